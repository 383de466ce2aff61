import type { AgentEvent, EndReason, Usage } from './events.ts'
import { amountOf, countOf, isRecord, textOf, textsOf } from './json.ts'

type End = Extract<AgentEvent, { type: 'end' }>

/**
 * Reads a `result` event. Neither `is_error` nor the exit code can be trusted alone: 2.0.77 says `is_error: false` and
 * exits with 0 when its turns or its money ran out, and an API error is a `success` with `is_error: true`.
 */
export function endOf(result: Record<string, unknown>): End {
  const subtype = textOf(result.subtype) ?? ''
  const isError = result.is_error === true || subtype !== 'success'
  const text = textOf(result.result) ?? textsOf(result.errors)?.join('\n') ?? ''
  const costUsd = amountOf(result.total_cost_usd)
  const status = isError ? countOf(result.api_error_status) ?? statusIn(text) : undefined
  return {
    type: 'end',
    text,
    isError,
    reason: isError ? reasonOf(subtype, result) : 'completed',
    usage: usageOf(result.usage),
    ...costUsd !== undefined && { costUsd },
    ...status !== undefined && { status },
    ...result.structured_output !== undefined && result.structured_output !== null && { structured: result.structured_output },
  }
}

function reasonOf(subtype: string, result: Record<string, unknown>): EndReason {
  switch (subtype) {
    case 'error_max_turns': return 'max_turns'
    case 'error_max_budget_usd': return 'budget'
    // The only errors that these versions report as a success with a mark are those of the model's API.
    case 'success': return result.stop_reason === 'refusal' ? 'refused' : 'api_error'
    default: return 'error'
  }
}

/** Versions before 2.1 say the status only in the text. */
function statusIn(text: string): number | undefined {
  const digits = /^API Error: (\d{3})\b/.exec(text)?.[1]
  return digits === undefined ? undefined : Number(digits)
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
