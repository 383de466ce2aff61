import type { Usage } from '../agent/events.ts'
import type { Spending } from '../routing/spending.ts'

/** A ratio in percent, cut and not rounded: 3999 of 4000 is 99.9%, not 100%. `n/a` when undefined. */
export function percent(ratio: number | null): string {
  if (ratio === null)
    return 'n/a'
  // The small addend undoes binary fractions such as 0.29 * 1000 = 289.99…; it is far below one part in the counts we divide.
  const tenths = ratio * 1000 + 1e-7
  const whole = Math.abs(tenths % 10) < 1e-6
  return `${(Math.floor(tenths) / 10).toFixed(whole ? 0 : 1)}%`
}

/** A part of a whole: `5/6 83.3%`, `-` when there is no whole. */
export function share(part: number, whole: number): string {
  return whole === 0 ? '-' : `${part}/${whole} ${percent(part / whole)}`
}

/** Milliseconds as people say them: `850ms`, `12.3s`, `4m 05s`, `1h 02m`. */
export function duration(ms: number): string {
  if (ms < 1000)
    return `${Math.round(ms)}ms`
  if (ms < 59_950)
    return `${(ms / 1000).toFixed(1)}s`
  const seconds = Math.round(ms / 1000)
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60)
    return `${minutes}m ${pad(seconds % 60)}s`
  return `${Math.floor(minutes / 60)}h ${pad(minutes % 60)}m`
}

/** US dollars, with as many decimals as a small sum needs. */
export function dollars(usd: number): string {
  return `$${usd.toFixed(usd > 0 && usd < 0.1 ? 4 : 2)}`
}

/** What runs took in money and tokens, with what is not known beside it. An unknown cost is never shown as 0. */
export function money({ cost, usage, runs, replayed }: Spending): string {
  const live = runs - replayed
  const parts: string[] = []
  if (live > 0) {
    parts.push(knownMoney(cost, live), ...tokens(usage))
  }
  if (replayed > 0)
    parts.push(`${live > 0 ? `nothing for ${replayed} replayed` : 'nothing now'}${cost.replayedUsd > 0 ? ` (${dollars(cost.replayedUsd)} when recorded)` : ''}`)
  return parts.length === 0 ? 'nothing: no agent ran' : parts.join(', ')
}

function knownMoney({ usd, estimatedUsd, unknown }: Spending['cost'], live: number): string {
  if (usd === null && estimatedUsd === null)
    return 'unknown: the agent did not say'
  const sum = dollars((usd ?? 0) + (estimatedUsd ?? 0))
  const shown = estimatedUsd === null ? sum : usd === null ? `about ${sum} by \`prices\`` : `about ${sum}, of which ${dollars(estimatedUsd)} by \`prices\``
  return unknown > 0 ? `at least ${shown} (${unknown} of ${live} runs did not say)` : shown
}

function tokens(usage: Usage): string[] {
  const input = [usage.inputTokens, usage.cacheReadTokens, usage.cacheWriteTokens].filter(count => count !== undefined)
  const parts: string[] = []
  if (input.length > 0)
    parts.push(`${short(input.reduce((sum, count) => sum + count, 0))} tokens in`)
  if (usage.outputTokens !== undefined)
    parts.push(`${short(usage.outputTokens)} tokens out`)
  return parts
}

/** `1 skill`, `2 skills`. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}

function short(number: number): string {
  if (number < 1000)
    return String(number)
  if (number < 999_500)
    return `${Math.round(number / 1000)}k`
  return `${(number / 1_000_000).toFixed(1)}M`
}

function pad(number: number): string {
  return String(number).padStart(2, '0')
}
