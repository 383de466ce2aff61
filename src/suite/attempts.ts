import type { Usage } from '../agent/events.ts'
import type { JudgeCost } from '../behavior/result.ts'
import { addCosts, addUsage } from '../agent/usage.ts'
import { addJudgeCosts } from '../behavior/judge-cost.ts'

/** What is added up over attempts. */
interface Attempt {
  passed: boolean
  usage: Usage
  costUsd: number | null
  elapsedMs: number
  notes: string[]
  judge?: JudgeCost | null
}

const earlierAttempt = 'An attempt before this one ended as'

/**
 * The attempts that are made of one test. What the earlier ones cost was spent all the same, and that they were made is told. Of
 * retries the last one counts, as for Vitest; of repeats each one, so that a wrong one is not made good by the next.
 *
 * @param latest the attempt that has just been graded
 * @param ending its verdict or outcome
 * @param isRepeated the test is one that is repeated, and not tried again
 * @param earlier what the attempts before it came to
 */
export function together<T extends Attempt>(latest: T, ending: string, isRepeated: boolean, earlier: T & { verdict?: string, outcome?: string } | undefined): T {
  if (!earlier)
    return latest
  const lost = earlier.verdict ?? earlier.outcome ?? ending
  const all = withEarlier(latest, earlier, `${earlierAttempt} ${lost}.`, ...earlier.notes.filter(note => note.startsWith(earlierAttempt)))
  const { usage, costUsd, elapsedMs, judge, notes } = all
  return isRepeated && !earlier.passed ? { ...earlier, usage, costUsd, elapsedMs, ...(judge !== undefined && { judge }), notes } : all
}

/** A run, with what those before it took, and remarks on them. */
export function withEarlier<T extends Attempt>(latest: T, earlier: Attempt, ...notes: string[]): T {
  return { ...latest, ...spentTogether([latest, earlier]), notes: [...latest.notes, ...notes] }
}

/** What runs took together. */
export function spentTogether(runs: readonly Attempt[]): Pick<Attempt, 'usage' | 'costUsd' | 'elapsedMs' | 'judge'> {
  const [judge, ...judges] = runs.flatMap(run => run.judge ?? [])
  return {
    usage: addUsage(runs.map(run => run.usage)),
    costUsd: addCosts(runs.map(run => run.costUsd)),
    elapsedMs: runs.reduce((sum, run) => sum + run.elapsedMs, 0),
    ...(runs.some(run => run.judge !== undefined) && { judge: judge ? addJudgeCosts(judge, ...judges) : null }),
  }
}
