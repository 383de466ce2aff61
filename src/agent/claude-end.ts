import type { Breakdown } from './claude-breakdown.ts'
import type { AgentEvent, EndReason, Usage } from './events.ts'
import { statusIn } from './claude-breakdown.ts'
import { amountOf, countOf, isRecord, textOf, textsOf } from './json.ts'

type End = Extract<AgentEvent, { type: 'end' }>

/** Why the command line says that it stopped, where that is no end of the agent's own. `completed` it says of API errors too. */
const STOPS: Record<string, EndReason> = {
  ...Object.fromEntries(['api_error', 'model_error', 'prompt_too_long', 'blocking_limit', 'image_error', 'rapid_refill_breaker'].map(stop => [stop, 'api_error' as const])),
  aborted_streaming: 'error',
  aborted_tools: 'error',
  max_turns: 'max_turns',
  budget_exhausted: 'budget',
}

/**
 * Reads a `result` event. Neither `is_error` nor the exit code can be trusted alone: 2.0.77 says `is_error: false` and
 * exits with 0 when its turns or its money ran out, and an API error is a `success` with `is_error: true`. One sign of an error is enough.
 *
 * @param result the event
 * @param broken what the command line said in the model's place at last; `null` when the last word was the model's
 */
export function endOf(result: Record<string, unknown>, broken: Breakdown | null): End {
  const reason = reasonOf(result, broken)
  const isError = reason !== 'completed'
  const own = textOf(result.result) ?? textsOf(result.errors)?.join('\n') ?? ''
  const text = isError && result.is_error !== true && broken !== null ? broken.text : own
  const costUsd = amountOf(result.total_cost_usd)
  const status = isError ? countOf(result.api_error_status) ?? statusIn(text) ?? (reason === 'api_error' ? broken?.status : undefined) : undefined
  return {
    type: 'end',
    text,
    isError,
    reason,
    usage: usageOf(result.usage),
    ...costUsd !== undefined && { costUsd },
    ...status !== undefined && { status },
    ...result.structured_output !== undefined && result.structured_output !== null && { structured: result.structured_output },
  }
}

function reasonOf(result: Record<string, unknown>, broken: Breakdown | null): EndReason {
  switch (result.subtype) {
    case 'error_max_turns': return 'max_turns'
    case 'error_max_budget_usd': return 'budget'
    case 'success': break
    default: return 'error'
  }
  if (result.stop_reason === 'refusal')
    return 'refused'
  const stop = textOf(result.terminal_reason) ?? ''
  if (Object.hasOwn(STOPS, stop))
    return STOPS[stop] ?? 'error'
  // The only errors that these versions report as a success with a mark are those of the model's API.
  const isApi = result.is_error === true || (result.api_error ?? null) !== null || (countOf(result.api_error_status) ?? 0) >= 400
  return isApi ? 'api_error' : broken?.reason ?? 'completed'
}

/** Reads the token counts of a reply or of a whole run. A figure that is missing stays missing. */
export function usageOf(value: unknown): Usage {
  if (!isRecord(value))
    return {}
  const inputTokens = countOf(value.input_tokens)
  const outputTokens = countOf(value.output_tokens)
  const cacheReadTokens = countOf(value.cache_read_input_tokens)
  const cacheWriteTokens = countOf(value.cache_creation_input_tokens)
  return {
    ...inputTokens !== undefined && { inputTokens },
    ...outputTokens !== undefined && { outputTokens },
    ...cacheReadTokens !== undefined && { cacheReadTokens },
    ...cacheWriteTokens !== undefined && { cacheWriteTokens },
  }
}
