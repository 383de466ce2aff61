import type { Interval } from '../routing/statistics.ts'
import { scoreInterval } from '../routing/statistics.ts'
import { pairedInterval, signFlipTest } from './paired-statistics.ts'

/** Chance up to which a difference counts as one. */
const SURE = 0.05

/** What a comparison comes to. */
export type Answer = 'better' | 'worse' | 'cannot tell'

/** One evaluation on one side of a comparison. */
export interface Side {
  /** Graded runs, at least one, and those that passed. */
  graded: number
  passed: number
  /** Of all its runs; `null` is not known. */
  costUsd: number | null
  elapsedMs: number
}

/** The rate of one side: the mean over evaluations that were graded on both. */
export interface ComparedRate extends Side {
  /** 0 to 1. */
  rate: number
  /** At 95 %; each evaluation is one observation. */
  interval: Interval
}

/** Both sides over the same evaluations. */
export interface PairedFigures {
  before: ComparedRate
  after: ComparedRate
  /** Rate after less rate before, and its interval at 95 %: −1 to 1. */
  difference: number
  interval: Interval
  /** How often such a difference, or a larger one, comes by chance alone: 0 to 1. */
  chance: number
}

/** Compares evaluation by evaluation; `null` without a pair. */
export function pairedFigures(pairs: readonly { before: Side, after: Side }[]): PairedFigures | null {
  const interval = pairedInterval(pairs)
  if (interval === null)
    return null
  const [before, after] = [rateOf(pairs.map(pair => pair.before)), rateOf(pairs.map(pair => pair.after))]
  return { before, after, difference: after.rate - before.rate, interval, chance: signFlipTest(pairs.map(pair => rate(pair.after) - rate(pair.before))) }
}

/** Whether a difference is more than chance makes. */
export function answerOf(figures: Pick<PairedFigures, 'difference' | 'chance'> | null): Answer {
  return figures === null || figures.chance > SURE ? 'cannot tell' : figures.difference > 0 ? 'better' : 'worse'
}

/** Share of the graded runs that passed. */
export function rate({ passed, graded }: Pick<Side, 'passed' | 'graded'>): number {
  return passed / graded
}

function rateOf(sides: readonly Side[]): ComparedRate {
  const sum = (of: (one: Side) => number): number => sides.reduce((all, one) => all + of(one), 0)
  const mean = sum(rate) / sides.length
  return {
    rate: mean,
    interval: scoreInterval(mean, sides.length),
    passed: sum(one => one.passed),
    graded: sum(one => one.graded),
    costUsd: sides.some(one => one.costUsd === null) ? null : sum(one => one.costUsd ?? 0),
    elapsedMs: sum(one => one.elapsedMs),
  }
}
