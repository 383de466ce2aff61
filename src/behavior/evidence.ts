import type { AgentEvent } from '../agent/events.ts'
import type { Passage } from './passages.ts'
import { nearestPassage } from './nearest.ts'
import { answeredCalls, passagesOf, spoken } from './passages.ts'

/** Characters that are shown on either side of a literal. */
const AROUND = 60

/** What the agent did: its calls in order, each with its input and what came back, as decoded text. `''` when it called nothing. */
export function didText(events: readonly AgentEvent[]): string {
  return answeredCalls(events).map(({ call, result }, index) => {
    const who = call.parent === undefined ? '' : ' (in a subagent)'
    const answer = result === null ? 'no result' : `${result.isError ? 'failed with' : 'result'}: ${indented(result.text)}`
    return `${index + 1}. ${call.name}${who}\n${inputText(call.input)}   ${answer}`
  }).join('\n\n')
}

/** What the agent said: its messages in order, and its last word. `''` when it said nothing. */
export function saidText(events: readonly AgentEvent[]): string {
  return spoken(events).map(({ text, subagent }) => subagent ? `(in a subagent) ${text}` : text).join('\n\n')
}

/** Where a literal is, or what comes nearest to it. */
export interface LiteralSearch {
  /** Where it was found, with what stands around it; `null` when it was not. */
  found: string | null
  /** When it was not found: the nearest thing that was seen, and where; `null` when there is nothing like it. */
  nearest: string | null
}

/** Looks for a literal in what the agent did and said, without regard to case. */
export function containsLiteral(events: readonly AgentEvent[], literal: string): LiteralSearch {
  return findLiteral(passagesOf(events), literal)
}

/** Whether the agent did or said this: {@link containsLiteral} without the evidence. */
export function hasLiteral(events: readonly AgentEvent[], literal: string): boolean {
  const wanted = literal.toLowerCase()
  return passagesOf(events).some(({ text }) => text.toLowerCase().includes(wanted))
}

/** The same as {@link containsLiteral}, for many literals in one run. */
export function findLiteral(passages: readonly Passage[], literal: string): LiteralSearch {
  const wanted = literal.toLowerCase()
  for (const { where, text } of passages) {
    const lower = text.toLowerCase()
    const at = lower.indexOf(wanted)
    // Some characters change their length with their case; places in the one text are then not places in the other.
    if (at !== -1)
      return { found: `In ${where}: ${excerpt(lower.length === text.length ? text : lower, at, at + wanted.length)}`, nearest: null }
  }
  const nearest = nearestPassage(passages, literal)
  return { found: null, nearest: nearest && `In ${nearest.where}: ${nearest.text}` }
}

function excerpt(text: string, from: number, to: number): string {
  const start = Math.max(0, from - AROUND)
  const end = Math.min(text.length, Math.min(to, from + 300) + AROUND)
  const line = text.slice(start, end).replace(/\s+/g, ' ').trim()
  return `${start > 0 ? '…' : ''}${line}${end < text.length ? '…' : ''}`
}

function inputText(input: unknown): string {
  if (typeof input !== 'object' || input === null)
    return input === undefined ? '' : `   input: ${valueText(input)}\n`
  return Object.entries(input).map(([key, value]) => `   ${key}: ${valueText(value)}\n`).join('')
}

/** Text as the agent meant it where it handed over text; data as data. */
function valueText(value: unknown): string {
  return indented(typeof value === 'string' ? value : JSON.stringify(value, null, 2) ?? '')
}

/** Further lines stand below the first, so that a line of output cannot be read as a call of its own. */
function indented(text: string): string {
  return text.replace(/\r\n?|\n/g, '\n     ')
}
