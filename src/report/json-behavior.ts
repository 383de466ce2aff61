import type { BehaviorCase, Check, JudgeCost } from '../behavior/result.ts'
import type { CaseCount, CheckCount } from '../behavior/summary.ts'
import type { Spending } from '../routing/spending.ts'
import type { BaselineJson } from './json-baseline.ts'
import type { TrialsJson } from './json-trials.ts'
import type { Report } from './report.ts'
import { isGraded } from '../behavior/summary.ts'
import { estimatedCost } from '../routing/spending.ts'
import { baselineJson, caseBaselineJson } from './json-baseline.ts'
import { activationsJson, costJson, seconds, tokens } from './json-parts.ts'
import { caseTrialsJson, trialsJson } from './json-trials.ts'
import { behaviorSummaryOf, shownPath } from './report.ts'

/** The behavior tier in `report.json`. */
export interface BehaviorJson {
  totals: Record<string, number>
  outcomes: Record<string, number>
  by_kind: Record<string, Record<string, number>>
  per_skill: Record<string, Record<string, number>>
  /** What agents and judge took, apart. */
  agent: Record<string, number | null>
  judge: Record<string, number | null>
  extra_skills_in_session: Record<string, number>
  /** The runs, where evaluations were to be run several times. */
  trials: TrialsJson
  /** With and without the skill. */
  baseline: BaselineJson
  /** What the arm without the skill took today, its judge included; what came from the cache is not among it. */
  baseline_spent: Record<string, number | null>
  evaluations_left_out: number
  cases: Record<string, unknown>[]
}

/** The behavior evaluations for other programs, by the same rules as the routing ones. */
export function behaviorJson(report: Report): BehaviorJson {
  const summary = behaviorSummaryOf(report)
  return {
    totals: { ...caseCounts(summary), degraded: summary.degraded, replayed: summary.replayed, cached: summary.cached },
    outcomes: summary.outcomes,
    by_kind: Object.fromEntries(Object.entries(summary.byKind).map(([kind, checks]) => [kind, checkCounts(checks)])),
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

function caseOf(report: Report, one: BehaviorCase): Record<string, unknown> {
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
    checks: one.checks.map(checkOf),
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
    judge: one.judge === null ? null : { ...judgeOf(one.judge), cost_estimated_usd: one.replayed ? null : estimatedCost(one.judge, report.prices ?? {}) },
    replayed: one.replayed,
    cached: one.cached,
    trials: caseTrialsJson(report, one),
    baseline: caseBaselineJson(report, one, checkOf, judgeOf),
    record: one.record === null ? null : shownPath(report, one.record),
    file: shownPath(report, one.file),
    line: one.line,
    column: one.column,
  }
}

function checkOf(check: Check): Record<string, unknown> {
  return {
    kind: check.kind,
    expectation: check.text,
    expanded: check.expanded ?? null,
    passed: check.passed,
    expected: check.expected,
    observed: check.observed,
    detail: check.evidence,
    votes: check.votes ?? null,
    diff: check.diff ?? null,
    line: check.line,
    column: check.column,
  }
}

function judgeOf({ agent, version, model, calls, usage, costUsd, elapsedMs }: JudgeCost): Record<string, unknown> {
  return { agent, version, model, calls, elapsed_s: seconds(elapsedMs), cost_usd: costUsd, ...tokens(usage) }
}

function caseCounts({ cases, graded, passed, errors, checks }: CaseCount): Record<string, number> {
  return { cases, graded, passed, errors, ...checkCounts(checks) }
}

/** Checks that have an answer, those of them that are met, and those without one. */
function checkCounts({ graded, met, open }: CheckCount): Record<string, number> {
  return { checks: graded, checks_passed: met, checks_not_graded: open }
}

function spent({ cost, usage }: Spending): Record<string, number | null> {
  return { ...costJson(cost), ...tokens(usage) }
}
