import type { BehaviorCase, CheckKind, Outcome } from '../behavior/result.ts'
import type { CaseCount, CheckCount } from '../behavior/summary.ts'
import type { Spending } from '../routing/spending.ts'
import type { BehaviorCaseJson, TokensJson } from './case-json.ts'
import type { BaselineJson } from './json-baseline.ts'
import type { TrialsJson } from './json-trials.ts'
import type { Report } from './report.ts'
import { isGraded } from '../behavior/summary.ts'
import { estimatedCost } from '../routing/spending.ts'
import { baselineJson, caseBaselineJson } from './json-baseline.ts'
import { checkJson, judgeJson } from './json-checks.ts'
import { activationsJson, costJson, seconds, tokens } from './json-parts.ts'
import { caseTrialsJson, trialsJson } from './json-trials.ts'
import { behaviorSummaryOf, shownPath } from './report.ts'

/** The behavior tier. */
export interface BehaviorJson {
  totals: CheckedJson & { degraded: number, replayed: number, cached: number, passed_without_skill?: number }
  outcomes: Record<Outcome, number>
  by_kind: Record<CheckKind, CheckCountsJson>
  per_skill: Record<string, CheckedJson>
  /** What the agents took, the judge not included. */
  agent: SpentJson & { time_s: number }
  judge: SpentJson & { calls: number, time_s: number }
  extra_skills_in_session: Record<string, number>
  /** The runs, where evaluations were to be run several times. */
  trials: TrialsJson
  /** With and without the skill. */
  baseline?: BaselineJson
  /** What the arm without the skill took today, its judge included; what came from the cache is not among it. */
  baseline_spent?: SpentJson & { time_s: number }
  evaluations_left_out: number
  cases: BehaviorCaseJson[]
}

/** Expectations that were graded, those of them that are met, and those without an answer. */
export interface CheckCountsJson {
  checks: number
  checks_passed: number
  checks_not_graded: number
}

/** Evaluations of the behavior tier and their checks. */
export interface CheckedJson extends CheckCountsJson {
  cases: number
  graded: number
  passed: number
  errors: number
}

/** Money and tokens. */
export interface SpentJson extends TokensJson {
  cost_usd: number | null
  /** By `prices`, where agents did not say; not part of `cost_usd`. */
  cost_estimated_usd?: number | null
  cost_estimated_cases?: number
  cost_unknown_cases: number
  cost_usd_when_recorded: number
}

/** The behavior evaluations for other programs, by the same rules as the routing ones. */
export function behaviorJson(report: Report): BehaviorJson {
  const summary = behaviorSummaryOf(report)
  return {
    totals: { ...caseCounts(summary), degraded: summary.degraded, replayed: summary.replayed, cached: summary.cached, passed_without_skill: summary.passedWithoutSkill.length },
    outcomes: summary.outcomes,
    by_kind: {
      expected_behavior: checkCounts(summary.byKind.expected_behavior),
      unexpected_behavior: checkCounts(summary.byKind.unexpected_behavior),
      logs_contain: checkCounts(summary.byKind.logs_contain),
      files_exist: checkCounts(summary.byKind.files_exist),
      hook: checkCounts(summary.byKind.hook),
    },
    per_skill: Object.fromEntries(summary.perSkill.map(row => [row.skill, caseCounts(row)])),
    agent: { ...spent(summary.spending.agent), time_s: seconds(summary.elapsedMs.agent) },
    judge: { ...spent(summary.spending.judge), calls: summary.judgeCalls, time_s: seconds(summary.elapsedMs.judge) },
    extra_skills_in_session: Object.fromEntries(summary.sessions.extra.map(one => [one.skill, one.count])),
    trials: trialsJson(report.behavior),
    baseline: baselineJson(report),
    baseline_spent: { ...spent(summary.spending.baseline), time_s: seconds(summary.elapsedMs.baseline) },
    evaluations_left_out: report.leftOut.behavior,
    cases: report.behavior.map(one => caseOf(report, one)),
  }
}

function caseOf(report: Report, one: BehaviorCase): BehaviorCaseJson {
  return {
    id: one.id,
    skill: one.skill,
    category: one.category,
    extended: one.extended,
    prompt: one.prompt,
    outcome: one.outcome,
    passed: one.passed,
    error: one.error,
    degraded: !isGraded(one) && one.stop === 'api_error',
    checks: one.checks.map(checkJson),
    stop_reason: one.stop,
    notes: one.notes,
    activations: activationsJson(one.activations),
    tool_calls: one.toolCalls,
    room_checked: one.room.observed,
    missing_skills: one.room.missing,
    extra_skills: one.room.extra,
    elapsed_s: seconds(one.elapsedMs),
    cost_usd: one.costUsd,
    cost_estimated_usd: one.replayed ? null : estimatedCost(one, report.prices ?? {}),
    ...tokens(one.usage),
    model: one.model,
    agent_version: one.agentVersion,
    judge: one.judge === null ? null : { ...judgeJson(one.judge), cost_estimated_usd: one.replayed ? null : estimatedCost(one.judge, report.prices ?? {}) },
    replayed: one.replayed,
    cached: one.cached,
    trials: caseTrialsJson(report, one),
    baseline: caseBaselineJson(report, one),
    record: one.record === null ? null : shownPath(report, one.record),
    file: shownPath(report, one.file),
    line: one.line,
    column: one.column,
  }
}

function caseCounts({ cases, graded, passed, errors, checks }: CaseCount): CheckedJson {
  return { cases, graded, passed, errors, ...checkCounts(checks) }
}

/** Checks that have an answer, those of them that are met, and those without one. */
function checkCounts({ graded, met, open }: CheckCount): CheckCountsJson {
  return { checks: graded, checks_passed: met, checks_not_graded: open }
}

function spent({ cost, usage }: Spending): SpentJson {
  return { ...costJson(cost), ...tokens(usage) }
}
