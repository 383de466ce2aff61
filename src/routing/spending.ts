import type { Usage } from '../agent/events.ts'
import { addUsage } from '../agent/usage.ts'

/** What one run took, as its agent says. */
export interface Spent {
  usage: Usage
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
   * US dollars. `usd` is what the runs of today said (`null`: none said anything), `unknown` how many did not say;
   * `replayedUsd` was spent when the recordings were made.
   */
  cost: { usd: number | null, unknown: number, replayedUsd: number }
  /** Sums of what the runs of today said. A figure that none of them printed is absent. */
  usage: Usage
}

/** Adds up what runs took. What is not known is counted as that, and not as nothing. */
export function addSpending(runs: readonly Spent[]): Spending {
  const live = runs.filter(one => !one.replayed)
  const known = live.map(one => one.costUsd).filter(cost => cost !== null)
  return {
    runs: runs.length,
    replayed: runs.length - live.length,
    cost: {
      usd: known.length === 0 && live.length > 0 ? null : sum(known),
      unknown: live.length - known.length,
      replayedUsd: sum(runs.filter(one => one.replayed).map(one => one.costUsd ?? 0)),
    },
    usage: addUsage(live.map(one => one.usage)),
  }
}

/** Adds up. */
export function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
