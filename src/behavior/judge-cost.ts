import type { JudgeCost } from './result.ts'
import { addCosts, addUsage } from '../agent/usage.ts'

/** What judgements of one run took together; the first one says who judged. */
export function addJudgeCosts(first: JudgeCost, ...more: JudgeCost[]): JudgeCost {
  const all = [first, ...more]
  return {
    ...first,
    calls: all.reduce((sum, cost) => sum + cost.calls, 0),
    usage: addUsage(all.map(cost => cost.usage)),
    costUsd: addCosts(all.map(cost => cost.costUsd)),
    elapsedMs: all.reduce((sum, cost) => sum + cost.elapsedMs, 0),
  }
}
