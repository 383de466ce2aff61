import type { AgentEvent } from '../agent/events.ts'

/** A text of a run, decoded, and whose it is. */
export interface Passage {
  /** For the reader: `the input of Bash`, `the result of Bash`, `a message`. */
  where: string
  text: string
}

type Call = Extract<AgentEvent, { type: 'tool_call' }>
type Result = Extract<AgentEvent, { type: 'tool_result' }>

/** A call of the agent and its answer; `result` is `null` when the run ended before it. */
export interface AnsweredCall {
  call: Call
  result: Result | null
}

/** The calls of a run in order, each once: some agents print a call again with every piece of the reply it stands in. */
export function answeredCalls(events: readonly AgentEvent[]): AnsweredCall[] {
  const calls: AnsweredCall[] = []
  const byId = new Map<string, AnsweredCall>()
  for (const event of events) {
    if (event.type === 'tool_call' && (event.id === '' || !byId.has(event.id))) {
      const answered: AnsweredCall = { call: event, result: null }
      calls.push(answered)
      byId.set(event.id, answered)
    }
    else if (event.type === 'tool_result') {
      const answered = byId.get(event.id)
      if (answered)
        answered.result = event
    }
  }
  return calls
}

/**
 * What the agent said, in order: its messages, and its last word where that is not the last message once more. The last word of a
 * run that ended in an error is the command line's, not the agent's.
 */
export function spoken(events: readonly AgentEvent[]): (Passage & { subagent: boolean })[] {
  const said: (Passage & { subagent: boolean })[] = []
  const messages = new Set<string>()
  for (const event of events) {
    if (event.type === 'message') {
      const subagent = event.parent !== undefined
      if (!subagent)
        messages.add(event.text.trim())
      said.push({ where: subagent ? 'a message of a subagent' : 'a message', text: event.text, subagent })
    }
    else if (event.type === 'end' && !event.isError && !messages.has(event.text.trim())) {
      said.push({ where: 'the last message', text: event.text, subagent: false })
    }
  }
  return said.filter(one => one.text.trim() !== '')
}

/**
 * All that literals are looked for in: what the agent did and said. Neither the prompt nor the start event (which lists every tool
 * and skill) is in it, or a literal that the prompt holds could not fail.
 */
export function passagesOf(events: readonly AgentEvent[]): Passage[] {
  const names = new Map<string, string>()
  const acts = events.flatMap((event): Passage[] => {
    if (event.type === 'tool_call') {
      names.set(event.id, event.name)
      return [
        { where: `a call of ${event.name}`, text: event.name },
        ...stringsIn(event.input).map(text => ({ where: `the input of ${event.name}`, text })),
      ]
    }
    return event.type === 'tool_result' ? [{ where: `the result of ${names.get(event.id) ?? 'a call'}`, text: event.text }] : []
  })
  return [...acts, ...spoken(events)]
}

/** Strings of a call's input, decoded and in order. No recursion: an agent may hand over data of any depth. */
function stringsIn(input: unknown): string[] {
  const strings: string[] = []
  const open: unknown[] = [input]
  while (open.length > 0) {
    const next = open.pop()
    if (typeof next === 'string')
      strings.push(next)
    else if (typeof next === 'object' && next !== null)
      // one by one: as arguments, a long list would not fit the stack
      Object.values(next).reverse().forEach(part => open.push(part))
  }
  return strings
}
