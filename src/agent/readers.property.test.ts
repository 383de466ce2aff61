import type { AgentEvent } from './events.ts'
import { Buffer } from 'node:buffer'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { describe, expect } from 'vitest'
import { property } from '../../fixtures/harness/fuzz.ts'
import { jsonText, jsonValue, mutated } from '../../fixtures/harness/mutations.ts'
import { agentNames } from './agent.ts'
import { agentOf } from './agents.ts'
import { splitLines } from './lines.ts'
import { agentOfTranscripts, transcriptRows, transcriptsFolder } from './transcripts.fixture.ts'

/** Lines of real transcripts by the agent that printed them; of the long ones, a part of it all: each edit is a copy. */
const lines = Object.fromEntries(agentNames.map(name => [name, [...new Set(transcriptRows.flatMap(([folder = '', scenario = '']) => {
  return agentOfTranscripts(folder).name === name ? readFileSync(path.join(transcriptsFolder, folder, `${scenario}.jsonl`), 'utf8').split('\n').filter(line => line.length < 2000) : []
}))]]))

const TYPES = ['system', 'assistant', 'user', 'result', 'rate_limit_event', 'thread.started', 'turn.started', 'turn.completed', 'turn.failed', 'item.started', 'item.updated', 'item.completed', 'error', 'init', 'message', 'tool_use', 'tool_result', 'text', 'step_start', 'step_finish', 'session.skills_loaded', 'session.error', 'assistant.message', 'assistant.usage', 'tool.execution_start', 'tool.execution_complete', 'session.tools_updated']
/** Those of lines that are known for having no news are not listed above. */
const KNOWN = new Set([...TYPES, ...Object.values(lines).flat().map(typeOf)])
const EVENTS = ['start', 'message', 'tool_call', 'tool_result', 'activation', 'end', 'warning', 'unknown']
const KEYS = ['message', 'item', 'usage', 'stats', 'error', 'content', 'id', 'result', 'structured_output', 'tool_use_result', 'parameters', 'tool_id', 'tool_name', 'total_cost_usd', 'input_tokens', 'output_tokens', 'command', 'text', 'status', 'role', 'delta', 'subtype', 'skills', 'tools', 'is_error', 'changes', 'exit_code', 'part', 'data', 'state', 'callID', 'tokens', 'cost', 'reason', 'toolCallId', 'toolName', 'apiCallId', 'inputTokens', 'outputTokens', 'exitCode', 'success']
const made = fc.record({ type: fc.constantFrom(...TYPES), fields: fc.dictionary(fc.constantFrom(...KEYS), fc.oneof(jsonValue(), fc.dictionary(fc.constantFrom(...KEYS), jsonValue())), { maxKeys: 5 }) })
  .map(({ type, fields }) => jsonText({ type, ...fields, ...type.startsWith('item.') && { item: { id: 'i', type: 'file_change', ...fields } } }))

function expectEvents(events: AgentEvent[]): void {
  for (const event of events) {
    expect(EVENTS).toContain(event.type)
    for (const text of ['text', 'line', 'id', 'name', 'skill', 'call'])
      expect(text in event ? typeof (event as unknown as Record<string, unknown>)[text] : 'string').toBe('string')
    if (event.type === 'end') {
      expect(event.costUsd ?? 0).toBeGreaterThanOrEqual(0)
      expectCounts(event.usage)
    }
    // what becomes of events later: they are copied, and written down
    expect(JSON.parse(JSON.stringify(structuredClone(event)))).toBeTypeOf('object')
  }
}

function expectCounts(usage: object): void {
  for (const figure of Object.values(usage))
    expect(Number.isSafeInteger(figure) && figure >= 0).toBe(true)
}

describe.each(agentNames)('reader of %s', (name) => {
  const line = fc.oneof({ weight: 3, arbitrary: mutated(lines[name] ?? [''], TYPES.map(type => `"${type}"`)) }, { weight: 2, arbitrary: made }, { weight: 1, arbitrary: jsonValue().map(jsonText) })

  property('reads whatever comes into events of the one vocabulary', fc.array(line, { maxLength: 4 }), (some) => {
    const reader = agentOf({ agent: name }).reader({ images: true })
    for (const one of some) {
      expectEvents(reader.read(one))
      expectCounts(reader.usage())
    }
  })

  property('keeps each line that it does not know', line, (one) => {
    const type = typeOf(one)
    const events = agentOf({ agent: name }).reader().read(one)
    const unknown = events.filter(event => event.type === 'unknown')
    if (one.trim() === '')
      expect(events).toEqual([])
    else if (typeof type !== 'string' || !KNOWN.has(type))
      expect(unknown).toEqual([{ type: 'unknown', line: one }])
    else
      expect(unknown.length).toBeLessThanOrEqual(1)
  })
})

describe('splitLines', () => {
  const bytes = fc.array(fc.oneof(fc.string({ unit: 'binary', maxLength: 12 }).map(text => Buffer.from(text)), fc.uint8Array({ maxLength: 6 }).map(raw => Buffer.from(raw)), fc.constantFrom('\n', '\r\n', '\n\n', '\r', '\u2028', '{"a":"é😀"}\n').map(text => Buffer.from(text))), { maxLength: 8 }).map(parts => Buffer.concat(parts))

  property('gives the same lines wherever the stream is cut', fc.record({ bytes, cuts: fc.array(fc.nat(100), { maxLength: 6 }), longest: fc.constantFrom(5, 1000) }), ({ bytes, cuts, longest }) => {
    const whole = linesOf([bytes], longest)
    const places = [0, ...cuts.map(cut => Math.min(cut, bytes.length)), bytes.length].sort((a, b) => a - b)
    expect(linesOf(places.slice(1).map((end, index) => bytes.subarray(places[index], end)), longest)).toEqual(whole)
    if (longest > bytes.length)
      expect(whole).toEqual(bytes.toString('utf8').split('\n').map((one, index, all) => index < all.length - 1 || one !== '' ? one.replace(/\r$/, '') : null).filter(one => one !== null))
  })
})

function linesOf(chunks: Buffer[], longest: number): string[] {
  const found: string[] = []
  const splitter = splitLines(one => void found.push(one), longest)
  chunks.forEach(splitter.push)
  splitter.end()
  return found
}

function typeOf(line: string): unknown {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null && !Array.isArray(value) && 'type' in value ? value.type : undefined
  }
  catch {
    return undefined
  }
}
