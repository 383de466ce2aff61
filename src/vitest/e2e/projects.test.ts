import { describe, expect, it } from 'vitest'
import { Project } from '../../../fixtures/harness/project.ts'

const unitTest = 'import { expect, test } from \'vitest\'\ntest(\'adds\', () => expect(1 + 1).toBe(2))\n'
const imports = 'import { claude, skillEvals, skillEvalsProject } from \'vitest-skill-evals\'\nvoid [claude, skillEvals, skillEvalsProject]\n'
const options = '{ agent: claude({ command: \'../../fixtures/agents/stand-in.mjs\' }), negatives: false, tiers: [\'structure\'] }'

const configs = {
  'a config without projects': `export default { plugins: [skillEvals(${options})] }`,
  'a config with projects': `export default { plugins: [skillEvals(${options})], test: { projects: [{ test: { name: 'unit', include: ['test/*.test.ts'] } }] } }`,
  'a root that has a name': `export default { plugins: [skillEvals(${options})], test: { name: 'unit', include: ['test/*.test.ts'] } }`,
  'projects that hold ours': `export default { test: { projects: [{ test: { name: 'unit', include: ['test/*.test.ts'] } }, skillEvalsProject(${options})] } }`,
}

describe.each(Object.entries(configs))('%s', (_name, config) => {
  function project(): Project {
    const project = new Project('plain')
    project.write('test/sum.test.ts', unitTest)
    project.write('vitest.config.ts', `${imports}${config}\n`)
    return project
  }

  it('runs the user\'s tests and the evals', async () => {
    const { output, exitCode } = await project().run(['--reporter=verbose'])
    expect(output).toContain('test/sum.test.ts > adds')
    expect(output).toMatch(/\|evals\| skills\/alpha\/evals\/evals\.json.* > structure > alpha-one/)
    expect(output).not.toMatch(/\|evals\| test\/sum/)
    expect(exitCode, output).toBe(0)
  })

  it('--project evals leaves out the user\'s tests', async () => {
    const { output, exitCode } = await project().run(['--reporter=verbose', '--project', 'evals'])
    expect(output).not.toContain('sum.test.ts')
    expect(output).toContain('structure > beta-three')
    expect(exitCode, output).toBe(0)
  })

  it('--project \'!evals\' leaves out the evals, and says nothing of them', async () => {
    const { output, exitCode } = await project().run(['--reporter=verbose', '--project', '!evals'])
    expect(output).toContain('test/sum.test.ts > adds')
    expect(output).not.toMatch(/evals\.json|SKILL\.md|Skill evals/)
    expect(exitCode, output).toBe(0)
  })
})

it('a failing test of the user fails the run, whatever the evals say', async () => {
  const project = new Project('plain')
  project.write('test/sum.test.ts', unitTest.replace('toBe(2)', 'toBe(3)'))
  const { output, exitCode } = await project.run([], { SKILL_EVALS_MIN_ACCURACY: '0' })
  expect(output).toContain('10 of 10 right')
  expect(exitCode).toBe(1)
})

it('a config that imports a dataset as data gets the data', async () => {
  const project = new Project('plain')
  project.write('test/data.test.ts', 'import { expect, test } from \'vitest\'\nimport data from \'../skills/alpha/evals/evals.json\'\ntest(\'reads\', () => expect(data.evaluations).toHaveLength(5))\n')
  const { output, exitCode } = await project.run(['--project', 'unit'])
  expect(exitCode, output).toBe(0)
})
