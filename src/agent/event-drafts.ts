import type { AgentEvent, EndReason, Usage } from './events.ts'
import { isRecord, numberOf, textOf, textsOf } from './json.ts'

/** What a module of a user's says of a line. Left out is what the agent does not tell. */
export type EventDraft
  /** The agent is up. `skills` and `tools` are the names that it sees. */
  = | { type: 'start', skills?: string[] | null, tools?: string[] | null, model?: string | null, version?: string | null }
    | { type: 'message', text: string, parent?: string }
  /** `parent` is the id of the call that started the subagent it came from. */
    | { type: 'tool_call', id: string, name: string, input?: unknown, parent?: string }
    | { type: 'tool_result', id: string, isError?: boolean, text?: string, parent?: string }
  /** With `activation: 'events'` only: a skill was loaded, or with `ok: false` could not be. `call` is the id of the call that did it. */
    | { type: 'activation', skill: string, ok?: boolean, reason?: string, via?: 'tool' | 'read', call?: string, parent?: string }
  /** The agent is done. The last one counts; work that follows it shows that it was not the end. `costUsd` that it does not say is unknown. */
    | { type: 'end', text?: string, isError?: boolean, reason?: EndReason, usage?: Usage, costUsd?: number, status?: number }
    | { type: 'warning', text: string }

const types = ['start', 'message', 'tool_call', 'tool_result', 'activation', 'end', 'warning']
const reasons: readonly EndReason[] = ['completed', 'api_error', 'budget', 'max_turns', 'refused', 'error']
const figures = ['inputTokens', 'outputTokens', 'cacheReadTokens', 'cacheWriteTokens'] as const

/** An event, with what was left out filled in; or what is wrong with it. */
export function readDraft(draft: unknown): AgentEvent | string {
  if (!isRecord(draft))
    return `${JSON.stringify(draft) ?? typeof draft} is no object`
  const type = textOf(draft.type) ?? ''
  const needed = { message: ['text'], tool_call: ['id', 'name'], tool_result: ['id'], activation: ['skill'], warning: ['text'] }[type] ?? []
  const missing = needed.find(name => typeof draft[name] !== 'string')
  if (missing !== undefined)
    return `\`${missing}\` of ${type} is ${draft[missing] === undefined ? 'missing' : `${JSON.stringify(draft[missing])}, and no text`}`
  const flag = ['isError', 'ok'].find(name => draft[name] !== undefined && typeof draft[name] !== 'boolean')
  if (flag !== undefined)
    return `\`${flag}\` of ${type} is ${JSON.stringify(draft[flag])}, and neither true nor false`
  const text = textOf(draft.text) ?? ''
  const parent = typeof draft.parent === 'string' ? { parent: draft.parent } : {}
  const [id, name] = [textOf(draft.id) ?? '', textOf(draft.name) ?? '']
  switch (type) {
    case 'start': return { type, skills: textsOf(draft.skills), tools: textsOf(draft.tools), model: textOf(draft.model) ?? null, version: textOf(draft.version) ?? null }
    case 'message': return { type, text, ...parent }
    case 'tool_call': return { type, id, name, input: draft.input, ...parent }
    case 'tool_result': return { type, id, isError: draft.isError === true, text, ...parent }
    case 'activation': return { type, skill: (textOf(draft.skill) ?? '').trim().replace(/^\//, ''), ok: draft.ok !== false, ...typeof draft.reason === 'string' && { reason: draft.reason }, via: draft.via === 'read' ? 'read' : 'tool', call: textOf(draft.call) ?? '', ...parent }
    case 'warning': return { type, text }
    case 'end': return endOf(draft, text)
    default: return `\`type\` is ${JSON.stringify(draft.type) ?? 'missing'}, and none of ${types.join(', ')}`
  }
}

function endOf(draft: Record<string, unknown>, text: string): AgentEvent | string {
  const [costUsd, status] = [amountOf(draft.costUsd), numberOf(draft.status)]
  const hasStatus = status !== undefined && status >= 400
  const given = reasons.find(one => one === draft.reason)
  if (draft.reason !== undefined && given === undefined)
    return `\`reason\` of end is ${JSON.stringify(draft.reason)}, and none of ${reasons.join(', ')}`
  // One sign of an error is enough: nothing is measured by an end that is good in one word and bad in another.
  const isError = draft.isError === true || hasStatus || (given !== undefined && given !== 'completed')
  const reason = isError && (given === undefined || given === 'completed') ? (hasStatus ? 'api_error' : 'error') : given ?? 'completed'
  return { type: 'end', text, isError, reason, usage: usageOf(draft.usage), ...costUsd !== undefined && { costUsd }, ...status !== undefined && { status } }
}

function usageOf(value: unknown): Usage {
  if (!isRecord(value))
    return {}
  return Object.fromEntries(figures.flatMap((figure) => {
    const amount = amountOf(value[figure])
    return amount === undefined ? [] : [[figure, amount]]
  }))
}

/** What is no figure is unknown, and never 0. */
function amountOf(value: unknown): number | undefined {
  const number = numberOf(value)
  return number !== undefined && number >= 0 ? number : undefined
}
