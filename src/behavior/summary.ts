import type { Prices } from '../agent/prices.ts'
import type { Spending, Spent } from '../routing/spending.ts'
import type { Sighting } from '../routing/summary.ts'
import type { BaselineRun, BehaviorCase, Check, CheckKind, Outcome } from './result.ts'
import { addCosts, addUsage } from '../agent/usage.ts'
import { groupBy } from '../catalog/group-by.ts'
import { addSpending, sum } from '../routing/spending.ts'
import { sightings } from '../routing/summary.ts'

/** How checks went. Those without an answer are in `open` alone. */
export interface CheckCount {
  graded: number
  met: number
  open: number
}

/** How evaluations went. Only `passed` and `failed` are graded. */
export interface CaseCount {
  cases: number
  graded: number
  passed: number
  errors: number
  checks: CheckCount
}

/** How the evaluations of one skill went. */
export interface BehaviorSkill extends CaseCount {
  skill: string
}

/** What all behavior evaluations of a run amount to. */
export interface BehaviorSummary extends CaseCount {
  outcomes: Record<Outcome, number>
  byKind: Record<CheckKind, CheckCount>
  /** Ids of evaluations that passed although the agent never loaded their skill. */
  passedWithoutSkill: string[]
  /** Sorted by name. */
  perSkill: BehaviorSkill[]
  /** What could not be measured, identical reasons together. */
  unmeasured: { outcome: Outcome, reason: string, cases: BehaviorCase[] }[]
  /** Evaluations for which no agent ran: graded from a recording, or, `cached` of them, from the cache. */
  replayed: number
  cached: number
  /** Errors that the agent's provider is to blame for. */
  degraded: number
  /** Money and tokens of the agents, and of the judge; of the arm without the skill, both together. */
  spending: { agent: Spending, judge: Spending, baseline: Spending }
  /** Wall time of all agents together and of all judges, in milliseconds; of the arm without the skill, of its agents that ran today. */
  elapsedMs: { agent: number, judge: number, baseline: number }
  /** Runs of the judge. */
  judgeCalls: number
  /** Who judged, each once: agent, version and model. */
  judges: string[]
  /** How the skills that the agents saw differ from the one that was installed. */
  sessions: { checked: number, extra: Sighting[] }
  /** Whether the behavior tier passes; the reasons are sentences. */
  outcome: { ok: boolean, reasons: string[] }
}

/**
 * Adds up behavior evaluations and says whether they pass: when all were measured and none failed.
 *
 * @param cases the evaluations
 * @param prices by which runs are counted that did not say their cost
 */
export function summarizeBehavior(cases: readonly BehaviorCase[], prices: Prices = {}): BehaviorSummary {
  const total = countCases(cases)
  // What did not run took nothing.
  const ran = cases.filter(one => one.stop !== 'not_run')
  const without = cases.flatMap(one => one.baseline?.runs.map(run => ({ ...run, model: one.model })) ?? []).filter(run => run.elapsedMs > 0)
  const judged = cases.flatMap(one => one.judge === null ? [] : [{ ...one.judge, replayed: one.replayed }])
  return {
    ...total,
    outcomes: countOutcomes(cases),
    byKind: {
      expected_behavior: countChecks(cases, 'expected_behavior'),
      unexpected_behavior: countChecks(cases, 'unexpected_behavior'),
      logs_contain: countChecks(cases, 'logs_contain'),
      files_exist: countChecks(cases, 'files_exist'),
      hook: countChecks(cases, 'hook'),
    },
    passedWithoutSkill: cases.filter(one => one.outcome === 'passed' && !hasLoadedSkill(one)).map(one => one.id),
    perSkill: [...new Set(cases.map(one => one.skill))].sort().map(skill => ({ skill, ...countCases(cases.filter(one => one.skill === skill)) })),
    unmeasured: groupErrors(cases),
    replayed: ran.filter(one => one.replayed).length,
    cached: ran.filter(one => one.cached).length,
    degraded: cases.filter(one => one.outcome === 'agent_error' && one.stop === 'api_error').length,
    spending: { agent: addSpending(ran, prices), judge: addSpending(judged, prices), baseline: addSpending(without.map(withJudge), prices) },
    elapsedMs: { agent: sum(ran.map(one => one.elapsedMs)), judge: sum(judged.map(one => one.elapsedMs)), baseline: sum(without.filter(run => !run.cached).map(run => run.elapsedMs)) },
    judgeCalls: sum(judged.map(one => one.calls)),
    judges: [...new Set(judged.map(one => `${one.agent}${one.version === null ? '' : ` ${one.version}`}, ${one.model ?? 'model unknown'}`))],
    sessions: { checked: ran.filter(one => one.room.observed).length, extra: sightings(ran.map(one => one.room.extra)) },
    outcome: judge(total),
  }
}

/** Whether an outcome is an answer about the skill. */
export function isGraded({ outcome }: Pick<BehaviorCase, 'outcome'>): boolean {
  return outcome === 'passed' || outcome === 'failed'
}

/** Whether the agent loaded the skill of the evaluation. It decides no outcome: what is graded is the work. */
export function hasLoadedSkill({ skill, activations }: Pick<BehaviorCase, 'skill' | 'activations'>): boolean {
  return activations.some(one => one.ok && one.skill === skill)
}

/** Checks of an evaluation that are not met; those without an answer are not among them. */
export function unmetChecks({ checks }: Pick<BehaviorCase, 'checks'>): Check[] {
  return checks.filter(check => check.passed === false)
}

/** What a run without the skill took, with what its judge took. */
function withJudge({ usage, costUsd, judge, cached, model }: BaselineRun & { model: string | null }): Spent {
  const judges = judge ? [judge] : []
  return { usage: addUsage([usage, ...judges.map(one => one.usage)]), costUsd: addCosts([costUsd, ...judges.map(one => one.costUsd)]), model, replayed: cached }
}

function judge({ cases, graded, passed, errors }: CaseCount): BehaviorSummary['outcome'] {
  const reasons: string[] = []
  if (errors > 0)
    reasons.push(`${errors} of ${cases} could not be measured.`)
  if (cases === 0 || graded === 0)
    reasons.push('Nothing was measured.')
  if (passed < graded)
    reasons.push(`${graded - passed} of ${graded} failed.`)
  return { ok: reasons.length === 0, reasons }
}

function countCases(cases: readonly BehaviorCase[]): CaseCount {
  const graded = cases.filter(isGraded)
  return {
    cases: cases.length,
    graded: graded.length,
    passed: graded.filter(one => one.outcome === 'passed').length,
    errors: cases.length - graded.length,
    checks: countChecks(cases, null),
  }
}

/** What was checked counts, also in an evaluation that is not graded as a whole: its answers are as good as any. */
function countChecks(cases: readonly BehaviorCase[], kind: CheckKind | null): CheckCount {
  const checks = cases.flatMap(one => one.checks).filter(check => kind === null || check.kind === kind)
  const graded = checks.filter(check => check.passed !== null)
  return { graded: graded.length, met: graded.filter(check => check.passed).length, open: checks.length - graded.length }
}

function countOutcomes(cases: readonly BehaviorCase[]): Record<Outcome, number> {
  const outcomes: Record<Outcome, number> = { passed: 0, failed: 0, agent_error: 0, judge_error: 0, hook_error: 0, timeout: 0, over_budget: 0 }
  for (const { outcome } of cases)
    outcomes[outcome]++
  return outcomes
}

function groupErrors(cases: readonly BehaviorCase[]): BehaviorSummary['unmeasured'] {
  const reasoned = cases.filter(one => !isGraded(one)).map(one => ({ one, outcome: one.outcome, reason: one.error ?? 'No reason is on record.' }))
  return [...groupBy(reasoned, ({ outcome, reason }) => JSON.stringify([outcome, reason])).values()]
    .flatMap(([first, ...more]) => first ? [{ outcome: first.outcome, reason: first.reason, cases: [first, ...more].map(({ one }) => one) }] : [])
    .sort((a, b) => b.cases.length - a.cases.length)
}
