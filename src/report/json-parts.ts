import type { Usage } from '../agent/events.ts'
import type { Activation } from '../routing/result.ts'
import type { ActivationJson, TokensJson } from './case-json.ts'

/** A ratio of 0 to 1, exact; `null` where there is nothing to divide by. */
export type RatioJson = number | null

/** Milliseconds as `report.json` has them: in seconds. */
export function seconds(ms: number): number {
  return Math.round(ms) / 1000
}

/** Tokens as `report.json` has them: `null` is not known. */
export function tokens(usage: Usage): TokensJson {
  return {
    input_tokens: usage.inputTokens ?? null,
    output_tokens: usage.outputTokens ?? null,
    cache_read_tokens: usage.cacheReadTokens ?? null,
    cache_write_tokens: usage.cacheWriteTokens ?? null,
  }
}

/** Skill loads as `report.json` has them. */
export function activationsJson(activations: readonly Activation[]): ActivationJson[] {
  return activations.map(({ skill, ok, reason, subagent }) => ({ skill, ok, reason: reason ?? null, subagent }))
}
