import { existsSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { Project } from '../../../fixtures/harness/project.ts'
import { strictXml } from '../../../fixtures/harness/strict-xml.ts'

const wrong = '<b a="1">&amp; \'x\''
const warned = ']]> ünï🙂'
const crashed = 'a::b%0Ac,d'
const evaluations = [
  { id: wrong, skill_should_trigger: true, prompt: 'Do <alpha> & "that" \'now\' ]]> \u0000\u0007\u001B[31m 🙂 \uD83D \uFFFF. AGENT: skill beta', expected_behavior: ['Done'] },
  { id: warned, skill_should_trigger: true, prompt: 'Need alpha. AGENT: skill alpha', logs_contain: ['Need alpha'] },
  { id: crashed, skill_should_trigger: true, prompt: 'Go alpha. AGENT: exit 3' },
  { id: 'not-1', skill_should_trigger: false, prompt: 'One. AGENT: end' },
  { id: 'not-2', skill_should_trigger: false, prompt: 'Two. AGENT: end' },
]
const file = 'skills/alpha/evals/evals.json'

/** A dataset in which everything is written that a report format could stumble over. */
function oddProject(): Project {
  const project = new Project('plain')
  project.write(file, `${JSON.stringify({ evaluations }, null, 2)}\n`)
  return project
}

/** The first path that is there: Vitest 4 and 5 write to different places. */
function oneOf(project: Project, ...files: string[]): string {
  const found = files.find(name => existsSync(project.path(name)))
  expect(found, `one of ${files.join(', ')}`).toBeDefined()
  return project.path(found ?? '')
}

it('files of all reporters hold all tests, whatever ids and prompts hold', async () => {
  const project = oddProject()
  const { exitCode, output } = await project.run([
    '--project',
    'evals',
    ...['verbose', 'json', 'junit', 'html', 'blob', 'tap-flat'].map(name => `--reporter=${name}`),
    ...['json', 'junit', 'blob'].map(name => `--outputFile.${name}=${name}.out`),
  ])
  expect(exitCode, output).toBe(1)

  expect(output).toContain(`routing > ${wrong}`)
  expect(output).toMatch(/^not ok \d+ - skills\/alpha\/evals\/evals\.json > routing > a::b%0Ac,d/m)
  expect(output).toContain('8 of 9 right')

  interface JsonTest { title: string, ancestorTitles: string[], status: string, meta: { eval: { routing?: { verdict: string, prompt: string } } } }
  const json: { testResults: { name: string, assertionResults: JsonTest[] }[] } = JSON.parse(project.read('json.out'))
  const tests = json.testResults.flatMap(result => result.assertionResults)
  expect(tests).toHaveLength(35)
  const routed = (id: string): JsonTest | undefined => tests.find(test => test.title === id && test.ancestorTitles.includes('routing'))
  expect(routed(wrong)).toMatchObject({ status: 'failed', meta: { eval: { id: wrong, tier: 'routing', skill: 'alpha', category: 'positive', routing: { verdict: 'wrong_skill', observed: 'beta' } } } })
  expect(routed(wrong)?.meta.eval.routing?.prompt).toContain('<alpha> & "that" \'now\' ]]> \u0000\u0007\u001B[31m 🙂')
  expect(routed(crashed)?.meta.eval.routing?.verdict).toBe('error')
  expect(routed('not-1')).toMatchObject({ status: 'passed', meta: { eval: { routing: { verdict: 'true_negative' } } } })

  const names = strictXml(project.path('junit.out'))?.map(one => one.name)
  if (names) {
    expect(names).toHaveLength(35)
    expect(names).toEqual(expect.arrayContaining(evaluations.map(({ id }) => `routing > ${id}`)))
  }

  const page = oneOf(project, 'html/index.html', '.vitest/index.html')
  expect(readFileSync(page, 'utf8')).toContain('<html')
  const data = gunzipSync(readFileSync(oneOf(project, 'html/html.meta.json.gz', '.vitest/ui/html.meta.json.gz', '.vitest/html.meta.json.gz'))).toString('utf8')
  for (const { id } of evaluations)
    expect(data).toContain(JSON.stringify(id))
})

it('on GitHub every fault is an annotation at its line, and the summary page has ours', async () => {
  const project = oddProject()
  project.edit('skills/beta/evals/evals.json', text => text.replace('"expected_behavior": ["Says that beta is done"]', '"expected_behaviour": ["x"]'))
  project.write('summary.md', '# Before\n')
  const { output, exitCode } = await project.run(['--project', 'evals', '--reporter=github-actions'], { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: project.path('summary.md'), GITHUB_WORKSPACE: project.dir })
  expect(exitCode, output).toBe(1)
  const text = project.read(file).split('\n')
  const annotations = output.split('\n').filter(line => /^::(?:error|warning) /.test(line)).map((line) => {
    const [, command = '', message = ''] = line.split('::')
    const properties = Object.fromEntries(command.slice(command.indexOf(' ') + 1).split(',').map(property => property.split('=')))
    return { kind: command.split(' ')[0], path: properties.file.slice(properties.file.indexOf('skills/')), title: properties.title, line: Number(properties.line), column: Number(properties.column), name: message.split(':')[0] }
  })
  const lineOf = (part: string, after = 0): number => text.findIndex((line, i) => i >= after && line.includes(part)) + 1
  expect(annotations).toEqual(expect.arrayContaining([
    expect.objectContaining({ kind: 'warning', path: file, line: lineOf('"Need alpha"'), column: 9, name: 'dataset/cannot-fail' }),
    expect.objectContaining({ kind: 'error', path: file, line: lineOf('<b a=') + 1, column: 31, name: 'wrong_skill' }),
    expect.objectContaining({ kind: 'error', path: file, line: lineOf('a::b%0Ac,d') + 1, column: 31, name: 'error' }),
    expect.objectContaining({ kind: 'error', path: 'skills/beta/evals/evals.json', line: 7, column: 7 }),
  ]))
  expect(annotations.find(one => one.name === 'error')?.title).toContain('a%3A%3Ab%250Ac%2Cd')

  const summary = project.read('summary.md')
  expect(summary).toMatch(/^# Before\n/)
  expect(summary).toMatch(/^## .*Skill evals: /m)
  expect(summary).toContain('skills/alpha/evals/evals.json:4:13')
  expect(summary).not.toContain('<b a=')
})
