import type { BehaviorCase, BehaviorTrial, CheckKind } from '../behavior/result.ts'
import type { Report } from './report.ts'
import { isGraded } from '../behavior/summary.ts'
import { compareText } from '../catalog/compare-text.ts'
import { groupBy } from '../catalog/group-by.ts'
import { seconds } from './json-parts.ts'

/** What a line of each kind asks for, where the line alone does not say it. */
const MEANS: Record<CheckKind, string> = { expected_behavior: '', unexpected_behavior: 'Does not happen: ', logs_contain: 'The agent does or says: ', files_exist: 'The workspace holds: ', hook: '' }

/** One run of a behavior evaluation, as Anthropic's skill-creator numbers and names it. */
export interface BenchmarkRun {
  /** From 1, within its skill. */
  evalId: number
  one: BehaviorCase
  configuration: Configuration
  /** From 1, within its configuration. */
  runNumber: number
  run: Pick<BehaviorTrial, 'outcome' | 'checks' | 'error' | 'elapsedMs' | 'usage' | 'judge' | 'notes'> & { toolCalls: number | null }
}

/** The two arms, as the viewer calls them. */
type Configuration = 'with_skill' | 'without_skill'

/** The behavior tier of a report, skill by skill. Every run is its own, also those that could not be measured. */
export function benchmarkRuns(report: Report): { skill: string, runs: BenchmarkRun[] }[] {
  return [...groupBy(report.behavior, one => one.skill)]
    .sort(([a], [b]) => compareText(a, b))
    .map(([skill, cases]) => ({ skill, runs: cases.flatMap((one, i) => [
      ...runsOf(one).map((run, n): BenchmarkRun => ({ evalId: i + 1, one, configuration: 'with_skill', runNumber: n + 1, run })),
      ...one.baseline ? [{ evalId: i + 1, one, configuration: 'without_skill' as const, runNumber: 1, run: { ...one.baseline, toolCalls: null } }] : [],
    ]) }))
}

function runsOf(one: BehaviorCase): BenchmarkRun['run'][] {
  return one.trials ? one.trials.runs.map(run => ({ ...run, toolCalls: null })) : [one]
}

/** `grading.json` of one run. A line without an answer is no failed one: it is named in the notes and in no figure. */
export function gradingJson({ run, one }: BenchmarkRun): Record<string, unknown> {
  const expectations = expectationsOf(run)
  const open = run.checks.filter(check => check.passed === null)
  return {
    expectations,
    summary: summaryOf(expectations),
    execution_metrics: { total_tool_calls: run.toolCalls, errors_encountered: isGraded(run) ? 0 : 1 },
    timing: { executor_duration_seconds: seconds(run.elapsedMs), grader_duration_seconds: run.judge && seconds(run.judge.elapsedMs), total_duration_seconds: seconds(run.elapsedMs + (run.judge?.elapsedMs ?? 0)) },
    claims: [],
    user_notes_summary: { uncertainties: run.notes, needs_review: [...run.error === null ? [] : [`${run.outcome}: ${run.error}`], ...open.map(check => `Not graded: ${check.expanded ?? check.text}`)], workarounds: [] },
    eval_feedback: { suggestions: [], overall: `${one.id}: ${run.outcome}` },
  }
}

/**
 * `benchmark.json` of one skill. Runs that could not be measured are in no figure; the notes name them. Of the arm without the skill a
 * report holds the checks of one run.
 */
export function benchmarkJson(report: Report, skill: string, runs: BenchmarkRun[]): Record<string, unknown> {
  const measured = runs.filter(({ run }) => isGraded(run))
  const results = measured.map(resultJson)
  const summaryOfArm = (arm: Configuration): ArmSummary => {
    const numbersOf = (key: keyof ArmSummary): number[] => results.filter(one => one.configuration === arm).map(({ result }) => result[key]).filter(value => value !== null)
    return { pass_rate: statistics(numbersOf('pass_rate')), time_seconds: statistics(numbersOf('time_seconds')), tokens: statistics(numbersOf('tokens')) }
  }
  const [withSkill, withoutSkill] = [summaryOfArm('with_skill'), summaryOfArm('without_skill')]
  return {
    metadata: {
      skill_name: skill,
      executor_model: report.agent.model,
      analyzer_model: runs.find(({ run }) => run.judge)?.run.judge?.model ?? null,
      timestamp: report.startedAt,
      evals_run: [...new Set(measured.map(one => one.evalId))],
      runs_per_configuration: Math.max(1, ...runs.map(one => one.one.trials?.asked ?? 1)),
    },
    runs: results,
    run_summary: {
      with_skill: withSkill,
      ...runs.some(one => one.configuration === 'without_skill') && { without_skill: withoutSkill, delta: deltaOf(withSkill, withoutSkill) },
    },
    notes: runs.filter(({ run }) => !isGraded(run)).map(({ one, configuration, runNumber, run }) => `${one.id}${configuration === 'with_skill' ? '' : ' without the skill'}, run ${runNumber}, could not be measured: ${run.outcome}${run.error === null ? '' : `: ${run.error}`}`),
  }
}

interface ResultJson { eval_id: number, eval_name: string, configuration: Configuration, run_number: number, result: Record<'pass_rate' | 'time_seconds' | 'tokens' | 'tool_calls', number | null> & Record<'passed' | 'failed' | 'total' | 'errors', number>, expectations: Expectation[], notes: string[] }

function resultJson({ evalId, one, configuration, runNumber, run }: BenchmarkRun): ResultJson {
  const expectations = expectationsOf(run)
  return {
    eval_id: evalId,
    eval_name: one.id,
    configuration,
    run_number: runNumber,
    result: { ...summaryOf(expectations), time_seconds: seconds(run.elapsedMs), tokens: tokensOf(run), tool_calls: run.toolCalls, errors: 0 },
    expectations,
    notes: run.notes,
  }
}

interface Expectation { text: string, passed: boolean, evidence: string }

function expectationsOf({ checks }: BenchmarkRun['run']): Expectation[] {
  return checks.flatMap(({ kind, text, expanded, passed, observed, evidence }) => passed === null
    ? []
    : [{ text: `${MEANS[kind]}${expanded ?? text}`, passed, evidence: evidence ?? observed }])
}

function summaryOf(expectations: Expectation[]): { passed: number, failed: number, total: number, pass_rate: number | null } {
  const passed = expectations.filter(one => one.passed).length
  return { passed, failed: expectations.length - passed, total: expectations.length, pass_rate: expectations.length === 0 ? null : passed / expectations.length }
}

/** All kinds together; `null` where the agent said nothing. */
function tokensOf({ usage }: BenchmarkRun['run']): number | null {
  const said = [usage.inputTokens, usage.outputTokens, usage.cacheReadTokens, usage.cacheWriteTokens].filter(count => count !== undefined)
  return said.length === 0 ? null : said.reduce((sum, count) => sum + count, 0)
}

type ArmSummary = Record<'pass_rate' | 'time_seconds' | 'tokens', Statistics | null>
interface Statistics { mean: number, stddev: number, min: number, max: number }

/** With the skill less without it, as texts with a sign: the viewer shows them as they are. `null` where an arm has no figure. */
function deltaOf(withSkill: ArmSummary, withoutSkill: ArmSummary): Record<keyof ArmSummary, string | null> {
  const of = (key: keyof ArmSummary, digits: number): string | null => {
    const [a, b] = [withSkill[key], withoutSkill[key]]
    if (!a || !b)
      return null
    const difference = a.mean - b.mean
    return `${difference < 0 ? '-' : '+'}${Math.abs(difference).toFixed(digits)}`
  }
  return { pass_rate: of('pass_rate', 2), time_seconds: of('time_seconds', 1), tokens: of('tokens', 0) }
}

/** `null` of nothing, and no deviation of one figure. */
function statistics(values: number[]): Statistics | null {
  if (values.length === 0)
    return null
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0)
  return { mean, stddev: values.length === 1 ? 0 : Math.sqrt(squares / (values.length - 1)), min: Math.min(...values), max: Math.max(...values) }
}
