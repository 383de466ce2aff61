import type { Usage } from '../agent/events.ts'
import type { Prices } from '../agent/prices.ts'
import { priceOf, tokensOf } from '../agent/prices.ts'

/** Ceilings over all agents and judges of one Vitest run. */
export interface BudgetLimits {
  /** US dollars; `null` is no ceiling. */
  usdPerRun: number | null
  /** Tokens of all kinds; `null` is no ceiling. */
  tokensPerRun: number | null
  /** What becomes of further runs once one did not say its cost, and `prices` does not have its model. */
  unknownCost: 'refuse' | 'allow'
  prices: Prices
}

/** What a run took, as far as it said. */
export interface Taken {
  usage: Usage
  /** `null` is unknown, not free. */
  costUsd: number | null
  /** As the agent says; `null` is unknown. */
  model: string | null
}

/** Counts one run while it streams, and once more when its bill is there. */
export interface Meter {
  /** What the run has printed of its tokens so far. */
  seen: (usage: Usage, model: string | null) => void
  /** The bill: it takes the place of what was counted until then. To be called once. */
  close: (taken: Taken) => void
}

/** Layout: millionths of a dollar, tokens, and runs whose cost nobody knows. */
const spent = 0
const tokens = 1
const unknown = 2

const microsPerUsd = 1_000_000

/** Makes the memory behind {@link Budget}, once per Vitest run, to be handed to every worker thread. */
export function createBudget(): SharedArrayBuffer {
  return new SharedArrayBuffer(3 * BigInt64Array.BYTES_PER_ELEMENT)
}

/** The run-wide ceilings, as one worker thread sees them. Threads share only the memory from {@link createBudget}. */
export class Budget {
  readonly #cells: BigInt64Array

  constructor(buffer: SharedArrayBuffer, private readonly limits: BudgetLimits) {
    this.#cells = new BigInt64Array(buffer)
  }

  /** US dollars that are counted so far, estimates of runs that are under way included. */
  get usd(): number {
    return this.#read(spent) / microsPerUsd
  }

  get tokens(): number {
    return this.#read(tokens)
  }

  /** Runs that did not say their cost, and whose model has no price. */
  get unknownCosts(): number {
    return this.#read(unknown)
  }

  /** Whether there is a ceiling to be held. */
  get isBounded(): boolean {
    return this.limits.usdPerRun !== null || this.limits.tokensPerRun !== null
  }

  /** What is left for one more run; `null` without a ceiling. */
  get usdLeft(): number | null {
    return this.limits.usdPerRun === null ? null : Math.max(0, this.limits.usdPerRun - this.usd)
  }

  /** Why no further run may start, as a sentence; `null` when one may. */
  refusal(): string | null {
    const { usdPerRun, tokensPerRun, unknownCost } = this.limits
    if (usdPerRun !== null && this.usd >= usdPerRun)
      return `limits.usdPerRun is reached: $${this.usd.toFixed(2)} of $${usdPerRun.toFixed(2)} are spent.`
    if (tokensPerRun !== null && this.tokens >= tokensPerRun)
      return `limits.tokensPerRun is reached: ${this.tokens} of ${tokensPerRun} tokens are used.`
    if (usdPerRun !== null && unknownCost === 'refuse' && this.#read(unknown) > 0)
      return 'limits.usdPerRun cannot be held: a run did not say what it cost. Give the price of its model in `prices`, or count such runs as nothing with `limits.unknownCost: \'allow\'`.'
    return null
  }

  /** Begins to count a run. */
  open(): Meter {
    let counted = { micros: 0, tokens: 0 }
    const count = (micros: number, used: number): void => {
      this.#add(spent, micros - counted.micros)
      this.#add(tokens, used - counted.tokens)
      counted = { micros, tokens: used }
    }
    return {
      seen: (usage, model) => count(toMicros(priceOf(this.limits.prices, model, usage) ?? 0), tokensOf(usage)),
      close: ({ usage, costUsd, model }) => {
        // An agent that was stopped before it told its tokens has used some all the same: no figure is not a figure of 0.
        const cost = costUsd ?? (Object.keys(usage).length === 0 ? null : priceOf(this.limits.prices, model, usage))
        count(toMicros(cost ?? 0), tokensOf(usage))
        if (cost === null)
          this.#add(unknown, 1)
      },
    }
  }

  #read(cell: number): number {
    return Number(Atomics.load(this.#cells, cell))
  }

  #add(cell: number, amount: number): void {
    Atomics.add(this.#cells, cell, BigInt(amount))
  }
}

/** Rounded up: many runs that cost next to nothing cost something together. No sum of money is too large to be counted. */
function toMicros(usd: number): number {
  return Math.min(Math.ceil(usd * microsPerUsd), Number.MAX_SAFE_INTEGER)
}
