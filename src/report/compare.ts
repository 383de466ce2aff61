import type { Common, Comparability } from './comparable.ts'
import type { Answer, PairedFigures } from './paired-figures.ts'
import type { ReportedEvaluation, ReportedRun } from './read-report.ts'
import { compareText } from '../catalog/compare-text.ts'
import { comparability } from './comparable.ts'
import { answerOf, pairedFigures, rate } from './paired-figures.ts'

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
  figures: PairedFigures | null
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
  const figures = pairedFigures(pairs)
  const known = new Set(common.map(pair => pair.before.id))
  const only = (run: ReportedRun): string[] => run.evaluations.filter(one => one.tier === tier && !known.has(one.id)).map(one => one.id).sort(compareText)
  return {
    tier,
    evaluations: pairs.length,
    figures,
    answer: answerOf(figures),
    changed: changedOf(pairs),
    notGraded: common.filter(pair => !pairs.includes(pair)),
    added: only(after),
    removed: only(before),
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
