import type { CheckLift, Lift } from './lift.ts'
import { chanceInWords, points, rateInWords } from './comparison-wording.ts'
import { count, dollars, duration } from './figures.ts'

/** `+50 points (−3.2 to 80.1)`: what the skill adds to the rate. */
export function liftInWords({ figures, interval }: Lift): string {
  if (figures === null)
    return 'no evaluation was graded both with its skill and without it'
  return `${points(figures.difference)} points${interval === null ? '' : ` (${points(interval.low)} to ${points(interval.high)})`}`
}

/** What the lift allows to say of the skill. */
export function answerInWords({ figures, interval, answer }: Lift, of: 'the skill' | 'the skills'): string {
  if (answer !== 'cannot tell')
    return `${answer} with ${of}`
  if (figures === null)
    return answer
  if (interval === null)
    return `${answer}: runs were left out once the answer was sure`
  return figures.difference === 0 ? `${answer}: no difference was seen` : `${answer}: one like it comes by chance ${chanceInWords(figures.chance)}`
}

/** The rates of both arms. */
export function armsInWords({ figures, evaluations }: Lift): { withSkill: string, without: string } | null {
  return figures && { withSkill: rateInWords(figures.after, evaluations), without: rateInWords(figures.before, evaluations) }
}

/** What the agents of both arms took, whenever they ran. */
export function armSpendingInWords({ figures }: Lift): string | null {
  if (figures === null)
    return null
  const arm = ({ costUsd, elapsedMs }: { costUsd: number | null, elapsedMs: number }): string => `${costUsd === null ? 'cost unknown' : dollars(costUsd)}, ${duration(elapsedMs)}`
  return `${arm(figures.after)} with; ${arm(figures.before)} without`
}

/** How often a check was met in both arms: `1 of 3 with, 3 of 3 without`. */
export function checkInWords({ withSkill, without }: Pick<CheckLift, 'withSkill' | 'without'>): string {
  return `${withSkill.met} of ${withSkill.graded} with, ${without.met} of ${without.graded} without`
}

/** Checks that were met in every run without the skill, and not less often with it. What must not happen comes last: mostly nobody does it. */
export function needNoSkill(checks: readonly CheckLift[]): CheckLift[] {
  const found = checks.filter(check => check.needsSkill === false && check.lift !== null && check.lift >= 0)
  const isForbidden = ({ kind }: CheckLift): boolean => kind === 'unexpected_behavior'
  return [...found.filter(check => !isForbidden(check)), ...found.filter(isForbidden)]
}

/** Checks that were met less often with the skill than without it. */
export function hinderedBySkill(checks: readonly CheckLift[]): CheckLift[] {
  return checks.filter(check => check.lift !== null && check.lift < 0)
}

/** What could not be measured: `2 evaluations could not be measured without the skill: timeout: …`. */
export function unmeasuredInWords(cases: number, reason: string): string {
  return `${count(cases, 'evaluation')} could not be measured without the skill: ${reason}`
}
