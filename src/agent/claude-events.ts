import type { ReaderOptions, TranscriptReader } from './agent.ts'
import type { Breakdown } from './claude-breakdown.ts'
import type { AgentEvent } from './events.ts'
import { breakdownIn } from './claude-breakdown.ts'
import { endOf, usageOf } from './claude-end.ts'
import { imagesOf } from './claude-images.ts'
import { hasLoaded, isErrorText } from './claude-load.ts'
import { isRecord, numberOf, parseRecord, recordsOf, textOf, textsOf } from './json.ts'
import { skillOfCommand, skillOfFile } from './skill-files.ts'
import { usageMeter } from './usage.ts'

/** A call that loads a skill if its result is not an error. */
interface LoadingCall {
  skill: string
  via: 'tool' | 'read'
  /** The reply it stands in. */
  reply: string | null
}

/** Reads the `stream-json` output of Claude Code 2.0.37 and later. */
export function claudeReader(keep: ReaderOptions = {}): TranscriptReader {
  const loading = new Map<string, LoadingCall>()
  /** Skills whose file each reply opens. Several in one reply are a survey. */
  const opened = new Map<string, Set<string>>()
  /** Conversations in which the API failed last, by the call that started them; `null` is the agent's own. */
  const broken = new Map<string | null, Breakdown>()
  const meter = usageMeter()
  let tools: string[] | null = null
  let started = false

  function system(line: Record<string, unknown>): AgentEvent[] {
    switch (line.subtype) {
      case 'init':
        // Comes again when the agent goes on after its end, for the result of a subagent.
        if (started)
          return []
        started = true
        tools = textsOf(line.tools)
        return [{ type: 'start', skills: textsOf(line.skills), tools, model: textOf(line.model) ?? null, version: textOf(line.claude_code_version) ?? null }]
      case 'api_retry':
        return [{ type: 'warning', text: `The agent asks the model again, ${retryOf(line)}.` }]
      case 'permission_denied':
        return [{ type: 'warning', text: `The agent was refused the tool ${textOf(line.tool_name) ?? '(no name)'}.` }]
      default:
        return []
    }
  }

  function assistant(line: Record<string, unknown>, parent: { parent?: string }): AgentEvent[] {
    const message = isRecord(line.message) ? line.message : {}
    const reply = textOf(message.id) ?? null
    // The command line's own words, such as "API Error: 500": not what the model said.
    const breakdown = breakdownIn(line)
    // A reply of the model shows that the conversation went on.
    broken.delete(parent.parent ?? null)
    if (breakdown !== null)
      broken.set(parent.parent ?? null, breakdown)
    else if (reply !== null)
      meter.add(reply, usageOf(message.usage))
    return recordsOf(message.content).flatMap((block): AgentEvent[] => {
      if (block.type === 'text' && typeof block.text === 'string')
        return [breakdown !== null ? { type: 'warning', text: block.text } : { type: 'message', text: block.text, ...parent }]
      if (block.type !== 'tool_use' || typeof block.id !== 'string' || typeof block.name !== 'string')
        return []
      expectLoad(block.id, block.name, block.input, reply)
      return [{ type: 'tool_call', id: block.id, name: block.name, input: block.input, ...parent }]
    })
  }

  /** What broke and did not go on: the agent itself, else a subagent, in which a skill might have fired. */
  function lastBreakdown(): Breakdown | null {
    const [below] = broken.values()
    return broken.get(null) ?? (below ? { ...below, text: `In a subagent: ${below.text}` } : null)
  }

  function expectLoad(id: string, name: string, input: unknown, reply: string | null): void {
    const values = isRecord(input) ? input : {}
    if (name === 'Skill') {
      const skill = nameOf(textOf(values.skill) ?? textOf(values.command))
      loading.set(id, { skill, via: 'tool', reply })
      return
    }
    // An agent with a skill tool that opens a SKILL.md is looking around.
    if (tools === null || tools.includes('Skill'))
      return
    const skill = name === 'Read' ? skillOfFile(textOf(values.file_path) ?? '') : name === 'Bash' ? skillOfCommand(textOf(values.command) ?? '') : null
    if (skill === null)
      return
    loading.set(id, { skill, via: 'read', reply })
    if (reply !== null)
      opened.set(reply, (opened.get(reply) ?? new Set()).add(skill))
  }

  function user(line: Record<string, unknown>, parent: { parent?: string }): AgentEvent[] {
    const message = isRecord(line.message) ? line.message : {}
    const results = recordsOf(message.content).filter(block => block.type === 'tool_result')
    // Stands beside the message, so it says nothing of a message with several results.
    const details = results.length === 1 ? line.tool_use_result : undefined
    return results.flatMap((block): AgentEvent[] => {
      const id = textOf(block.tool_use_id) ?? ''
      const text = contentText(block.content)
      const saysError = block.is_error === true || isErrorText(text)
      const images = keep.images ? imagesOf(block.content) : []
      const call = loading.get(id)
      loading.delete(id)
      const isError = call?.via === 'tool' ? !hasLoaded({ isError: saysError, text, details }) : saysError
      const ranAs = isRecord(details) ? textOf(details.commandName) : undefined
      return [
        { type: 'tool_result', id, isError, text, ...images.length > 0 && { images }, ...parent },
        ...call ? activation(call, { id, isError, text, ranAs }, parent) : [],
      ]
    })
  }

  function activation(call: LoadingCall, result: { id: string, isError: boolean, text: string, ranAs: string | undefined }, parent: { parent?: string }): AgentEvent[] {
    const skill = call.via === 'tool' && result.ranAs ? nameOf(result.ranAs) : call.skill
    const isSurvey = call.via === 'read' && call.reply !== null && (opened.get(call.reply)?.size ?? 0) > 1
    // A file that could not be read loads nothing, and was no call for a skill.
    if (skill === '' || isSurvey || (call.via === 'read' && result.isError))
      return []
    const reason = result.text.replace(/<\/?tool_use_error>/g, '').trim()
    return [{ type: 'activation', skill, ok: !result.isError, ...result.isError && { reason }, via: call.via, call: result.id, ...parent }]
  }

  return {
    read(line) {
      if (line.trim() === '')
        return []
      const value = parseRecord(line)
      const parent = typeof value?.parent_tool_use_id === 'string' ? { parent: value.parent_tool_use_id } : {}
      switch (value?.type) {
        case 'system': return system(value)
        case 'assistant': return assistant(value, parent)
        case 'user': return user(value, parent)
        case 'result': return [endOf(value, lastBreakdown())]
        case 'rate_limit_event': return []
        default: return [{ type: 'unknown', line }]
      }
    },
    usage: meter.total,
  }
}

function retryOf(line: Record<string, unknown>): string {
  const count = `${numberOf(line.attempt) ?? '?'} of ${numberOf(line.max_retries) ?? '?'}`
  return [count, numberOf(line.error_status), textOf(line.error)].filter(part => part !== undefined).join(', ')
}

function nameOf(called: string | undefined): string {
  return (called ?? '').trim().replace(/^\//, '')
}

/** The text of a result. Images and whatever else it holds have none. */
function contentText(content: unknown): string {
  return textOf(content) ?? recordsOf(content).flatMap(block => textOf(block.text) ?? []).join('\n')
}
