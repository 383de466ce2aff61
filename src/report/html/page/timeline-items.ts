import type { AgentEvent } from '../../../agent/events.ts'

type Of<Type extends AgentEvent['type']> = Extract<AgentEvent, { type: Type }>

/** What the timeline shows as one thing. */
export type Item
  = | Exclude<AgentEvent, { type: 'tool_call' | 'tool_result' | 'activation' | 'unknown' }>
    /** A call with its answer, and the skill that it loaded. `result` is missing when the run was stopped before it. */
    | { type: 'call', call: Of<'tool_call'>, result: Of<'tool_result'> | null, activation: Of<'activation'> | null, depth: number }
    /** An answer or a load without its call. */
    | { type: 'stray', event: Of<'tool_result'> | Of<'activation'> }
    | { type: 'unknown', lines: string[] }

/** Puts calls and their answers together, and lines that were not understood. */
export function timelineItems(events: readonly AgentEvent[]): Item[] {
  const items: Item[] = []
  const calls = new Map<string, Extract<Item, { type: 'call' }>>()
  for (const event of events) {
    const last = items.at(-1)
    if (event.type === 'tool_call') {
      const item = { type: 'call' as const, call: event, result: null, activation: null, depth: depthOf(event.parent, calls) }
      calls.set(event.id, item)
      items.push(item)
    }
    else if (event.type === 'tool_result' || event.type === 'activation') {
      const item = calls.get(event.type === 'activation' ? event.call : event.id)
      if (item && event.type === 'tool_result' && item.result === null)
        item.result = event
      else if (item && event.type === 'activation' && item.activation === null)
        item.activation = event
      else
        items.push({ type: 'stray', event })
    }
    else if (event.type === 'unknown') {
      last?.type === 'unknown' ? last.lines.push(event.line) : items.push({ type: 'unknown', lines: [event.line] })
    }
    else {
      items.push(event)
    }
  }
  return items
}

function depthOf(parent: string | undefined, calls: ReadonlyMap<string, { depth: number }>): number {
  return parent === undefined ? 0 : Math.min(4, (calls.get(parent)?.depth ?? 0) + 1)
}

/** Keys of a call's input that say most about it. */
const telling = ['skill', 'command', 'file_path', 'path', 'pattern', 'query', 'url', 'description', 'prompt']

/** The input of a call in a line. */
export function inputLine(input: unknown): string {
  const values = new Map(typeof input === 'object' && input !== null ? Object.entries(input) : [])
  const found = telling.map(key => values.get(key)).find(value => typeof value === 'string') ?? (values.size === 0 ? typeof input === 'string' ? input : '' : JSON.stringify(input))
  return String(found).slice(0, 300).replace(/\s+/g, ' ')
}
