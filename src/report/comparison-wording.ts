import type { Common } from './comparable.ts'
import type { ChangedEvaluation, TierComparison } from './compare.ts'
import type { ComparedRate } from './paired-figures.ts'
import type { ReportedEvaluation, ReportedRun } from './read-report.ts'
import { count, dollars, duration, percent } from './figures.ts'
import { oneLine } from './plain-text.ts'

/** The agent, its model and the time of a run. */
export function runInWords({ agent, agentVersion, model, startedAt }: ReportedRun): string {
  return oneLine(`${agent}${agentVersion === null ? '' : ` ${agentVersion}`}, ${model ?? 'model unknown'}, ${startedAt}`)
}

/** The rate of one run with its interval: `61 of 73, 83.5% (73.4% to 90.3%)`. With several runs of an evaluation it is no ratio of counts. */
export function rateInWords({ rate, interval, passed, graded }: ComparedRate, evaluations: number): string {
  const shown = `${percent(rate)} (${percent(interval.low)} to ${percent(interval.high)})`
  return graded === evaluations ? `${passed} of ${graded}, ${shown}` : `${shown}, mean of ${count(evaluations, 'evaluation')}; ${passed} of ${graded} runs passed`
}

/** The difference of the rates in percentage points, its interval, and how often chance alone makes one like it. */
export function differenceInWords({ figures, changed }: TierComparison): string {
  if (figures === null)
    return 'no evaluation was graded in both'
  const of = (direction: ChangedEvaluation['direction']): number => changed.filter(one => one.direction === direction).length
  const { difference, interval, chance } = figures
  const moved = `${of('better')} better, ${of('worse')} worse`
  const byChance = difference === 0 ? '' : `; one like it comes by chance ${chanceInWords(chance)}`
  return `${points(difference)} points (${points(interval.low)} to ${points(interval.high)}); ${moved}${byChance}`
}

/** Cost and time of the evaluations that are compared. */
export function spendingInWords({ figures }: TierComparison): string | null {
  if (figures === null)
    return null
  const cost = (one: ComparedRate): string => one.costUsd === null ? 'unknown' : dollars(one.costUsd)
  const { before, after } = figures
  return `cost ${cost(before)} → ${cost(after)}, time ${duration(before.elapsedMs)} → ${duration(after.elapsedMs)}`
}

/** What a tier came to, row by row: both rates, their difference, and what was spent. */
export function tierRows(tier: TierComparison): { name: 'before' | 'after' | 'difference' | 'spent', text: string }[] {
  const { figures, evaluations } = tier
  const spent = spendingInWords(tier)
  return [
    ...figures === null ? [] : [{ name: 'before' as const, text: rateInWords(figures.before, evaluations) }, { name: 'after' as const, text: rateInWords(figures.after, evaluations) }],
    { name: 'difference', text: differenceInWords(tier) },
    ...spent === null ? [] : [{ name: 'spent' as const, text: spent }],
  ]
}

/** What an evaluation was, and what it is: its verdicts, or with several runs how many passed. */
export function changeInWords({ before, after }: Common): string {
  return `${stateInWords(before)} → ${stateInWords(after)}`
}

function stateInWords({ verdicts, passed, graded }: ReportedEvaluation): string {
  const kinds = [...new Set(verdicts)].map(oneLine).join(', ')
  return verdicts.length === 1 ? kinds : `${passed}/${graded} (${kinds})`
}

/** What of both reports is in no figure. */
export function leftOutInWords({ notGraded, added, removed }: TierComparison, some: (names: string[]) => string): string[] {
  const group = (name: string, ids: string[]): string[] => ids.length === 0 ? [] : [`${name}, ${ids.length}: ${some(ids.map(oneLine))}`]
  return [...group('Not graded in both', notGraded.map(pair => pair.before.id)), ...group('Only before', removed), ...group('Only after', added)]
}

/** `Routing, 73 evaluations graded in both`. */
export function tierInWords({ tier, evaluations }: TierComparison): string {
  return `${tier === 'routing' ? 'Routing' : 'Behavior'}, ${count(evaluations, 'evaluation')} graded in both`
}

/** A difference of rates in percentage points: `+12.5`. */
export function points(difference: number): string {
  const rounded = Math.round(difference * 1000) / 10
  return `${rounded > 0 ? '+' : rounded < 0 ? '−' : ''}${Math.abs(rounded)}`
}

/** How often chance alone makes such a difference. */
export function chanceInWords(chance: number): string {
  return chance < 0.001 ? 'less than once in 1000 comparisons' : `in ${Number((chance * 100).toPrecision(2))}% of comparisons`
}
