import type { Usage } from '../agent/events.ts'
import type { Activation } from '../routing/result.ts'
import type { Spending } from '../routing/spending.ts'
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

/** Money as `report.json` has it. What a price list estimates is apart from what agents said. */
export function costJson({ usd, estimatedUsd, estimated, unknown, replayedUsd }: Spending['cost']): { cost_usd: number | null, cost_estimated_usd: number | null, cost_estimated_cases: number, cost_unknown_cases: number, cost_usd_when_recorded: number } {
  return { cost_usd: usd, cost_estimated_usd: estimatedUsd, cost_estimated_cases: estimated, cost_unknown_cases: unknown, cost_usd_when_recorded: replayedUsd }
}
