import type { TranscriptReader } from './agent.ts'
import type { AgentEvent, EndReason, Usage } from './events.ts'
import { amountOf, countOf, isRecord, numberOf, parseRecord, textOf } from './json.ts'
import { addUsage } from './usage.ts'

const SKILL_TOOL = 'skill'

/** Why a step was the last one; with any other reason the agent goes on. */
const ENDS: Record<string, EndReason> = { 'stop': 'completed', 'length': 'error', 'content-filter': 'refused', 'error': 'error' }

/** Reads the output of `opencode run --format json`. It prints a call only once it has its result. */
export function opencodeReader(): TranscriptReader {
  let started = false
  let said = ''
  let spent: Usage = {}
  let cost = 0
  /** What the run broke at, while no other step was begun. */
  let broken: Extract<AgentEvent, { type: 'end' }> | null = null

  function start(): AgentEvent[] {
    if (started)
      return []
    started = true
    return [{ type: 'start', skills: null, tools: null, model: null, version: null }]
  }

  function message(part: Record<string, unknown>): AgentEvent[] {
    if (typeof part.text !== 'string')
      return []
    said = part.text
    return [{ type: 'message', text: said }]
  }

  function finish(part: Record<string, unknown>): AgentEvent[] {
    spent = addUsage([spent, usageOf(part.tokens)])
    cost += amountOf(part.cost) ?? 0
    const why = textOf(part.reason) ?? ''
    const reason = Object.hasOwn(ENDS, why) ? ENDS[why] : undefined
    if (reason === undefined)
      return []
    if (broken !== null)
      return [{ ...broken, usage: spent, ...costOf(cost) }]
    const isError = reason !== 'completed'
    return [{ type: 'end', text: isError ? said || why : said, isError, reason, usage: spent, ...costOf(cost) }]
  }

  return {
    read(line) {
      if (line.trim() === '')
        return []
      const value = parseRecord(line)
      const part = isRecord(value?.part) ? value.part : {}
      switch (value?.type) {
        case 'step_start':
          broken = null
          return start()
        case 'reasoning': return []
        case 'text': return [...start(), ...message(part)]
        case 'tool_use': return [...start(), ...work(part)]
        case 'step_finish': return [...start(), ...finish(part)]
        case 'error':
          broken = failure(value.error, spent, cost)
          return [...start(), broken]
        default: return [{ type: 'unknown', line }]
      }
    },
    usage: () => spent,
  }
}

function work(part: Record<string, unknown>): AgentEvent[] {
  const name = textOf(part.tool)
  const call = textOf(part.callID)
  if (name === undefined || call === undefined)
    return []
  const state = isRecord(part.state) ? part.state : {}
  const isError = state.status !== 'completed'
  const text = textOf(isError ? state.error : state.output) ?? ''
  const skill = name === SKILL_TOOL && isRecord(state.input) ? textOf(state.input.name)?.trim() ?? '' : ''
  return [
    { type: 'tool_call', id: call, name, input: state.input },
    { type: 'tool_result', id: call, isError, text },
    ...skill === '' ? [] : [{ type: 'activation' as const, skill, ok: !isError, ...isError && { reason: text }, via: 'tool' as const, call }],
  ]
}

function failure(value: unknown, usage: Usage, cost: number): Extract<AgentEvent, { type: 'end' }> {
  const error = isRecord(value) ? value : {}
  const data = isRecord(error.data) ? error.data : {}
  const name = textOf(error.name) ?? ''
  const status = numberOf(data.statusCode)
  return {
    type: 'end',
    text: textOf(data.message) ?? name,
    isError: true,
    reason: status !== undefined || /api|auth/i.test(name) ? 'api_error' : 'error',
    usage,
    ...costOf(cost),
    ...status !== undefined && { status },
  }
}

/** A model whose price it does not know, or that an account pays for, costs 0 in its words. */
function costOf(cost: number): { costUsd?: number } {
  return cost > 0 && Number.isFinite(cost) ? { costUsd: cost } : {}
}

/** Its figure of input does not hold what came from the cache; thoughts stand beside the output. */
function usageOf(value: unknown): Usage {
  if (!isRecord(value))
    return {}
  const cache = isRecord(value.cache) ? value.cache : {}
  const inputTokens = countOf(value.input)
  const outputTokens = countOf(value.output)
  const thoughts = countOf(value.reasoning)
  const cacheReadTokens = countOf(cache.read)
  const cacheWriteTokens = countOf(cache.write)
  return addUsage([thoughts === undefined ? {} : { outputTokens: thoughts }, {
    ...inputTokens !== undefined && { inputTokens },
    ...outputTokens !== undefined && { outputTokens },
    ...cacheReadTokens !== undefined && { cacheReadTokens },
    ...cacheWriteTokens !== undefined && { cacheWriteTokens },
  }])
}
