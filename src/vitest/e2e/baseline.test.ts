import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { Project } from '../../../fixtures/harness/project.ts'

interface ReportedBaseline { outcome: string, passed: boolean, error: string | null, cached: boolean, record: string | null, trials: { graded: number, passed: number, errors: number } }
interface ReportFile {
  outcome: { ok: boolean, reasons: string[] }
  behavior: {
    baseline: { evaluations: number, difference: number | null, answer: string, checks: { id: string, expectation: string, lift: number | null, needs_skill: boolean | null }[], not_measured: { reason: string, ids: string[] }[] } | null
    cases: { id: string, outcome: string, passed: boolean, baseline: ReportedBaseline | null }[]
  }
}

/** What the agent does stands in the prompt; only the skill makes it say hello. */
const evaluation = { id: 'job', skill_should_trigger: true, prompt: 'AGENT: with say hello / say nothing; write out.txt made', logs_contain: ['hello'], files_exist: ['out.txt'] }

function projectOf(...evaluations: object[]): Project {
  const project = new Project('plain')
  project.remove('skills/beta/evals')
  project.write('skills/alpha/evals/evals.json', JSON.stringify({ evaluations }))
  return project
}

async function run(project: Project, env: Record<string, string> = {}, args: string[] = []): Promise<{ output: string, exitCode: number | null, report: ReportFile, starts: number }> {
  const log = project.path('starts.log')
  project.write('starts.log', '')
  const { output, exitCode } = await project.run(['--project', 'evals', ...args], { SKILL_EVALS_TIERS: 'behavior', SKILL_EVALS_BASELINE: 'true', SKILL_EVALS_JOBS: '1', STAND_IN_LOG: log, ...env })
  return { output, exitCode, report: JSON.parse(project.read('.skill-evals/report.json')), starts: readFileSync(log, 'utf8').split('\n').filter(Boolean).length }
}

it('the arm without the skill is paid once, as long as nothing changes that it can see', async () => {
  const project = projectOf(evaluation)
  const first = await run(project)
  expect(first.exitCode, first.output).toBe(0)
  expect(first.starts).toBe(2)
  expect(first.report.behavior.cases).toMatchObject([{ outcome: 'passed', baseline: { outcome: 'failed', passed: false, cached: false, trials: { graded: 1, passed: 0, errors: 0 } } }])
  expect(first.report.behavior.baseline).toMatchObject({
    evaluations: 1,
    difference: 1,
    answer: 'cannot tell',
    checks: [{ expectation: 'hello', lift: 1, needs_skill: true }, { expectation: 'out.txt', lift: 0, needs_skill: false }],
  })
  expect(first.output).toContain('without the skill')

  project.edit('skills/alpha/SKILL.md', text => text.replace('description: ', 'description: Nowadays, '))
  const edited = await run(project)
  expect(edited.starts, edited.output).toBe(1)
  expect(edited.report.behavior.cases).toMatchObject([{ outcome: 'passed', baseline: { outcome: 'failed', cached: true } }])

  project.edit('skills/alpha/evals/evals.json', text => text.replace('AGENT:', 'Please. AGENT:').replace('"out.txt"', '"out.txt","more.txt"'))
  const asked = await run(project)
  expect(asked.starts, asked.output).toBe(2)
  // only the skill's own failure fails the run
  expect(asked.report.outcome.reasons).toEqual(['1 of 1 failed.'])

  const anew = await run(project, { SKILL_EVALS_CACHE: 'false' })
  expect(anew.starts, anew.output).toBe(2)
  const both = await run(project, { SKILL_EVALS_CACHE: 'true' })
  expect(both.starts, both.output).toBe(1)
  const none = await run(project, { SKILL_EVALS_CACHE: 'true' })
  expect(none.starts, none.output).toBe(0)
  expect(none.report.behavior.cases).toMatchObject([{ baseline: { cached: true } }])
})

it('decides nothing, whatever it comes to, and is not measured again with the test', async () => {
  const project = projectOf(
    { ...evaluation, id: 'broken', prompt: 'AGENT: with say hello / exit 3; write out.txt made' },
    { ...evaluation, id: 'better-alone', prompt: 'AGENT: with say nothing / say hello; write out.txt made' },
    { ...evaluation, id: 'unmeasured', prompt: 'AGENT: exit 3' },
  )
  const env = { SKILL_EVALS_RETRY_ERRORS: '0' }
  const { report, starts, output } = await run(project, env, ['--retry', '1'])
  // once each with the skill, the two that fail once more, and two without it
  expect(starts, output).toBe(3 + 2 + 2)
  expect(report.behavior.cases).toMatchObject([
    { id: 'broken', passed: true, baseline: { outcome: 'agent_error', error: expect.stringContaining('exit code 3') as string, trials: { graded: 0, errors: 1 } } },
    { id: 'better-alone', passed: false, baseline: { outcome: 'passed', passed: true } },
    { id: 'unmeasured', passed: false, baseline: null },
  ])
  expect(report.behavior.baseline).toMatchObject({ evaluations: 1, difference: -1, not_measured: [{ ids: ['broken'] }] })
  expect(report.outcome.reasons).toEqual(['1 of 3 could not be measured.', '1 of 2 failed.'])
  // an error is never kept
  expect((await run(project, env)).starts).toBe(3 + 1)
})

it('has as many trials as the skill, each kept by itself, and counts in the budget', async () => {
  const project = projectOf(evaluation)
  const { report, starts, output } = await run(project, { SKILL_EVALS_TRIALS_BEHAVIOR: '3' })
  expect(starts, output).toBe(6)
  expect(report.behavior.cases).toMatchObject([{ passed: true, baseline: { trials: { graded: 3 } } }])
  const more = await run(project, { SKILL_EVALS_TRIALS_BEHAVIOR: '4' })
  expect(more.starts, more.output).toBe(4 + 1)

  project.edit('skills/alpha/evals/evals.json', text => text.replace('AGENT:', 'Please. AGENT:'))
  const poor = await run(project, { SKILL_EVALS_LIMITS_USD_PER_RUN: '0.01' })
  expect(poor.starts, poor.output).toBe(1)
  expect(poor.report.behavior.cases).toMatchObject([{ passed: true, baseline: { outcome: 'over_budget' } }])
  expect(poor.exitCode).toBe(0)
})

it('sees the hooks and what lies beside them, and nothing else of the skill', async () => {
  const project = projectOf(evaluation)
  project.write('skills/alpha/evals/hooks.ts', 'import { name } from \'./name.ts\'\nexport default { setup: () => ({ name }) }\n')
  project.write('skills/alpha/evals/name.ts', 'export const name = \'one\'\n')
  expect((await run(project)).starts).toBe(2)
  const edits: [string, number][] = [['evals/hooks.ts', 2], ['evals/name.ts', 2], ['SKILL.md', 1]]
  for (const [file, starts] of edits) {
    project.edit(`skills/alpha/${file}`, text => `${text}\n// more\n`)
    expect((await run(project)).starts, file).toBe(starts)
  }
})
