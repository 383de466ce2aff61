import type { EndReason } from './events.ts'
import { countOf, isRecord, textOf } from './json.ts'

/** What the command line said in the model's place. */
export interface Breakdown {
  text: string
  reason: EndReason
  status?: number
}

/** Kinds of errors that are a provider's wish for fewer requests, under the names of the command line and of the API. */
const STATUS_OF: Record<string, number> = { rate_limit: 429, rate_limit_error: 429, overloaded: 529, overloaded_error: 529 }

/**
 * Reads a line of the type `assistant` that is no reply of the model: the command line writes one where the API failed. Versions differ in
 * which of these marks it bears, and `is_error` of the `result` that follows is none of them.
 * @returns `null` for a reply of the model.
 */
export function breakdownIn(line: Record<string, unknown>): Breakdown | null {
  const message = isRecord(line.message) ? line.message : {}
  const isMarked = line.is_api_error_message === true || line.isApiErrorMessage === true || (line.error ?? null) !== null
  if (!isMarked && message.model !== '<synthetic>')
    return null
  const text = wordsOf(message.content)
  const kinds = [line.error, line.api_error_type, line.apiError].flatMap(kind => textOf(kind) ?? [])
  const status = countOf(line.api_error_status) ?? statusIn(text) ?? kinds.map(kind => STATUS_OF[kind]).find(known => known !== undefined)
  return { text, reason: message.stop_reason === 'refusal' ? 'refused' : 'api_error', ...status !== undefined && { status } }
}

/** Versions before 2.1 say the status only in the text. */
export function statusIn(text: string): number | undefined {
  const [, first, second] = /^API Error: (?:(\d{3})\b|[^\n]{0,60}\((\d{3})\))/.exec(text) ?? []
  const digits = first ?? second
  return digits === undefined ? undefined : Number(digits)
}

function wordsOf(content: unknown): string {
  const blocks: unknown[] = Array.isArray(content) ? content : []
  return textOf(content) ?? blocks.flatMap(block => (isRecord(block) ? textOf(block.text) : undefined) ?? []).join('\n')
}
