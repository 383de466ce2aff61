import type { AgentEvent } from './events.ts'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { claudeReader } from './claude-events.ts'
import { transcriptsFolder } from './transcripts.fixture.ts'

type Line = Record<string, unknown>

function read(...lines: Line[]): AgentEvent[] {
  const reader = claudeReader()
  return lines.flatMap(line => reader.read(JSON.stringify(line)))
}

const said = (text: string, more: Line = {}, model = 'opus'): Line => ({ type: 'assistant', parent_tool_use_id: null, message: { id: text, model, content: [{ type: 'text', text }] }, ...more })
const good = (result = 'Limit reached'): Line => ({ type: 'result', subtype: 'success', is_error: false, result, usage: {} })
const end = (...lines: Line[]) => read(...lines).at(-1)

describe('a line in the model\'s place, before a result that says all is well', () => {
  it.each<[string, Line, string, Line]>([
    ['2.1.332', said('API Error: Request rejected (429) · slow', { error: 'rate_limit', is_api_error_message: true, api_error_status: 429 }, '<synthetic>'), 'API Error: Request rejected (429) · slow', { status: 429 }],
    ['the camel case of session files', said('Limit reached', { isApiErrorMessage: true }), 'Limit reached', {}],
    ['its error alone', said('Limit reached', { error: 'rate_limit' }), 'Limit reached', { status: 429 }],
    ['an error of its API', said('Busy', { error: 'server_error', api_error_type: 'overloaded_error' }), 'Busy', { status: 529 }],
    ['an error that is new', said('Limit reached', { error: 'something_new' }), 'Limit reached', {}],
    ['an error that is data', said('Limit reached', { error: { type: 'x' } }), 'Limit reached', {}],
    ['its model alone', said('API Error: 500 {}', {}, '<synthetic>'), 'API Error: 500 {}', { status: 500 }],
    ['its model alone, the status in brackets', said('API Error: Request rejected (429) · slow', {}, '<synthetic>'), 'API Error: Request rejected (429) · slow', { status: 429 }],
    ['text as text', { type: 'assistant', error: 'rate_limit', message: { content: 'Limit reached' } }, 'Limit reached', { status: 429 }],
  ])('is an API error: %s', (_, line, text, more) => {
    expect(end(line, good())).toEqual({ type: 'end', text, isError: true, reason: 'api_error', usage: {}, ...more })
  })

  it('is a refusal where it says so', () => {
    const line = said('flagged', { error: 'invalid_request' }, '<synthetic>')
    expect(end({ ...line, message: { model: '<synthetic>', stop_reason: 'refusal', content: [] } }, good())).toMatchObject({ isError: true, reason: 'refused' })
  })

  it('is no message, and no tokens of it count', () => {
    const reader = claudeReader()
    const line = said('needle', { error: 'rate_limit', message: { id: 'm', usage: { input_tokens: 7 }, content: [{ type: 'text', text: 'needle' }] } })
    expect(reader.read(JSON.stringify(line))).toEqual([{ type: 'warning', text: 'needle' }])
    expect(reader.usage()).toEqual({})
  })

  it('is over where the model goes on', () => {
    expect(end(said('Limit', { error: 'rate_limit' }), said('Done.'), good('Done.'))).toMatchObject({ text: 'Done.', isError: false, reason: 'completed' })
    expect(end(said('Done.', { error: null }), good('Done.'))).toMatchObject({ isError: false })
  })

  it('does not take the place of another error', () => {
    expect(end(said('Limit', { error: 'rate_limit' }), { type: 'result', subtype: 'error_max_turns', is_error: false })).toMatchObject({ reason: 'max_turns' })
    expect(end(said('Limit', { error: 'rate_limit' }), { type: 'result', subtype: 'success', is_error: true, result: 'Usage limit' })).toMatchObject({ text: 'Usage limit', reason: 'api_error', status: 429 })
  })
})

describe('a subagent', () => {
  const below = { parent_tool_use_id: 'agent call' }

  it('that broke leaves a run of which nothing is known, since a skill might have fired in it', () => {
    expect(end(said('Limit', { error: 'rate_limit', ...below }), said('I could not look.'), good('I could not look.'))).toMatchObject({ isError: true, reason: 'api_error', status: 429, text: 'In a subagent: Limit' })
  })

  it('that went on did not', () => {
    expect(end(said('Limit', { error: 'rate_limit', ...below }), said('Found.', below), said('Done.'), good('Done.'))).toMatchObject({ isError: false })
  })
})

it.each<[Line, string]>([
  [{ terminal_reason: 'api_error' }, 'api_error'],
  [{ terminal_reason: 'model_error' }, 'api_error'],
  [{ terminal_reason: 'prompt_too_long' }, 'api_error'],
  [{ terminal_reason: 'aborted_streaming' }, 'error'],
  [{ terminal_reason: 'max_turns' }, 'max_turns'],
  [{ terminal_reason: 'budget_exhausted' }, 'budget'],
  [{ api_error_status: 429 }, 'api_error'],
  [{ api_error: 'connection_failed' }, 'api_error'],
  [{ stop_reason: 'refusal' }, 'refused'],
  [{ terminal_reason: 'completed', api_error_status: null, api_error: null, stop_reason: 'end_turn' }, 'completed'],
  [{ terminal_reason: 'of a later version' }, 'completed'],
])('a result with is_error false and %j ends with %s', (more, reason) => {
  expect(end({ ...good(), ...more })).toMatchObject({ reason, isError: reason !== 'completed' })
})

it.each(['e429', 'e529', 'connrefused', 'hang-apitimeout', 'maxtok', 'nokey', 'refusal'])('%s of 2.1.332 is an error by its line alone', (scenario) => {
  const reader = claudeReader()
  const lines = readFileSync(path.join(transcriptsFolder, 'claude-2.1.332', `${scenario}.jsonl`), 'utf8').trim().split('\n').map((line): Line => JSON.parse(line))
  const events = lines.map(line => line.type === 'result' ? good() : line).flatMap(line => reader.read(JSON.stringify(line)))
  const whole = lines.flatMap(line => claudeReader().read(JSON.stringify(line))).at(-1)
  expect(events.at(-1)).toMatchObject({ isError: true, reason: whole?.type === 'end' ? whole.reason : '' })
})
