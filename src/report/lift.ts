import type { BehaviorCase, CheckTally } from '../behavior/result.ts'
import type { Interval } from '../routing/statistics.ts'
import type { Answer, PairedFigures, Side } from './paired-figures.ts'
import { checkKey, tallyChecks } from '../behavior/check-tally.ts'
import { isGraded } from '../behavior/summary.ts'
import { compareText } from '../catalog/compare-text.ts'
import { groupBy } from '../catalog/group-by.ts'
import { answerOf, pairedFigures } from './paired-figures.ts'

/** What the skill adds: the rate with it less the rate without it. */
export interface Lift {
  /** Evaluations that were graded with the skill and without it: what all figures are of. */
  evaluations: number
  /** `before` is without the skill, `after` with it; `null` when no evaluation was graded in both. */
  figures: PairedFigures | null
  /** Of the difference, at 95 %; `null` too where runs were left out once the answer was sure, for that bends the rate. */
  interval: Interval | null
  answer: Answer
}

/** How one check went with the skill and without it. */
export interface CheckLift extends Pick<CheckTally, 'kind' | 'text' | 'line' | 'column'> {
  id: string
  skill: string
  file: string
  withSkill: Count
  without: Count
  /** Share that is met with the skill less that without it; `null` where one of them has no answer. */
  lift: number | null
  /** `false` when it was met in every run without the skill; `null` when it was graded in none. */
  needsSkill: boolean | null
}

interface Count {
  graded: number
  met: number
}

/** What the arm without the skill shows. */
export interface LiftSummary {
  all: Lift
  /** Sorted by name. */
  perSkill: { skill: string, lift: Lift }[]
  /** Of all evaluations that have the arm, in the order of the dataset. */
  checks: CheckLift[]
  /** What could not be measured without the skill, identical reasons together. */
  unmeasured: { reason: string, cases: BehaviorCase[] }[]
}

/** An evaluation with the skill, and without it. */
interface Pair {
  one: BehaviorCase
  before: Side
  after: Side
}

/** Compares both arms, evaluation by evaluation; `null` when no evaluation has the arm without the skill. */
export function summarizeLift(cases: readonly BehaviorCase[]): LiftSummary | null {
  const both = cases.filter(one => one.baseline !== null)
  if (both.length === 0)
    return null
  const pairs = both.flatMap(pairOf)
  const open = both.filter(one => one.baseline?.trials.graded === 0)
  return {
    all: liftOf(pairs),
    perSkill: [...groupBy(pairs, ({ one }) => one.skill)].sort(([a], [b]) => compareText(a, b)).map(([skill, group]) => ({ skill, lift: liftOf(group) })),
    checks: both.flatMap(checksOf),
    unmeasured: [...groupBy(open, ({ baseline }) => `${baseline?.outcome}: ${baseline?.error ?? 'No reason is on record.'}`)].map(([reason, group]) => ({ reason, cases: group })),
  }
}

function pairOf(one: BehaviorCase): Pair[] {
  const { baseline, costUsd, elapsedMs, trials } = one
  const graded = trials ? trials.passed + trials.failed : isGraded(one) ? 1 : 0
  if (!baseline || baseline.trials.graded === 0 || graded === 0)
    return []
  return [{
    one,
    before: { graded: baseline.trials.graded, passed: baseline.trials.passed, costUsd: baseline.costUsd, elapsedMs: baseline.elapsedMs },
    after: { graded, passed: trials ? trials.passed : Number(one.passed), costUsd, elapsedMs },
  }]
}

function liftOf(pairs: readonly Pair[]): Lift {
  const figures = pairedFigures(pairs)
  const interval = figures === null || pairs.some(({ one }) => one.trials?.stoppedEarly) ? null : figures.interval
  const mayBeNothing = interval === null || (interval.low <= 0 && interval.high >= 0)
  return { evaluations: pairs.length, figures, interval, answer: mayBeNothing ? 'cannot tell' : answerOf(figures) }
}

function checksOf(one: BehaviorCase): CheckLift[] {
  const withSkill = tallyChecks(one.trials?.runs ?? [one])
  const without = one.baseline?.tallies ?? []
  const byKey = (tallies: readonly CheckTally[]): Map<string, CheckTally> => new Map(tallies.map(tally => [checkKey(tally), tally]))
  const [ours, theirs] = [byKey(withSkill), byKey(without)]
  return [...new Map([...ours, ...theirs])].map(([key, { kind, text, line, column }]) => {
    const [a, b] = [countOf(ours.get(key)), countOf(theirs.get(key))]
    return {
      id: one.id,
      skill: one.skill,
      ...{ kind, text, file: one.file, line, column },
      withSkill: a,
      without: b,
      lift: a.graded === 0 || b.graded === 0 ? null : a.met / a.graded - b.met / b.graded,
      needsSkill: b.graded === 0 ? null : b.met < b.graded,
    }
  })
}

function countOf(tally: CheckTally | undefined): Count {
  return { graded: tally?.graded ?? 0, met: tally?.met ?? 0 }
}
