import type { Usage } from './events.ts'

const FIGURES = ['inputTokens', 'outputTokens', 'cacheReadTokens', 'cacheWriteTokens'] as const

/** Counts tokens reply by reply. */
export interface UsageMeter {
  /** Figures of a reply, whole or so far. The same reply may come again: the largest figures count. */
  add: (reply: string, usage: Usage) => void
  total: () => Usage
}

/** An agent that prints a reply in pieces repeats its figures with each: adding them up would count it many times. */
export function usageMeter(): UsageMeter {
  const replies = new Map<string, Usage>()
  return {
    add: (reply, usage) => void replies.set(reply, combine(replies.get(reply) ?? {}, usage, Math.max)),
    total: () => addUsage([...replies.values()]),
  }
}

/** Tokens of several runs or replies together. */
export function addUsage(parts: readonly Usage[]): Usage {
  return parts.reduce((all, usage) => combine(all, usage, (a, b) => a + b), {})
}

/** US dollars of several runs together: unknown when one of them is, since a run that was stopped has cost something too. */
export function addCosts(costs: readonly (number | null)[]): number | null {
  return costs.reduce((sum, cost) => sum === null || cost === null ? null : sum + cost, 0)
}

/** A figure that neither has stays missing. */
function combine(a: Usage, b: Usage, how: (a: number, b: number) => number): Usage {
  const all = { ...a }
  for (const figure of FIGURES) {
    const value = b[figure]
    if (value !== undefined)
      all[figure] = Math.min(how(all[figure] ?? 0, value), Number.MAX_SAFE_INTEGER)
  }
  return all
}
