import { expect, it } from 'vitest'
import { Project } from '../../../fixtures/harness/project.ts'

interface JestJson {
  success: boolean
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  testResults: { name: string, status: string, assertionResults: { ancestorTitles: string[], title: string, fullName: string, status: string, failureMessages: string[], location: { line: number, column: number } }[] }[]
}

interface ReportFile {
  totals: { cases: number, graded: number, passed: number, errors: number }
  behavior: { totals: { cases: number, passed: number } }
}

const args = ['--selectProjects', 'evals', '--ci']
const config = `import { claude, skillEvalsProject } from 'vitest-skill-evals/jest'

export default { projects: [skillEvalsProject({ agent: claude({ model: 'scripted-model' }), recordings: 'recordings' })] }
`

function catalog(name: string): Project {
  const project = new Project(name, `fixtures/${name}`)
  project.write('jest.config.mjs', config)
  return project
}

it('every evaluation of a catalog passes from its recording, hooks in TypeScript included, with one report', async () => {
  const project = catalog('catalog')
  const jest = await project.jest([...args, '--verbose'])
  expect(jest.output).toMatch(/Tests: +150 passed, 150 total/)
  expect(jest.output).toMatch(/routing\n(?: +✓ .*\n)* +✓ export-orders-to-csv/)
  expect(jest.output).toContain('Replayed  all from recordings')
  expect(jest.exitCode).toBe(0)
  const report = JSON.parse(project.read('.skill-evals/report.json')) as ReportFile
  expect([report.totals.passed, report.behavior.totals.passed]).toEqual([53, 12])
})

it('wrong evaluations fail at the value that asked for it, with what Vitest says of them', async () => {
  const project = catalog('catalog-with-mistakes')
  const [jest, vitest] = await Promise.all([
    project.jest([...args, '--json', '--outputFile=jest.json']),
    new Project('catalog-with-mistakes', 'fixtures/catalog-with-mistakes').run(['--project', 'evals', '--reporter=json', '--outputFile=vitest.json']),
  ])
  expect([jest.exitCode, vitest.exitCode]).toEqual([1, 1])
  const said = JSON.parse(project.read('jest.json')) as JestJson
  expect([said.success, said.numPassedTests, said.numFailedTests, said.numPendingTests]).toEqual([false, 61, 7, 0])
  const failed = said.testResults.flatMap(file => file.assertionResults.filter(one => one.status === 'failed'))
  expect(failed.map(one => one.fullName).sort()).toEqual(['behavior changelog-entry-for-option', 'behavior incident-postmortem-payments', 'behavior notes-for-version-four', 'routing changelog-is-it-breaking', 'routing incident-status-page', 'routing notes-from-changelog', 'routing notes-not-meeting'])
  const wrong = failed.find(one => one.title === 'notes-from-changelog')?.failureMessages.join('\n') ?? ''
  expect(wrong).toContain('wrong_skill: release-notes should have fired, and changelog-entries did.')
  expect(wrong).toContain('20|       "skill_should_trigger": true,\n       |                               ^')
  expect(wrong).toMatch(/\n {4}at .+skills\/release-notes\/evals\/evals\.json:20:31$/)
  expect(failed.find(one => one.title === 'incident-status-page')?.failureMessages[0]).toContain('command  jest --selectProjects evals -u -t incident-status-page')
  // the summary is the same, whoever ran the tests
  const summary = (text: string): string => text.slice(text.indexOf('\n Wrong 3'), text.indexOf('\n Confused'))
  expect(summary(jest.output)).toContain('release-notes')
  expect(summary(jest.output)).toBe(summary(vitest.output))
})
