import type { TranscriptReader } from './agent.ts'
import type { AgentEvent, EndReason, Usage } from './events.ts'
import { countOf, isRecord, parseRecord, textOf } from './json.ts'

const SKILL_TOOL = 'activate_skill'

/** Reads the output of `gemini --output-format stream-json`. */
export function geminiReader(): TranscriptReader {
  /** Skills that were called for, by the id of the call. */
  const loading = new Map<string, string>()
  let started = false
  /** A message so far: it comes in pieces, and words may be split between them. */
  let pieces = ''
  let said = ''
  let spent: Usage = {}
  /** The last error that ended the model's work, while nothing shows that it went on. */
  let broken: string | null = null

  function message(): AgentEvent[] {
    if (pieces === '')
      return []
    said = pieces
    pieces = ''
    return [{ type: 'message', text: said }]
  }

  function begin(line: Record<string, unknown>): AgentEvent[] {
    if (started)
      return []
    started = true
    return [{ type: 'start', skills: null, tools: null, model: textOf(line.model) ?? null, version: null }]
  }

  function call(line: Record<string, unknown>): AgentEvent[] {
    const id = textOf(line.tool_id)
    const name = textOf(line.tool_name)
    if (id === undefined || name === undefined)
      return []
    if (name === SKILL_TOOL)
      loading.set(id, (isRecord(line.parameters) ? textOf(line.parameters.name) : undefined)?.trim() ?? '')
    return [{ type: 'tool_call', id, name, input: line.parameters }]
  }

  function fault(line: Record<string, unknown>): AgentEvent {
    const text = textOf(line.message) ?? ''
    // It calls a loop that it ended a warning, and the run a success.
    if (line.severity === 'error' || /\bstopping execution\b/i.test(text))
      broken = text
    return { type: 'warning', text }
  }

  function result(line: Record<string, unknown>): AgentEvent[] {
    const id = textOf(line.tool_id) ?? ''
    const isError = line.status !== 'success'
    const text = textOf(line.output) ?? (isRecord(line.error) ? textOf(line.error.message) : undefined) ?? ''
    const skill = loading.get(id)
    loading.delete(id)
    return [
      { type: 'tool_result', id, isError, text },
      ...skill ? [{ type: 'activation' as const, skill, ok: !isError, ...isError && { reason: text }, via: 'tool' as const, call: id }] : [],
    ]
  }

  return {
    read(line) {
      if (line.trim() === '')
        return []
      const value = parseRecord(line)
      if (value?.type === 'message' && value.role === 'assistant') {
        const text = textOf(value.content) ?? ''
        const before = value.delta === true ? [] : message()
        if (text !== '')
          broken = null
        pieces += text
        return before
      }
      const before = message()
      switch (value?.type) {
        case 'init': return [...before, ...begin(value)]
        // The prompt, as it came.
        case 'message': return before
        case 'tool_use':
          broken = null
          return [...before, ...call(value)]
        case 'tool_result': return [...before, ...result(value)]
        case 'error': return [...before, fault(value)]
        case 'result':
          spent = usageOf(value.stats)
          return [...before, endOf(value, broken === null ? said : { broken }, spent)]
        default: return [...before, { type: 'unknown', line }]
      }
    },
    usage: () => spent,
  }
}

function endOf(line: Record<string, unknown>, last: string | { broken: string }, usage: Usage): AgentEvent {
  if (line.status === 'success' && typeof last === 'string')
    return { type: 'end', text: last, isError: false, reason: 'completed', usage }
  const error = isRecord(line.error) ? line.error : {}
  const text = textOf(error.message) ?? (typeof last === 'string' ? '' : last.broken)
  const status = statusIn(text)
  return { type: 'end', text, isError: true, reason: reasonOf(textOf(error.type) ?? '', text), usage, ...status !== undefined && { status } }
}

/** Where the provider asks for fewer requests, its answer gives way to advice that stands for this status alone. */
function statusIn(text: string): number | undefined {
  const digits = /"code":\s*(\d{3})\b/.exec(text)?.[1]
  return digits !== undefined ? Number(digits) : /^\[API Error[\s\S]*\nPlease wait and try again later\. To increase your limits/.test(text) ? 429 : undefined
}

function reasonOf(type: string, text: string): EndReason {
  if (/turn/i.test(type) || text.startsWith('Maximum session turns'))
    return 'max_turns'
  return text.startsWith('[API Error') || /auth|connection|network/i.test(type) ? 'api_error' : 'error'
}

/** Of all models together. What is in the total and was not asked was made by the model: thoughts stand in no figure of their own. */
function usageOf(value: unknown): Usage {
  if (!isRecord(value))
    return {}
  const asked = countOf(value.input_tokens)
  const total = countOf(value.total_tokens)
  const output = countOf(value.output_tokens)
  const cacheReadTokens = countOf(value.cached)
  const outputTokens = asked !== undefined && total !== undefined ? Math.max(output ?? 0, total - asked) : output
  return {
    ...asked !== undefined && { inputTokens: Math.max(0, asked - (cacheReadTokens ?? 0)) },
    ...outputTokens !== undefined && { outputTokens },
    ...cacheReadTokens !== undefined && { cacheReadTokens },
  }
}
