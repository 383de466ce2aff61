import type { BehaviorCase } from '../behavior/result.ts'
import type { RoutingCase } from '../routing/result.ts'
import type { Interval } from '../routing/statistics.ts'
import { groupBy } from '../catalog/group-by.ts'
import { passAtK, passHatK, scoreInterval, wilsonInterval } from '../routing/statistics.ts'
import { isFlaky } from '../run/trials.ts'

/** How the runs of one evaluation went. Runs that could not be measured are in no rate. */
export interface EvaluationTrials {
  one: RoutingCase | BehaviorCase
  asked: number
  graded: number
  passed: number
  errors: number
  /** Share of the graded runs that passed, 0 to 1; `null` when none was graded. */
  rate: number | null
  /** Of the rate, at 95 %; `null` too where runs were left out once the answer was sure, for that bends the rate. */
  interval: Interval | null
  /** Both answers were given. */
  flaky: boolean
  stoppedEarly: boolean
}

/** How the runs of many evaluations went. Every evaluation counts alike, however many of its runs were graded. */
export interface TrialsSummary {
  /** Evaluations with a graded run. */
  evaluations: number
  /** Runs that each was asked for. */
  asked: number
  graded: number
  passed: number
  errors: number
  /** Mean of the evaluations' rates. */
  rate: number | null
  /** Of that mean, with evaluations as observations: runs of one prompt resemble each other. `null` where runs were left out. */
  interval: Interval | null
  /** Chance that one of `asked` runs passes, and that all of them do, over the evaluations whose runs were all graded. */
  passAtK: number | null
  passHatK: number | null
  /** Ids of the evaluations that gave both answers. */
  flaky: string[]
  stoppedEarly: boolean
}

/** The evaluations that were to be run several times. */
export function trialsOf(cases: readonly (RoutingCase | BehaviorCase)[]): EvaluationTrials[] {
  return cases.flatMap((one) => {
    const { trials } = one
    if (!trials)
      return []
    const { asked, passed, failed, errors, stoppedEarly } = trials
    const graded = passed + failed
    return [{ one, asked, graded, passed, errors, rate: graded === 0 ? null : passed / graded, interval: stoppedEarly ? null : wilsonInterval(passed, graded), flaky: isFlaky(trials), stoppedEarly }]
  })
}

/** Adds up; `null` when nothing was to be run several times. */
export function summarizeTrials(all: readonly EvaluationTrials[]): TrialsSummary | null {
  const [first] = all
  if (!first)
    return null
  const measured = all.filter(one => one.graded > 0)
  const whole = all.filter(one => one.graded === one.asked)
  const stoppedEarly = all.some(one => one.stoppedEarly)
  const rate = mean(measured.map(one => one.passed / one.graded))
  return {
    evaluations: measured.length,
    asked: first.asked,
    graded: sum(all.map(one => one.graded)),
    passed: sum(all.map(one => one.passed)),
    errors: sum(all.map(one => one.errors)),
    rate,
    interval: rate === null || stoppedEarly ? null : scoreInterval(rate, measured.length),
    passAtK: stoppedEarly ? null : mean(whole.map(one => passAtK(one.passed, one.graded, one.asked) ?? 0)),
    passHatK: stoppedEarly ? null : mean(whole.map(one => passHatK(one.passed, one.graded, one.asked) ?? 0)),
    flaky: all.filter(one => one.flaky).map(one => one.one.id),
    stoppedEarly,
  }
}

/** The same skill by skill, sorted by name; those of the shared pool are nobody's. */
export function trialsBySkill(all: readonly EvaluationTrials[]): { skill: string, summary: TrialsSummary }[] {
  return [...groupBy(all.filter(({ one }) => one.skill !== null), ({ one }) => one.skill ?? '')]
    .sort(([a], [b]) => a < b ? -1 : 1)
    .flatMap(([skill, group]) => {
      const summary = summarizeTrials(group)
      return summary ? [{ skill, summary }] : []
    })
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}

function mean(numbers: number[]): number | null {
  return numbers.length === 0 ? null : sum(numbers) / numbers.length
}
