import type { TranscriptReader } from './agent.ts'
import type { AgentEvent } from './events.ts'
import type { UsageMeter } from './usage.ts'
import { countOf, isRecord, numberOf, parseRecord, recordsOf, textOf } from './json.ts'
import { usageMeter } from './usage.ts'

const SKILL_TOOL = 'skill'

/** Kinds of lines of which others tell all there is to know, or that are about the command line itself. */
const NO_NEWS = new Set([
  ...['idle', 'intent', 'message_delta', 'message_start', 'reasoning', 'reasoning_delta', 'server_tool_progress', 'streaming_delta', 'tool_call_delta', 'turn_end', 'turn_retry', 'turn_start'].map(kind => `assistant.${kind}`),
  ...['background_tasks_changed', 'compaction_complete', 'compaction_start', 'context_changed', 'custom_agents_updated', 'extensions_loaded', 'idle', 'info', 'mcp_server_status_changed', 'mcp_servers_loaded', 'mode_changed', 'model_change', 'permissions_changed', 'quota_observation', 'shutdown', 'start', 'task_complete', 'title_changed', 'todos_changed', 'truncation', 'usage_checkpoint', 'usage_info', 'usage_record', 'workspace_file_changed'].map(kind => `session.${kind}`),
  ...['call_failure', 'call_finished', 'call_start'].map(kind => `model.${kind}`),
  ...['execution_partial_result', 'execution_progress', 'shell_output'].map(kind => `tool.${kind}`),
  ...['completed', 'configured', 'failed', 'selected', 'deselected', 'started'].map(kind => `subagent.${kind}`),
  ...['completed', 'requested'].map(kind => `permission.${kind}`),
  ...['skill.invoked', 'skill.context_delivered', 'system.message', 'system.notification', 'commands.changed', 'capabilities.changed', 'sandbox.decision', 'hook.start', 'hook.end'],
])

/** Reads the output of `copilot --output-format json`. */
export function copilotReader(): TranscriptReader {
  /** Skills that were called for, by the id of the call. */
  const loading = new Map<string, string>()
  const meter = usageMeter()
  let skills: string[] | null = null
  let model: string | null = null
  let started = false
  let said = ''
  let failure: { text: string, isApi: boolean, status?: number } | null = null

  /** What it has comes in two lines; the start is told before all that it does. */
  function start(): AgentEvent[] {
    if (started)
      return []
    started = true
    return [{ type: 'start', skills, tools: null, model, version: null }]
  }

  function call(data: Record<string, unknown>): AgentEvent[] {
    const id = textOf(data.toolCallId)
    const name = textOf(data.toolName)
    if (id === undefined || name === undefined)
      return []
    if (name === SKILL_TOOL)
      loading.set(id, (isRecord(data.arguments) ? textOf(data.arguments.skill) : undefined)?.trim() ?? '')
    return [{ type: 'tool_call', id, name, input: data.arguments, ...parentOf(data) }]
  }

  function result(data: Record<string, unknown>): AgentEvent[] {
    const id = textOf(data.toolCallId) ?? ''
    const isError = data.success !== true
    const told = isRecord(data.result) ? textOf(data.result.content) : undefined
    const text = told ?? (isRecord(data.error) ? textOf(data.error.message) : undefined) ?? ''
    const skill = loading.get(id)
    loading.delete(id)
    return [
      { type: 'tool_result', id, isError, text, ...parentOf(data) },
      ...skill ? [{ type: 'activation' as const, skill, ok: !isError, ...isError && { reason: text }, via: 'tool' as const, call: id, ...parentOf(data) }] : [],
    ]
  }

  function message(data: Record<string, unknown>): AgentEvent[] {
    count(meter, data)
    const text = textOf(data.content) ?? ''
    if (text === '')
      return []
    if (data.parentToolCallId === undefined)
      said = text
    return [{ type: 'message', text, ...parentOf(data) }]
  }

  function failed(data: Record<string, unknown>): AgentEvent[] {
    const text = textOf(data.message) ?? ''
    const status = numberOf(data.statusCode)
    // It may ask again and go on: only its last line says how it ended.
    failure = { text, isApi: status !== undefined || !/^(?:tool|hook|permission)/.test(textOf(data.errorType) ?? ''), ...status !== undefined && { status } }
    return [{ type: 'warning', text }]
  }

  /** How a question to the model came out, after all that was tried: `success`, `http_429`, `http_4xx`. */
  function answered(data: Record<string, unknown>): void {
    const result = textOf(data.result) ?? ''
    const digits = /^http_(\d{3})$/.exec(result)?.[1]
    failure = result === '' || result === 'success' ? null : { text: `The model gave no answer (${result}).`, isApi: true, ...digits !== undefined && { status: Number(digits) } }
  }

  function end(line: Record<string, unknown>): AgentEvent[] {
    const usage = meter.total()
    if (line.exitCode === 0 && failure === null)
      return [{ type: 'end', text: said, isError: false, reason: 'completed', usage }]
    const { text, isApi, status } = failure ?? { text: `exit code ${JSON.stringify(line.exitCode) ?? 'unknown'}`, isApi: false }
    return [{ type: 'end', text, isError: true, reason: isApi ? 'api_error' : 'error', usage, ...status !== undefined && { status } }]
  }

  return {
    read(line) {
      if (line.trim() === '')
        return []
      const value = parseRecord(line)
      const kind = textOf(value?.type) ?? ''
      const data = isRecord(value?.data) ? value.data : {}
      switch (kind) {
        case 'session.skills_loaded':
          skills = recordsOf(data.skills).filter(skill => skill.enabled !== false).flatMap(skill => textOf(skill.name) ?? [])
          return []
        case 'session.tools_updated':
          model = textOf(data.model) ?? null
          return []
        case 'assistant.message': return [...start(), ...message(data)]
        case 'assistant.usage':
          count(meter, data)
          return start()
        case 'model.call_final_result':
          answered(data)
          return []
        case 'tool.execution_start':
          failure = null
          return [...start(), ...call(data)]
        case 'tool.execution_complete': return [...start(), ...result(data)]
        case 'session.error': return [...start(), ...failed(data)]
        case 'session.warning': return [...start(), { type: 'warning', text: textOf(data.message) ?? '' }]
        case 'result': return value === null ? [] : [...start(), ...end(value)]
        case 'user.message': return start()
        default: return NO_NEWS.has(kind) ? [] : [{ type: 'unknown', line }]
      }
    },
    usage: meter.total,
  }
}

/** The call that started the subagent from which a line comes. */
function parentOf(data: Record<string, unknown>): { parent?: string } {
  const parent = textOf(data.parentToolCallId)
  return parent === undefined ? {} : { parent }
}

/** A reply's figures, where it tells some. Its figure of all input holds what came from the cache. */
function count(meter: UsageMeter, data: Record<string, unknown>): void {
  const reply = textOf(data.apiCallId)
  if (reply === undefined)
    return
  const input = countOf(data.inputTokens)
  const outputTokens = countOf(data.outputTokens)
  const cacheReadTokens = countOf(data.cacheReadTokens)
  const cacheWriteTokens = countOf(data.cacheWriteTokens)
  meter.add(reply, {
    ...input !== undefined && { inputTokens: Math.max(0, input - (cacheReadTokens ?? 0) - (cacheWriteTokens ?? 0)) },
    ...outputTokens !== undefined && { outputTokens },
    ...cacheReadTokens !== undefined && { cacheReadTokens },
    ...cacheWriteTokens !== undefined && { cacheWriteTokens },
  })
}
