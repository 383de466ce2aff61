import type { Interval } from '../routing/statistics.ts'
import type { Common, Comparability } from './comparable.ts'
import type { ReportedEvaluation, ReportedRun } from './read-report.ts'
import { compareText } from '../catalog/compare-text.ts'
import { scoreInterval } from '../routing/statistics.ts'
import { comparability } from './comparable.ts'
import { pairedInterval, signFlipTest } from './paired-statistics.ts'

/** Chance up to which a difference counts as one. */
const SURE = 0.05

/** What a comparison comes to. */
export type Answer = 'better' | 'worse' | 'cannot tell'

/** The rate of one run: the mean over evaluations that were graded in both. */
export interface ComparedRate {
  /** 0 to 1. */
  rate: number
  /** At 95 %; each evaluation is one observation. */
  interval: Interval
  /** Graded runs, and those that passed. */
  passed: number
  graded: number
  /** Of these evaluations; `null` is not known. */
  costUsd: number | null
  elapsedMs: number
}

/** An evaluation whose verdicts are not the same in both reports. */
export interface ChangedEvaluation extends Common {
  id: string
  /** `other`: wrong before and after, in another way. */
  direction: 'better' | 'worse' | 'other'
}

/** The comparison of one tier. */
export interface TierComparison {
  tier: ReportedEvaluation['tier']
  /** Evaluations that were graded in both reports: what all figures are of. */
  evaluations: number
  /** `null` when no evaluation was graded in both. */
  figures: {
    before: ComparedRate
    after: ComparedRate
    /** Rate after less rate before, and its interval at 95 %: −1 to 1. */
    difference: number
    interval: Interval
    /** How often such a difference, or a larger one, comes by chance alone: 0 to 1. */
    chance: number
  } | null
  answer: Answer
  /** Worse first, then by id. */
  changed: ChangedEvaluation[]
  /** Evaluations in both reports that were not graded in one of them or both. */
  notGraded: Common[]
  /** Ids that only one of the reports has. */
  added: string[]
  removed: string[]
}

/** Two reports side by side. */
export interface Comparison extends Comparability {
  before: ReportedRun
  after: ReportedRun
  /** Tiers that a report has evaluations of. */
  tiers: TierComparison[]
}

/** Compares two reports, evaluation by evaluation. `reasons` says why the answer would mean nothing; it is given all the same. */
export function compareReports(before: ReportedRun, after: ReportedRun): Comparison {
  const common = commonOf(before, after)
  const tiers = (['routing', 'behavior'] as const)
    .filter(tier => [...before.evaluations, ...after.evaluations].some(one => one.tier === tier))
    .map(tier => compareTier(tier, before, after, common.filter(pair => pair.before.tier === tier)))
  const { reasons, notes } = comparability(before, after, common)
  return { before, after, tiers, notes, reasons: common.length === 0 ? ['The reports have no evaluation in common.'] : reasons }
}

function commonOf(before: ReportedRun, after: ReportedRun): Common[] {
  const byKey = new Map(after.evaluations.map(one => [`${one.tier} ${one.id}`, one]))
  return before.evaluations.flatMap((one) => {
    const other = byKey.get(`${one.tier} ${one.id}`)
    return other ? [{ before: one, after: other }] : []
  })
}

function compareTier(tier: TierComparison['tier'], before: ReportedRun, after: ReportedRun, common: Common[]): TierComparison {
  const pairs = common.filter(pair => pair.before.graded > 0 && pair.after.graded > 0)
  const figures = figuresOf(pairs)
  const known = new Set(common.map(pair => pair.before.id))
  const only = (run: ReportedRun): string[] => run.evaluations.filter(one => one.tier === tier && !known.has(one.id)).map(one => one.id).sort(compareText)
  return {
    tier,
    evaluations: pairs.length,
    figures,
    answer: figures === null || figures.chance > SURE ? 'cannot tell' : figures.difference > 0 ? 'better' : 'worse',
    changed: changedOf(pairs),
    notGraded: common.filter(pair => !pairs.includes(pair)),
    added: only(after),
    removed: only(before),
  }
}

function figuresOf(pairs: Common[]): TierComparison['figures'] {
  const interval = pairedInterval(pairs)
  if (interval === null)
    return null
  const [before, after] = [rateOf(pairs.map(pair => pair.before)), rateOf(pairs.map(pair => pair.after))]
  return { before, after, difference: after.rate - before.rate, interval, chance: signFlipTest(pairs.map(pair => rate(pair.after) - rate(pair.before))) }
}

function rateOf(evaluations: ReportedEvaluation[]): ComparedRate {
  const sum = (of: (one: ReportedEvaluation) => number): number => evaluations.reduce((all, one) => all + of(one), 0)
  const mean = sum(rate) / evaluations.length
  return {
    rate: mean,
    interval: scoreInterval(mean, evaluations.length),
    passed: sum(one => one.passed),
    graded: sum(one => one.graded),
    costUsd: evaluations.some(one => one.costUsd === null) ? null : sum(one => one.costUsd ?? 0),
    elapsedMs: sum(one => one.elapsedMs),
  }
}

function changedOf(pairs: Common[]): ChangedEvaluation[] {
  const order = ['worse', 'better', 'other']
  return pairs
    .filter(({ before, after }) => rate(before) !== rate(after) || kinds(before) !== kinds(after))
    .map((pair): ChangedEvaluation => {
      const difference = rate(pair.after) - rate(pair.before)
      return { ...pair, id: pair.before.id, direction: difference > 0 ? 'better' : difference < 0 ? 'worse' : 'other' }
    })
    .sort((a, b) => order.indexOf(a.direction) - order.indexOf(b.direction) || compareText(a.id, b.id))
}

/** The verdicts, each once: in which order trials ended says nothing. */
function kinds({ verdicts }: ReportedEvaluation): string {
  return [...new Set(verdicts)].sort().join(' ')
}

function rate({ passed, graded }: ReportedEvaluation): number {
  return passed / graded
}
