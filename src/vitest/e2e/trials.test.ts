import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { Project } from '../../../fixtures/harness/project.ts'

interface CaseTrials { asked: number, graded: number, passed: number, errors: number, interval: [number, number] | null, flaky: boolean, stopped_early: boolean, runs: { verdict?: string, outcome?: string, record: string | null }[] }
interface ReportedCase { id: string, verdict?: string, outcome?: string, passed: boolean, error: string | null, notes: string[], input_tokens: number | null, trials: CaseTrials | null }
interface ReportFile {
  meta: { partial: boolean }
  outcome: { ok: boolean, reasons: string[] }
  trials: { rate: number, flaky: string[], per_skill: Record<string, { passed: number, graded: number }> } | null
  cases: ReportedCase[]
  behavior: { cases: ReportedCase[] }
  skipped: { count: number, reasons: { reason: string, count: number }[] }
}

/** A project whose one dataset has these evaluations, by id; what the agent does is the rest of the prompt. */
function withAgents(agents: Record<string, string>, more: object = {}): Project {
  const project = new Project('plain')
  const evaluations = Object.entries(agents).map(([id, agent]) => ({ id, skill_should_trigger: true, prompt: `About ${id}. AGENT: ${agent}`, ...more }))
  project.write('skills/alpha/evals/evals.json', JSON.stringify({ evaluations }))
  project.remove('skills/beta/evals')
  return project
}

/** A step that is another one from the second run on. */
function turns(project: Project | string, ...steps: string[]): string {
  return `turns ${typeof project === 'string' ? project : project.path('turns')} ${steps.join(' / ')}`
}

async function run(project: Project, env: Record<string, string>): Promise<{ output: string, exitCode: number | null, report: ReportFile, starts: number }> {
  const log = project.path('starts.log')
  const { output, exitCode } = await project.run(['--project', 'evals'], { SKILL_EVALS_TIERS: 'routing', SKILL_EVALS_BAR_POSITIVE: '0', STAND_IN_LOG: log, ...env })
  const report: ReportFile = JSON.parse(project.read('.skill-evals/report.json'))
  return { output, exitCode, report, starts: readFileSync(log, 'utf8').split('\n').filter(Boolean).length }
}

describe('trials', () => {
  it('decide by their rate, and say what one run alone would have hidden', async () => {
    const project = withAgents({ steady: 'skill alpha' })
    project.write('skills/alpha/evals/evals.json', project.read('skills/alpha/evals/evals.json').replace(']}', `,{"id":"shaky","skill_should_trigger":true,"prompt":"About shaky. AGENT: ${turns(project, 'skill beta', 'skill alpha')}"}]}`))
    const strict = await run(project, { SKILL_EVALS_TRIALS: '4' })
    expect(strict.exitCode, strict.output).toBe(1)
    expect(strict.starts).toBe(8)
    const [steady, shaky] = strict.report.cases
    expect(steady).toMatchObject({ id: 'steady', passed: true, verdict: 'correct_trigger', trials: { asked: 4, graded: 4, passed: 4, flaky: false } })
    expect(shaky).toMatchObject({ id: 'shaky', passed: false, verdict: 'wrong_skill', trials: { asked: 4, graded: 4, passed: 3, flaky: true } })
    expect(shaky?.trials?.runs.map(one => one.verdict).toSorted()).toEqual(['correct_trigger', 'correct_trigger', 'correct_trigger', 'wrong_skill'])
    // the wrong run alone is kept, whichever it was
    expect(shaky?.trials?.runs.filter(one => one.record !== null)).toHaveLength(1)
    expect(strict.report.trials).toMatchObject({ rate: 0.875, flaky: ['shaky'], per_skill: { alpha: { passed: 7, graded: 8 } } })
    expect(strict.output).toContain('4 of each | 87.5% of runs passed')
    expect(strict.output).toContain('any of 4 100%, all 4 50% | 1 flaky')
    expect(strict.output).toMatch(/× shaky +3 of 4 passed \(\d+(?:\.\d)?% to \d+(?:\.\d)?%\), flaky/)
    expect(strict.output).toContain('trials   3 of 4 passed')

    project.remove('turns')
    const lenient = await run(project, { SKILL_EVALS_TRIALS: '4', SKILL_EVALS_PASS_RATE: '0.7' })
    expect(lenient.exitCode, lenient.output).toBe(0)
    expect(lenient.report.cases[1]).toMatchObject({ id: 'shaky', passed: true, verdict: 'correct_trigger' })
  })

  it('stop where the answer is sure', async () => {
    const { report, starts, output } = await run(withAgents({ right: 'skill alpha', wrong: 'skill beta' }), { SKILL_EVALS_TRIALS: '5', SKILL_EVALS_TRIALS_STOP_EARLY: 'true', SKILL_EVALS_PASS_RATE: '0.6' })
    expect(starts, output).toBe(6)
    expect(report.cases).toMatchObject([
      { passed: true, trials: { asked: 5, graded: 3, passed: 3, stopped_early: true, interval: null } },
      { passed: false, trials: { asked: 5, graded: 3, passed: 0, stopped_early: true, interval: null } },
    ])
  })

  it('of behavior run the agent to its end each time', async () => {
    const project = withAgents({ job: 'say hello' }, { logs_contain: ['hello'] })
    const { report, starts, output } = await run(project, { SKILL_EVALS_TIERS: 'behavior', SKILL_EVALS_TRIALS_BEHAVIOR: '3' })
    expect(starts, output).toBe(3)
    expect(report.behavior.cases).toMatchObject([{ outcome: 'passed', passed: true, input_tokens: 300, trials: { asked: 3, graded: 3, passed: 3, runs: [{ outcome: 'passed' }, { outcome: 'passed' }, { outcome: 'passed' }] } }])
  })

  it('that broke leave open what they could have turned', async () => {
    const project = withAgents({ one: 'api 401' })
    project.write('skills/alpha/evals/evals.json', JSON.stringify({ evaluations: [
      { id: 'open', skill_should_trigger: true, prompt: `AGENT: ${turns(project, 'exit 3', 'skill alpha')}` },
      { id: 'sure', skill_should_trigger: true, prompt: `AGENT: ${turns(project.path('sure'), 'exit 3', 'skill beta')}` },
    ] }))
    const { report, exitCode, output } = await run(project, { SKILL_EVALS_TRIALS: '3', SKILL_EVALS_RETRY_ERRORS: '0' })
    expect(exitCode, output).toBe(1)
    expect(report.cases).toMatchObject([
      { id: 'open', verdict: 'error', passed: false, trials: { graded: 2, passed: 2, errors: 1 } },
      { id: 'sure', verdict: 'wrong_skill', passed: false, trials: { graded: 2, passed: 0, errors: 1 } },
    ])
    expect(report.cases[0]?.error).toContain('1 of 3 trials could not be measured, and could have turned the result: The agent ended with exit code 3')
  })
})

it('a run that broke is made again and says so; one that is broken for good, or has an answer, is not', async () => {
  const project = withAgents({})
  const steps = ['exit 3', 'exit 0', 'api 429', 'api 529', 'half', 'api 401', 'api 404', 'skill beta', 'end']
  project.write('skills/alpha/evals/evals.json', JSON.stringify({ evaluations: steps.map(step => ({ id: step, skill_should_trigger: true, prompt: `AGENT: ${turns(project.path(`turns ${step}`.replaceAll(' ', '-')), step, 'skill alpha')}` })) }))
  const { report, starts, exitCode, output } = await run(project, {})
  expect(exitCode, output).toBe(1)
  expect(starts).toBe(14)
  expect(Object.fromEntries(report.cases.map(one => [one.id, one.verdict]))).toEqual({
    'exit 3': 'correct_trigger',
    'exit 0': 'correct_trigger',
    'api 429': 'correct_trigger',
    'api 529': 'correct_trigger',
    'half': 'correct_trigger',
    'api 401': 'error',
    'api 404': 'error',
    'skill beta': 'wrong_skill',
    'end': 'missed_trigger',
  })
  expect(report.cases.map(one => one.notes.filter(note => note.startsWith('Made again after: The agent')).length)).toEqual([1, 1, 1, 1, 1, 0, 0, 0, 0])
})

describe('the budget of a run', () => {
  const agents = { a: 'skill alpha', b: 'skill alpha', c: 'skill alpha', d: 'skill alpha', e: 'skill alpha' }

  it('starts nothing more once it is spent, and says what was not measured', async () => {
    const { report, starts, exitCode, output } = await run(withAgents(agents, { logs_contain: ['alpha'] }), { SKILL_EVALS_TIERS: 'behavior', SKILL_EVALS_JOBS: '1', SKILL_EVALS_LIMITS_USD_PER_RUN: '0.02' })
    expect(starts, output).toBe(2)
    expect(exitCode).toBe(1)
    expect(report.meta.partial).toBe(true)
    expect(report.outcome.reasons).toContain('3 evaluations were not started: the budget of the run.')
    expect(report.skipped).toMatchObject({ count: 3, not_started: 3, reasons: [{ reason: 'limits.usdPerRun is reached: $0.02 of $0.02 are spent.', count: 3 }] })
  })

  it('is counted in tokens too', async () => {
    const { report, starts, output } = await run(withAgents(agents, { logs_contain: ['alpha'] }), { SKILL_EVALS_TIERS: 'behavior', SKILL_EVALS_JOBS: '1', SKILL_EVALS_LIMITS_TOKENS_PER_RUN: '300' })
    expect(starts, output).toBe(3)
    expect(report.skipped.reasons).toEqual([{ reason: 'limits.tokensPerRun is reached: 330 of 300 tokens are used.', count: 2 }])
  })

  it('is not begun with where nobody could hold it', async () => {
    const project = withAgents(agents)
    project.write('starts.log', '')
    const { report, starts, exitCode } = await run(project, { SKILL_EVALS_LIMITS_USD_PER_RUN: '1' })
    expect({ starts, exitCode }).toEqual({ starts: 0, exitCode: 1 })
    expect(report.skipped.reasons[0]?.reason).toContain('limits.usdPerRun cannot be held in the routing tier')
    expect(await run(project, { SKILL_EVALS_LIMITS_USD_PER_RUN: '1', SKILL_EVALS_LIMITS_UNKNOWN_COST: 'allow' })).toMatchObject({ starts: 5, exitCode: 0 })
  })

  it('can be held in the routing tier with a price list', async () => {
    const project = withAgents({ ...agents, a: 'call Bash {}; skill alpha' })
    project.edit('vitest.config.ts', text => text.replace('negatives: false', 'negatives: false, prices: { \'stand-*\': { input: 100, output: 1000 } }'))
    const { report, starts, output } = await run(project, { SKILL_EVALS_JOBS: '1', SKILL_EVALS_LIMITS_USD_PER_RUN: '1' })
    expect({ starts, skipped: report.skipped.count }, output).toEqual({ starts: 5, skipped: 0 })
  })
})
