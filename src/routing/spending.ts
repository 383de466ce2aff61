import type { Usage } from '../agent/events.ts'
import type { Prices } from '../agent/prices.ts'
import { priceOf, tokensOf } from '../agent/prices.ts'
import { addUsage } from '../agent/usage.ts'

/** What one run took, as its agent says. */
export interface Spent {
  usage: Usage
  /** As the agent says; `null` is unknown. */
  model: string | null
  /** `null` is unknown, not free. */
  costUsd: number | null
  /** Graded from a recording: what it took was spent when that was made. */
  replayed: boolean
}

/** What many runs took together. */
export interface Spending {
  /** All of them. */
  runs: number
  replayed: number
  /**
   * US dollars. `usd` is what the runs of today said (`null`: none said anything). `estimatedUsd` comes from tokens and a price list, for
   * `estimated` runs that did not say (`null`: for none). `unknown` is how many have neither; `replayedUsd` was spent when the recordings
   * were made.
   */
  cost: { usd: number | null, estimatedUsd: number | null, estimated: number, unknown: number, replayedUsd: number }
  /** Sums of what the runs of today said. A figure that none of them printed is absent. */
  usage: Usage
}

/** Adds up what runs took. What is not known is counted as that, and not as nothing. */
export function addSpending(runs: readonly Spent[], prices: Prices = {}): Spending {
  const live = runs.filter(one => !one.replayed)
  const known = live.map(one => one.costUsd).filter(cost => cost !== null)
  const estimates = live.map(one => estimatedCost(one, prices)).filter(cost => cost !== null)
  return {
    runs: runs.length,
    replayed: runs.length - live.length,
    cost: {
      usd: known.length === 0 && live.length > 0 ? null : sum(known),
      estimatedUsd: estimates.length === 0 ? null : sum(estimates),
      estimated: estimates.length,
      unknown: live.length - known.length - estimates.length,
      replayedUsd: sum(runs.filter(one => one.replayed).map(one => one.costUsd ?? 0)),
    },
    usage: addUsage(live.map(one => one.usage)),
  }
}

/**
 * US dollars that a run cost by a price list, where its agent did not say; `null` when it did, when the list does not have its model, and when
 * no token was printed: that is not a run that cost nothing.
 */
export function estimatedCost({ costUsd, model, usage }: Pick<Spent, 'costUsd' | 'model' | 'usage'>, prices: Prices): number | null {
  return costUsd !== null || tokensOf(usage) === 0 ? null : priceOf(prices, model, usage)
}

/** Adds up. */
export function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
