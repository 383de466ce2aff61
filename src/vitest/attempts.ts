import type { TestContext } from 'vitest'
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
 * The attempts that Vitest makes of one test. What the earlier ones cost was spent all the same, and that they were made is told. Of
 * retries the last one counts, as for Vitest; of repeats each one, so that a wrong one is not made good by the next.
 *
 * @param latest the attempt that has just been graded
 * @param ending its verdict or outcome
 * @param t the test
 * @param earlier what the attempts before it came to
 */
export function together<T extends Attempt>(latest: T, ending: string, t: TestContext, earlier: T & { verdict?: string, outcome?: string } | undefined): T {
  if (!earlier)
    return latest
  const repeats = (t.task.repeats ?? 0) > 0
  const counts = repeats && !earlier.passed ? earlier : latest
  const lost = earlier.verdict ?? earlier.outcome ?? ending
  return {
    ...counts,
    usage: addUsage([latest.usage, earlier.usage]),
    costUsd: addCosts([latest.costUsd, earlier.costUsd]),
    elapsedMs: latest.elapsedMs + earlier.elapsedMs,
    ...(counts.judge !== undefined && { judge: judgesTogether(latest.judge ?? null, earlier.judge ?? null) }),
    notes: [...latest.notes, `${earlierAttempt} ${lost}.`, ...earlier.notes.filter(note => note.startsWith(earlierAttempt))],
  }
}

function judgesTogether(latest: JudgeCost | null, earlier: JudgeCost | null): JudgeCost | null {
  return latest && earlier ? addJudgeCosts(latest, earlier) : latest ?? earlier
}
