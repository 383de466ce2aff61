import type { Interval } from '../routing/statistics.ts'
import type { Comparison, TierComparison } from './compare.ts'
import type { ComparedRate } from './paired-figures.ts'
import type { ReportedEvaluation, ReportedRun } from './read-report.ts'
import { seconds } from './json-parts.ts'

/** The comparison for other programs. Ratios are exact, costs that are not known are `null`, times are seconds. */
export function comparisonJson({ before, after, tiers, reasons, notes }: Comparison, names: { before: string, after: string }): Record<string, unknown> {
  return {
    schemaVersion: 1,
    before: runJson(before, names.before),
    after: runJson(after, names.after),
    comparable: reasons.length === 0,
    reasons,
    notes,
    tiers: Object.fromEntries(tiers.map(tier => [tier.tier, tierJson(tier)])),
  }
}

function runJson({ agent, agentVersion, model, startedAt, room }: ReportedRun, name: string): Record<string, unknown> {
  return { report: name, agent, agent_version: agentVersion, model, started_at: startedAt, room }
}

function tierJson({ evaluations, figures, answer, changed, notGraded, added, removed }: TierComparison): Record<string, unknown> {
  return {
    answer,
    evaluations,
    before: figures && rateJson(figures.before),
    after: figures && rateJson(figures.after),
    difference: figures && figures.difference,
    interval: figures && ends(figures.interval),
    chance: figures && figures.chance,
    changed: changed.map(one => ({ id: one.id, direction: one.direction, before: stateJson(one.before), after: stateJson(one.after) })),
    not_graded: notGraded.map(one => ({ id: one.before.id, before: stateJson(one.before), after: stateJson(one.after) })),
    added,
    removed,
  }
}

/** The rate of one side of a comparison. */
export function rateJson({ rate, interval, passed, graded, costUsd, elapsedMs }: ComparedRate): { rate: number, interval: [number, number], passed: number, graded: number, cost_usd: number | null, time_s: number } {
  return { rate, interval: ends(interval), passed, graded, cost_usd: costUsd, time_s: seconds(elapsedMs) }
}

function stateJson({ verdicts, passed, graded }: ReportedEvaluation): Record<string, unknown> {
  return { verdicts, passed, graded }
}

/** An interval as `report.json` has it. */
export function ends({ low, high }: Interval): [number, number] {
  return [low, high]
}
