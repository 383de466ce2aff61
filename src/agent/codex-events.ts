import type { TranscriptReader } from './agent.ts'
import type { AgentEvent, Usage } from './events.ts'
import { countOf, isRecord, numberOf, parseRecord, recordsOf, textOf } from './json.ts'
import { unwrapShell } from './shell-words.ts'
import { skillOfCommand } from './skill-files.ts'

/** Reads the output of `codex exec --json`. */
export function codexReader(): TranscriptReader {
  const called = new Set<string>()
  let started = false
  let said = ''
  let spent: Usage = {}
  /** The last error that was printed on the way, while nothing shows that the model was reached again. */
  let broken: string | null = null

  function start(): AgentEvent[] {
    if (started)
      return []
    started = true
    return [{ type: 'start', skills: null, tools: null, model: null, version: null }]
  }

  function item(item: Record<string, unknown>, isDone: boolean): AgentEvent[] {
    const id = textOf(item.id) ?? ''
    const kind = textOf(item.type) ?? ''
    switch (kind) {
      case 'agent_message':
        broken = null
        if (!isDone || typeof item.text !== 'string')
          return []
        said = item.text
        return [{ type: 'message', text: item.text }]
      case 'reasoning':
        broken = null
        return []
      // A warning of the command line, such as one on a model that it does not know: the turn goes on.
      case 'error':
        return [{ type: 'warning', text: textOf(item.message) ?? '' }]
      default:
        return kind === '' || id === '' ? [] : work(item, { id, kind, isDone })
    }
  }

  /** Whatever else an item is, it is something that the agent did: a command, a change of files, a search, a call of a server's tool. */
  function work(item: Record<string, unknown>, { id, kind, isDone }: { id: string, kind: string, isDone: boolean }): AgentEvent[] {
    const command = kind === 'command_execution' ? unwrapShell(textOf(item.command) ?? '') : null
    // Some items come only when they are done.
    const call: AgentEvent[] = called.has(id) ? [] : [{ type: 'tool_call', id, name: nameOf(item, kind), input: command === null ? inputOf(item) : { command } }]
    // What was under way may end after the error.
    if (!called.has(id))
      broken = null
    called.add(id)
    if (!isDone)
      return call
    const isError = item.status === 'failed' || item.status === 'declined' || isRecord(item.error) || (numberOf(item.exit_code) ?? 0) !== 0
    const skill = command === null || isError ? null : skillOfCommand(command)
    return [
      ...call,
      { type: 'tool_result', id, isError, text: resultOf(item) },
      ...skill === null ? [] : [{ type: 'activation' as const, skill, ok: true, via: 'read' as const, call: id }],
    ]
  }

  return {
    read(line) {
      if (line.trim() === '')
        return []
      const value = parseRecord(line)
      switch (value?.type) {
        case 'thread.started': return start()
        case 'turn.started': return []
        case 'item.started': return item(isRecord(value.item) ? value.item : {}, false)
        case 'item.updated': return []
        case 'item.completed': return item(isRecord(value.item) ? value.item : {}, true)
        case 'error':
          broken = textOf(value.message) ?? ''
          return [{ type: 'warning', text: broken }]
        case 'turn.completed':
          spent = usageOf(value.usage)
          return [broken === null ? { type: 'end', text: said, isError: false, reason: 'completed', usage: spent } : failure(broken, spent)]
        case 'turn.failed': return [failure((isRecord(value.error) ? textOf(value.error.message) : undefined) ?? '', spent)]
        default: return [{ type: 'unknown', line }]
      }
    },
    usage: () => spent,
  }
}

/** What fails a turn is the model's API: the model itself cannot end one badly. */
function failure(text: string, usage: Usage): AgentEvent {
  const digits = /\bstatus:? (\d{3})\b/.exec(text)?.[1]
  return { type: 'end', text, isError: true, reason: 'api_error', usage, ...digits !== undefined && { status: Number(digits) } }
}

function nameOf(item: Record<string, unknown>, kind: string): string {
  return kind === 'mcp_tool_call' ? [item.server, item.tool].filter(part => typeof part === 'string').join('.') || kind : kind
}

/** All that says what was asked for, and nothing that says how it went. */
function inputOf({ id: _, type: __, status: ___, result: ____, error: _____, ...input }: Record<string, unknown>): unknown {
  return input
}

function resultOf(item: Record<string, unknown>): string {
  if (typeof item.aggregated_output === 'string')
    return item.aggregated_output
  if (isRecord(item.error))
    return textOf(item.error.message) ?? JSON.stringify(item.error)
  if (Array.isArray(item.changes))
    return recordsOf(item.changes).map(change => `${textOf(change.kind) ?? ''} ${textOf(change.path) ?? ''}`.trim()).join('\n')
  const content = isRecord(item.result) ? recordsOf(item.result.content) : []
  return content.flatMap(block => textOf(block.text) ?? []).join('\n')
}

/** The figure of all input holds what came from the cache. */
function usageOf(value: unknown): Usage {
  if (!isRecord(value))
    return {}
  const input = countOf(value.input_tokens)
  const cacheReadTokens = countOf(value.cached_input_tokens)
  const cacheWriteTokens = countOf(value.cache_write_input_tokens)
  const outputTokens = countOf(value.output_tokens)
  return {
    ...input !== undefined && { inputTokens: Math.max(0, input - (cacheReadTokens ?? 0)) },
    ...outputTokens !== undefined && { outputTokens },
    ...cacheReadTokens !== undefined && { cacheReadTokens },
    ...cacheWriteTokens !== undefined && { cacheWriteTokens },
  }
}
