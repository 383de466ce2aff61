import type { Prices } from '../agent/prices.ts'
import type { RoutingCase, Verdict } from './result.ts'
import type { Confusion, SkillSummary } from './skill-summary.ts'
import type { Spending } from './spending.ts'
import { compareText } from '../catalog/compare-text.ts'
import { groupBy } from '../catalog/group-by.ts'
import { isOtherSkill } from './names.ts'
import { confusionsOf, skillSummaries } from './skill-summary.ts'
import { addSpending } from './spending.ts'

/** How the evaluations of one kind went. */
export interface GroupSummary {
  graded: number
  passed: number
  errors: number
  /** Exact ratio of passed to graded; `null` when nothing was graded. */
  accuracy: number | null
}

/** A skill's name and in how many runs it was met. */
export interface Sighting {
  skill: string
  count: number
}

/** What all routing evaluations of a run amount to. Errors are in no ratio. */
export interface RoutingSummary extends GroupSummary {
  /** All evaluations: graded and not. */
  cases: number
  verdicts: Record<Verdict, number>
  byCategory: Record<RoutingCase['category'], GroupSummary>
  /** Sorted by name; every skill that was expected or fired. */
  perSkill: SkillSummary[]
  /** All graded evaluations as pairs of expected and fired, most frequent first. `null` is no skill. */
  confusion: Confusion[]
  /** Graded evaluations in which a skill of the room fired, and in which one should have. */
  activations: number
  activationsExpected: number
  /** Ids of evaluations that a budget stopped, or that came within one call of it. */
  nearBudget: string[]
  /** What could not be measured, identical reasons together. */
  unmeasured: { reason: string, cases: RoutingCase[] }[]
  /** Evaluations for which no agent ran: graded from a recording, or, `cached` of them, from the cache. */
  replayed: number
  cached: number
  /** Money and tokens of the runs. */
  spending: Spending
  /** Errors that the agent's provider is to blame for. */
  degraded: number
  /** Wall time of all agents together, in milliseconds. */
  elapsedMs: number
  /** How the rooms that the agents saw differ from the one they were given. */
  sessions: {
    /** Runs in which the agent listed its skills. */
    checked: number
    /** Installed skills outside the room that fired. */
    other: Sighting[]
    missing: Sighting[]
    extra: Sighting[]
  }
  /** Whether the routing tier passes; the reasons are sentences. */
  outcome: { ok: boolean, reasons: string[] }
}

/** What `summarize` has to know beside the cases. */
export interface SummaryOptions {
  /** 0 to 1, compared with the exact ratio. */
  minAccuracy: number
  /** The budgets that were in force. Without them, only evaluations that a budget stopped are near it. */
  limits?: { toolCalls: number, inspections: number }
  /**
   * Only a shard of the evaluations is here. What has to be seen over all of them (the ratio, whether anything fired) is
   * judged when the shards are merged; what no other shard can put right fails here.
   */
  shard?: boolean
  /** By which runs are counted that did not say their cost. Default: none. */
  prices?: Prices
}

/** Adds up routing evaluations and says whether they pass. */
export function summarize(cases: RoutingCase[], options: SummaryOptions): RoutingSummary {
  const graded = cases.filter(one => one.verdict !== 'error')
  const total = group(cases)
  const activations = graded.filter(one => one.observed !== null && !isOtherSkill(one.observed)).length
  const activationsExpected = graded.filter(one => one.expected !== null).length
  return {
    cases: cases.length,
    ...total,
    verdicts: countVerdicts(cases),
    byCategory: {
      positive: group(cases.filter(one => one.category === 'positive')),
      near_miss: group(cases.filter(one => one.category === 'near_miss')),
      unrelated: group(cases.filter(one => one.category === 'unrelated')),
    },
    perSkill: skillSummaries(cases),
    confusion: confusionsOf(graded),
    activations,
    activationsExpected,
    nearBudget: graded.filter(one => isNearBudget(one, options.limits)).map(one => one.id),
    unmeasured: groupErrors(cases),
    replayed: cases.filter(one => one.replayed && one.stop !== 'not_run').length,
    cached: cases.filter(one => one.cached).length,
    degraded: cases.filter(one => one.verdict === 'error' && one.stop === 'api_error').length,
    // What did not run took nothing.
    spending: addSpending(cases.filter(one => one.stop !== 'not_run'), options.prices),
    elapsedMs: cases.reduce((sum, one) => sum + one.elapsedMs, 0),
    sessions: {
      checked: cases.filter(one => one.room.observed).length,
      other: sightings(cases.map(one => one.activations.map(load => load.skill).filter(isOtherSkill))),
      missing: sightings(cases.map(one => one.room.missing)),
      extra: sightings(cases.map(one => one.room.extra)),
    },
    outcome: judge(total, activations, activationsExpected, options),
  }
}

function judge(total: GroupSummary, activations: number, activationsExpected: number, { minAccuracy, shard = false }: SummaryOptions): RoutingSummary['outcome'] {
  const { graded, passed, errors, accuracy } = total
  const reasons: string[] = []
  if (errors > 0)
    reasons.push(`${errors} of ${graded + errors} could not be measured.`)
  if (shard && (accuracy === null || passed === graded || minAccuracy < 1))
    return { ok: reasons.length === 0, reasons }
  if (accuracy === null) {
    reasons.push('Nothing was measured.')
    return { ok: false, reasons }
  }
  if (!shard && activations === 0 && activationsExpected > 0)
    reasons.push(`No skill fired, though one should have in ${activationsExpected} of ${graded}. Check that the agent sees the room.`)
  // Written so that a bar which is not a number fails. The exact ratio: 3999 of 4000 is not 100%.
  if (!(accuracy >= minAccuracy))
    reasons.push(`${passed} of ${graded} right is below the bar of ${Number((minAccuracy * 100).toPrecision(12))}%.`)
  return { ok: reasons.length === 0, reasons }
}

function group(cases: RoutingCase[]): GroupSummary {
  const graded = cases.filter(one => one.verdict !== 'error')
  const passed = graded.filter(one => one.passed).length
  return { graded: graded.length, passed, errors: cases.length - graded.length, accuracy: graded.length === 0 ? null : passed / graded.length }
}

function countVerdicts(cases: RoutingCase[]): Record<Verdict, number> {
  const verdicts: Record<Verdict, number> = { correct_trigger: 0, true_negative: 0, missed_trigger: 0, wrong_skill: 0, false_trigger: 0, error: 0 }
  for (const { verdict } of cases)
    verdicts[verdict]++
  return verdicts
}

function isNearBudget(one: RoutingCase, limits: SummaryOptions['limits']): boolean {
  if (one.stop === 'tool_budget' || one.stop === 'inspection_budget')
    return true
  return limits !== undefined
    && (one.toolCalls >= Math.max(1, limits.toolCalls - 1) || one.inspections >= Math.max(1, limits.inspections - 1))
}

function groupErrors(cases: RoutingCase[]): RoutingSummary['unmeasured'] {
  return [...groupBy(cases.filter(one => one.verdict === 'error'), one => one.error ?? 'No reason is on record.')]
    .map(([reason, group]) => ({ reason, cases: group }))
    .sort((a, b) => b.cases.length - a.cases.length)
}

/** In how many runs each skill was met, most frequent first. */
export function sightings(runs: string[][]): Sighting[] {
  const counts = new Map<string, number>()
  for (const skill of runs.flatMap(skills => [...new Set(skills)]))
    counts.set(skill, (counts.get(skill) ?? 0) + 1)
  return [...counts].map(([skill, count]) => ({ skill, count })).sort((a, b) => b.count - a.count || compareText(a.skill, b.skill))
}
