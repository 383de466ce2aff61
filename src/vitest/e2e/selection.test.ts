import { describe, expect, it } from 'vitest'
import { Project } from '../../../fixtures/harness/project.ts'

const free = ['--project', 'evals', '--reporter=verbose']
const structure = { SKILL_EVALS_TIERS: 'structure', SKILL_EVALS_BAR_POSITIVE: '0', SKILL_EVALS_BAR_NEGATIVE: '0', SKILL_EVALS_BAR_JUDGED: '0' }

/** Names of the tests that ran, from what `--reporter=verbose` printed. */
function ran(output: string): string[] {
  return [...output.matchAll(/^ *[✓×] .*? > (.*?)(?: \d+ms)?$/gm)].map(match => match[1] ?? '')
}

describe('-t', () => {
  it('an id runs the evaluation in every tier', async () => {
    const { output, exitCode } = await new Project('plain').run([...free, '-t', 'alpha-two'])
    expect(ran(output)).toEqual(['structure > alpha-two', 'routing > alpha-two'])
    expect(exitCode, output).toBe(0)
  })

  const ids = ['c++ (v1.*) [x]', '100%s', 'cost $name', '%%d', 'a,b', 'a > b', 'constructor', '__proto__', '../../escape', 'ünï🙂', 'end$', '^start', 'back\\slash']

  function oddIds(): Project {
    const project = new Project('plain')
    const evaluations = ids.map(id => ({ id, skill_should_trigger: true, prompt: `Do ${id}` }))
    project.write('skills/alpha/evals/evals.json', JSON.stringify({ evaluations }, null, 1))
    return project
  }

  // one that is no regular expression, one that is another one
  it.each(['c++ (v1.*) [x]', 'cost $name'])('the id %j is taken literally', async (id) => {
    const { output, exitCode } = await oddIds().run([...free, '-t', id], structure)
    expect(ran(output)).toEqual([`structure > ${id}`])
    expect(exitCode, output).toBe(0)
  })

  it('titles are the ids, letter for letter', async () => {
    const { output, exitCode } = await oddIds().run([...free, 'skills/alpha/evals'], structure)
    expect(ran(output)).toEqual(['dataset', 'bar', ...ids].map(name => `structure > ${name}`))
    expect(exitCode, output).toBe(0)
  })

  it('a pattern that matches nothing fails the run and names what is near', async () => {
    const { output, exitCode } = await new Project('plain').run([...free, '-t', 'alpha-tow'])
    expect(output).toContain('Did you mean `alpha-two`?')
    expect(exitCode).toBe(1)
  })
})

it.each([
  ['structure', 25],
  ['routing && near_miss && !beta', 2],
  ['extended and structure', 3],
])('--tags-filter %j', async (filter, count) => {
  const project = new Project('plain')
  project.write('skills/alpha/evals/extended_evals.json', JSON.stringify({ evaluations: [1, 2].map(i => ({ id: `more-${i}`, skill_should_trigger: true, prompt: `Alpha, number ${i}. AGENT: skill alpha` })) }))
  const { output, exitCode } = await project.run([...free, '--tags-filter', filter])
  expect(ran(output), output).toHaveLength(count)
  expect(exitCode, output).toBe(0)
})

it('a path runs one skill', async () => {
  const { output } = await new Project('plain').run([...free, 'skills/beta'])
  expect(ran(output)).toHaveLength(4 + 2 + 5 + 5 + 1)
  expect(output).not.toContain('alpha/evals')
})

it.each([
  ['the brace', 3, 'alpha-one', ['structure', 'routing', 'behavior']],
  ['the id', 4, 'alpha-one', ['structure', 'routing', 'behavior']],
  ['the prompt', 12, 'alpha-two', ['structure', 'routing']],
  ['the closing brace', 28, 'beta-instead-of-alpha', ['structure', 'routing']],
])('file:LINE, on %s', async (_what, line, id, suites) => {
  const { output, exitCode } = await new Project('plain').run([...free, `skills/alpha/evals/evals.json:${line}`])
  expect(ran(output)).toEqual(suites.map(suite => `${suite} > ${id}`))
  expect(exitCode, output).toBe(0)
})

describe('list', () => {
  it('names every test and runs no agent', async () => {
    const project = new Project('plain')
    const { output, exitCode } = await project.start(['list', '--project', 'evals'], { STAND_IN_LOG: project.path('log') }).ended()
    expect(output).toContain('[evals] skills/alpha/evals/evals.json > routing > alpha-one')
    expect(output).toContain('[evals] skills/beta/SKILL.md > structure > SKILL.md')
    expect(() => project.read('log')).toThrow('ENOENT')
    expect(exitCode, output).toBe(0)
  })

  it.each([[[]], [['--static-parse']]])('--json has the places %j', async (more) => {
    const { output } = await new Project('plain').start(['list', '--project', 'evals', '--json', '--includeTaskLocation', ...more]).ended()
    const tests: { name: string, file: string, location?: { line: number, column: number } }[] = JSON.parse(output.slice(output.indexOf('[')))
    const found = tests.filter(test => test.name.endsWith('routing > alpha-two'))
    expect(found.map(test => test.location?.line)).toEqual([10])
    expect(tests).toHaveLength(34)
  })
})
