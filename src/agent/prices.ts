import type { Usage } from './events.ts'

/** US dollars for a million tokens of one model. */
export interface Price {
  input: number
  output: number
  /**
   * Of tokens that were read from the provider's cache.
   * @default input
   */
  cacheRead?: number
  /**
   * Of tokens that were written to the provider's cache.
   * @default input
   */
  cacheWrite?: number
}

/** Prices by model; a `*` in a name stands for anything: `claude-opus-*`. */
export type Prices = Record<string, Price>

const million = 1_000_000

/**
 * US dollars that tokens cost by a price list; `null` when the list does not have the model. Where several names fit, the longest one counts:
 * it says most of the model.
 */
export function priceOf(prices: Prices, model: string | null, usage: Usage): number | null {
  if (model === null)
    return null
  const [name] = Object.keys(prices).filter(name => fits(name, model)).sort((a, b) => b.length - a.length)
  const price = name === undefined ? undefined : prices[name]
  if (!price)
    return null
  const { inputTokens = 0, outputTokens = 0, cacheReadTokens = 0, cacheWriteTokens = 0 } = usage
  return (inputTokens * price.input + outputTokens * price.output + cacheReadTokens * (price.cacheRead ?? price.input) + cacheWriteTokens * (price.cacheWrite ?? price.input)) / million
}

/** Tokens of all kinds together. */
export function tokensOf({ inputTokens = 0, outputTokens = 0, cacheReadTokens = 0, cacheWriteTokens = 0 }: Usage): number {
  return inputTokens + outputTokens + cacheReadTokens + cacheWriteTokens
}

function fits(name: string, model: string): boolean {
  const parts = name.split('*').map(part => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('.*')}$`).test(model)
}
