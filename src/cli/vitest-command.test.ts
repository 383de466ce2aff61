import type { VitestRun } from './vitest-command.ts'
import { execFileSync } from 'node:child_process'
import process from 'node:process'
import { expect, it } from 'vitest'
import { Project } from '../../fixtures/harness/project.ts'
import { vitestCommand } from './vitest-command.ts'

const plain: VitestRun = { root: undefined, config: undefined, projects: ['evals'], tier: 'behavior', extended: true, folders: [] }

/** The words that a shell reads. */
function words(command: string): string[] {
  return execFileSync('bash', ['-c', 'eval "printf \'%s\\0\' $COMMAND"'], { encoding: 'utf8', env: { ...process.env, COMMAND: command } }).split('\0').slice(0, -1)
}

it.skipIf(process.platform === 'win32').each([
  'skills/plain',
  'skills/with space',
  'skills/naïve 日本語 🙂',
  'skills/it\'s',
  'skills/"double"',
  'skills/$(touch x)',
  'skills/`touch x`',
  'skills/a;b&c|d>e',
  'skills/back\\slash',
  'skills/!bang *star [x]',
  'skills/line\nbreak',
])('a shell reads %j as one word', (folder) => {
  const command = vitestCommand({ ...plain, folders: [folder], root: folder, projects: [folder] })
  expect(words(command)).toEqual(['vitest', 'run', '--root', folder, '--project', folder, '--tags-filter=behavior', `${folder}/`])
})

it('quotes by what every shell knows, where it can', () => {
  expect(vitestCommand({ ...plain, config: 'a b.ts', extended: false, folders: ['skills/x/evals'] })).toBe('vitest run --config "a b.ts" --project evals "--tags-filter=behavior and not extended" skills/x/evals/')
})

it('Vitest runs what the command line says: this skill, this tier', async () => {
  const project = new Project('plain')
  const dataset = project.read('skills/alpha/evals/evals.json')
  // a name that a filter for alpha must not match, and one that has to be quoted
  for (const name of ['alpha-two', 'alpha naïve']) {
    project.write(`skills/${name}/SKILL.md`, project.read('skills/alpha/SKILL.md'))
    project.write(`skills/${name}/evals/evals.json`, dataset.replaceAll(/"id": "/g, `"id": "${name.replace(' ', '-')}-`))
  }
  project.write('skills/alpha/evals/extended_evals.json', '{ "evaluations": [{ "id": "more", "prompt": "More alpha", "skill_should_trigger": true, "files_exist": ["a.md"] }] }')
  const idsOf = async (folder: string, more: object): Promise<unknown> => {
    const args = words(vitestCommand({ ...plain, ...more, folders: [folder] })).slice(2)
    const { output } = await project.run([...args, '--reporter=json', '--outputFile=out.json'])
    const { testResults }: { testResults: { assertionResults: { status: string, title: string, ancestorTitles: string[] }[] }[] } = JSON.parse(project.read('out.json'))
    const ids = testResults.flatMap(file => file.assertionResults).filter(test => test.status === 'passed' || test.status === 'failed').map(test => [...test.ancestorTitles, test.title].join(' '))
    expect(ids.length, output).toBeGreaterThan(0)
    return ids.sort()
  }
  expect(await idsOf('skills/alpha/evals', { extended: false })).toEqual(['behavior alpha-one'])
  expect(await idsOf('skills/alpha/evals', {})).toEqual(['behavior alpha-one', 'behavior more'])
  expect(await idsOf('skills/alpha naïve/evals', {})).toEqual(['behavior alpha-naïve-alpha-one'])
})
