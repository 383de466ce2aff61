import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { Project } from '../../../fixtures/harness/project.ts'

interface ReportFile {
  meta: { cached_cases: number }
  cases: { id: string, verdict: string, cached: boolean, observed: string | null }[]
  behavior: { totals: { cached: number }, cases: { id: string, outcome: string, cached: boolean, checks: { expectation: string, passed: boolean | null }[] }[] }
}

const cached = { SKILL_EVALS_CACHE: 'true' }

async function run(project: Project, env: Record<string, string> = cached, args: string[] = []): Promise<{ output: string, exitCode: number | null, report: ReportFile, starts: number }> {
  const log = project.path('starts.log')
  project.write('starts.log', '')
  const { output, exitCode } = await project.run(['--project', 'evals', ...args], { STAND_IN_LOG: log, ...env })
  return { output, exitCode, report: JSON.parse(project.read('.skill-evals/report.json')), starts: readFileSync(log, 'utf8').split('\n').filter(Boolean).length }
}

/** What of a report must be the same whether it was measured or reused. */
function answers({ cases, behavior }: ReportFile): unknown {
  return [cases.map(({ id, verdict, observed }) => ({ id, verdict, observed })), behavior.cases.map(({ id, outcome, checks }) => ({ id, outcome, checks }))]
}

it('an evaluation for which nothing has changed costs nothing the second time, and gives the same answer', async () => {
  const project = new Project('plain')
  project.edit('skills/alpha/evals/evals.json', text => text.replace('"Please do alpha. AGENT: skill alpha"', '"Please do alpha. AGENT: skill alpha; write out.txt made"').replace('"expected_behavior": ["Says that alpha is done"]', '"expected_behavior": ["Says that alpha is done"], "files_exist": ["out.txt"]'))
  const first = await run(project)
  expect(first.exitCode, first.output).toBe(0)
  // ten of routing, two of behavior with their judges
  expect(first.starts).toBe(14)
  const second = await run(project)
  expect(second.exitCode, second.output).toBe(0)
  expect(second.starts).toBe(0)
  expect(answers(second.report)).toEqual(answers(first.report))
  expect(second.report).toMatchObject({ meta: { cached_cases: 10 }, behavior: { totals: { cached: 2 } } })
  expect(second.output).toContain('all from the cache: nothing they could see has changed')

  // what is graded may change: the run is graded again, and only the new line asks the judge
  project.edit('skills/alpha/evals/evals.json', text => text.replace('"files_exist": ["out.txt"]', '"files_exist": ["out.txt", "more.txt"], "unexpected_behavior": ["Deletes something"]'))
  const regraded = await run(project)
  expect(regraded.starts, regraded.output).toBe(1)
  expect(regraded.report.behavior.cases[0]).toMatchObject({ outcome: 'failed', cached: true, checks: [{ passed: true }, { expectation: 'out.txt', passed: true }, { expectation: 'more.txt', passed: false }, { expectation: 'Deletes something', passed: true }] })

  // a description that changed is seen by every routing run, and by the behavior of its own skill alone
  project.edit('skills/beta/SKILL.md', text => text.replace('description: ', 'description: Nowadays, '))
  const touched = await run(project)
  expect(touched.starts, touched.output).toBe(12)
  expect(touched.report.behavior.cases.map(one => one.cached)).toEqual([true, false])

  const unasked = await run(project, {})
  expect(unasked.report.meta.cached_cases, unasked.output).toBe(0)
  expect(unasked.starts).toBe(14)
})

it('neither errors nor runs in a contaminated room are kept, and a second attempt is a new one', async () => {
  const project = new Project('plain')
  const steps = ['skill alpha', 'api 401', 'refuse alpha; end', 'skill beta']
  project.remove('skills/beta/evals')
  project.write('skills/alpha/evals/evals.json', JSON.stringify({ evaluations: steps.map((step, i) => ({ id: `e${i}`, skill_should_trigger: true, prompt: `AGENT: ${step}` })) }))
  const env = { ...cached, SKILL_EVALS_TIERS: 'routing' }
  expect((await run(project, env)).starts).toBe(4)
  const again = await run(project, env, ['--retry', '1'])
  // the two errors, and each failed test once more
  expect(again.starts, again.output).toBe(2 + 3)
  expect(again.report.cases.map(one => one.cached)).toEqual([true, false, false, false])

  const trials = await run(project, { ...env, SKILL_EVALS_TRIALS: '2' })
  expect(trials.starts, trials.output).toBe(8)
})

describe('hooks', () => {
  const evals = { evaluations: [{ id: 'job', skill_should_trigger: true, prompt: 'AGENT: say hello', logs_contain: ['hello'] }] }
  const env = { ...cached, SKILL_EVALS_TIERS: 'behavior', SKILL_EVALS_BAR_POSITIVE: '0' }

  it.each<[string, string, number]>([
    ['nothing', 'export default {}\n', 0],
    ['what lies beside them', 'import { name } from \'./name.ts\'\nexport default { setup: () => ({ name }) }\n', 1],
    ['what lies beyond their skill', 'import { name } from \'../../../name.ts\'\nexport default { setup: () => ({ name }) }\n', -1],
  ])('that import %s', async (_, hooks, changes) => {
    const project = new Project('plain')
    project.remove('skills/beta/evals')
    project.write('skills/alpha/evals/evals.json', JSON.stringify(evals))
    project.write('skills/alpha/evals/hooks.ts', hooks)
    project.write('skills/alpha/evals/name.ts', 'export const name = \'one\'\n')
    project.write('name.ts', 'export const name = \'one\'\n')
    expect((await run(project, env)).starts).toBe(1)
    expect((await run(project, env)).starts).toBe(changes === -1 ? 1 : 0)
    project.write('skills/alpha/evals/name.ts', 'export const name = \'two\'\n')
    expect((await run(project, env)).starts).toBe(1)
  })
})

it('skill-evals cache lists what is kept, and clears it', async () => {
  const project = new Project('plain')
  await run(project, { ...cached, SKILL_EVALS_TIERS: 'routing' })
  const listed = await project.command(['cache', 'ls'])
  expect(listed.output).toMatch(/alpha +alpha-one +routing/)
  expect(listed.output).toContain('10 runs')
  expect(JSON.parse((await project.command(['cache', 'ls', '--format', 'json'])).output)).toHaveLength(10)
  expect((await project.command(['cache', 'clear', '--older-than', '1'])).output).toContain('0 runs')
  expect(readdirSync(project.path('.skill-evals/cache'))).toHaveLength(10)
  expect((await project.command(['cache', 'clear'])).output).toMatch(/^Removed 10 runs, .*\.skill-evals\/cache/)
  expect(existsSync(project.path('.skill-evals/cache')) && readdirSync(project.path('.skill-evals/cache')).length).toBeFalsy()
  expect((await project.command(['cache', 'empty'])).exitCode).toBe(2)
})
