import type { AgentEvent } from './events.ts'
import { describe, expect, it } from 'vitest'
import { opencodeReader } from './opencode-events.ts'

type Line = Record<string, unknown> | string

function read(...lines: Line[]): AgentEvent[] {
  const reader = opencodeReader()
  return lines.flatMap(line => reader.read(typeof line === 'string' ? line : JSON.stringify(line))).filter(({ type }) => type !== 'start')
}

const used = (tool: string, state: unknown, callID: unknown = 'c1'): Line => ({ type: 'tool_use', part: { type: 'tool', tool, callID, state } })
const loaded = (name: unknown): Line => used('skill', { status: 'completed', input: { name }, output: '<skill_content>' })
const said = (text: string): Line => ({ type: 'text', part: { text } })
const finished = (reason: string, more: object = {}): Line => ({ type: 'step_finish', part: { reason, tokens: { input: 100, output: 10, reasoning: 5, cache: { read: 30, write: 2 } }, cost: 0.25, ...more } })
const activations = (...lines: Line[]): AgentEvent[] => read(...lines).filter(({ type }) => type === 'activation')

describe('the skill tool', () => {
  it('loads a skill, or says why it did not', () => {
    expect(activations(loaded('pdf-tools'))).toEqual([{ type: 'activation', skill: 'pdf-tools', ok: true, via: 'tool', call: 'c1' }])
    expect(activations(used('skill', { status: 'error', input: { name: 'pdf-tools' }, error: 'ripgrep execution failed' }))).toEqual([{ type: 'activation', skill: 'pdf-tools', ok: false, reason: 'ripgrep execution failed', via: 'tool', call: 'c1' }])
  })

  it.each([undefined, '', 7, null, {}])('names nothing with %j', (name) => {
    expect(activations(loaded(name))).toEqual([])
  })

  it('is not mistaken for a look at a file, or for words', () => {
    expect(activations(used('read', { status: 'completed', input: { filePath: '/w/.opencode/skills/a/SKILL.md' }, output: 'Loaded skill: a' }), said('Loaded skill: a'))).toEqual([])
  })
})

it('reads a call with its result', () => {
  expect(read(used('bash', { status: 'completed', input: { command: 'ls' }, output: 'a' }), used('bash', { status: 'error', input: {}, error: 'denied' }, 'c2'))).toEqual([
    { type: 'tool_call', id: 'c1', name: 'bash', input: { command: 'ls' } },
    { type: 'tool_result', id: 'c1', isError: false, text: 'a' },
    { type: 'tool_call', id: 'c2', name: 'bash', input: {} },
    { type: 'tool_result', id: 'c2', isError: true, text: 'denied' },
  ])
})

describe('the end', () => {
  it('is the step after which the agent does not go on, with the figures of all', () => {
    expect(read(said('one'), finished('tool-calls'), said('two'), finished('stop'))).toEqual([
      { type: 'message', text: 'one' },
      { type: 'message', text: 'two' },
      { type: 'end', text: 'two', isError: false, reason: 'completed', usage: { inputTokens: 200, outputTokens: 30, cacheReadTokens: 60, cacheWriteTokens: 4 }, costUsd: 0.5 },
    ])
  })

  it.each([['length', 'error'], ['content-filter', 'refused']])('with %s is bad', (why, reason) => {
    expect(read(finished(why))).toMatchObject([{ type: 'end', text: why, isError: true, reason }])
  })

  it.each(['tool-calls', 'unknown', 'other', ''])('is not told by %j', (why) => {
    expect(read(finished(why))).toEqual([])
  })

  it('has no cost where the agent knows no price', () => {
    expect(read(finished('stop', { cost: 0 }))[0]).not.toHaveProperty('costUsd')
  })

  it.each([
    [{ name: 'APIError', data: { message: 'bad key', statusCode: 401 } }, { text: 'bad key', reason: 'api_error', status: 401 }],
    [{ name: 'ProviderAuthError', data: { message: 'no key' } }, { text: 'no key', reason: 'api_error' }],
    [{ name: 'UnknownError', data: { message: 'odd' } }, { text: 'odd', reason: 'error' }],
    [null, { text: '', reason: 'error' }],
  ])('with the error %j is bad', (error, end) => {
    expect(read({ type: 'error', error })).toEqual([{ type: 'end', isError: true, usage: {}, ...end }])
  })
})

it('is bad after an error, whatever its last step says, and good where another step was begun', () => {
  const error: Line = { type: 'error', error: { name: 'APIError', data: { message: 'slow', statusCode: 429 } } }
  expect(read(error, finished('stop')).at(-1)).toMatchObject({ type: 'end', text: 'slow', isError: true, reason: 'api_error', status: 429, usage: { inputTokens: 100 }, costUsd: 0.25 })
  expect(read(error, { type: 'step_start', part: {} }, finished('stop')).at(-1)).toMatchObject({ isError: false, reason: 'completed' })
})

it('counts what was used before an end', () => {
  const reader = opencodeReader()
  reader.read(JSON.stringify(finished('tool-calls')))
  expect(reader.usage()).toEqual({ inputTokens: 100, outputTokens: 15, cacheReadTokens: 30, cacheWriteTokens: 2 })
})

it('survives whatever a line is, and keeps what it does not know', () => {
  const hostile: Line[] = [
    ...['{', 'null', '[]', '7', '"x"', 'not json', '{}', '{"type":7}', '{"type":"later.kind"}'],
    ...['step_start', 'text', 'tool_use', 'step_finish', 'error', 'reasoning'].flatMap(type => [null, 7, 'x', [], {}, { tool: 7, callID: [], state: 1 }, { tool: 'skill', callID: 'c', state: null }, { tokens: { cache: 1, input: 'many' }, cost: 'x', reason: 'constructor' }].map((value): Line => ({ type, part: value, error: value }))),
  ]
  const events = read(...hostile)
  expect(events.filter(({ type }) => type === 'activation')).toEqual([])
  expect(events.filter(({ type }) => type === 'unknown')).toHaveLength(9)
  expect(read('', '  ')).toEqual([])
})
