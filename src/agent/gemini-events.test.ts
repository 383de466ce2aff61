import type { AgentEvent } from './events.ts'
import { describe, expect, it } from 'vitest'
import { geminiReader } from './gemini-events.ts'

type Line = Record<string, unknown> | string

function read(...lines: Line[]): AgentEvent[] {
  const reader = geminiReader()
  return lines.flatMap(line => reader.read(typeof line === 'string' ? line : JSON.stringify(line)))
}

const call = (name: string, parameters: unknown, id = 't1'): Line => ({ type: 'tool_use', tool_name: name, tool_id: id, parameters })
const answer = (status = 'success', output: unknown = 'text', id = 't1'): Line => ({ type: 'tool_result', tool_id: id, status, output })
const said = (content: string, delta = true): Line => ({ type: 'message', role: 'assistant', content, delta })
const activations = (...lines: Line[]): AgentEvent[] => read(...lines).filter(({ type }) => type === 'activation')

describe('the skill tool', () => {
  it('loads a skill by its answer alone', () => {
    expect(activations(call('activate_skill', { name: 'pdf-tools' }))).toEqual([])
    expect(activations(call('activate_skill', { name: 'pdf-tools' }), answer(), answer())).toEqual([{ type: 'activation', skill: 'pdf-tools', ok: true, via: 'tool', call: 't1' }])
  })

  it('says why a skill did not load', () => {
    expect(activations(call('activate_skill', { name: 'no' }), answer('error', 'must be one of'))).toEqual([{ type: 'activation', skill: 'no', ok: false, reason: 'must be one of', via: 'tool', call: 't1' }])
  })

  it('keeps calls side by side apart', () => {
    expect(activations(call('activate_skill', { name: 'a' }, '1'), call('activate_skill', { name: 'b' }, '2'), answer('success', '', '2'), answer('error', 'x', '1'))).toMatchObject([{ skill: 'b', ok: true }, { skill: 'a', ok: false }])
  })

  it.each([null, {}, { name: 7 }, { name: '' }, 'a'])('names nothing with %j', (parameters) => {
    expect(activations(call('activate_skill', parameters), answer())).toEqual([])
  })

  it('is not mistaken for a look at a file', () => {
    expect(activations(call('read_file', { file_path: '/w/.agents/skills/a/SKILL.md' }), answer('success', 'Skill **a** activated.'))).toEqual([])
  })
})

it('joins the pieces of a message, and keeps the prompt out', () => {
  expect(read({ type: 'message', role: 'user', content: 'do it' }, said('one '), said('two'), call('glob', {}), said('three'), said('four', false), { type: 'result', status: 'success' })).toMatchObject([
    { type: 'message', text: 'one two' },
    { type: 'tool_call', name: 'glob' },
    { type: 'message', text: 'three' },
    { type: 'message', text: 'four' },
    { type: 'end', text: 'four', isError: false, reason: 'completed', usage: {} },
  ])
})

describe('the end', () => {
  it('counts thoughts as output, and input apart from what came from the cache', () => {
    expect(read({ type: 'result', status: 'success', stats: { total_tokens: 130, input_tokens: 100, output_tokens: 10, cached: 40 } }))
      .toMatchObject([{ usage: { inputTokens: 60, cacheReadTokens: 40, outputTokens: 30 } }])
  })

  const success: Line = { type: 'result', status: 'success' }
  const error = (message: string, severity = 'error'): Line => ({ type: 'error', severity, message })

  it.each([
    ['[API Error: {"error":{"code":429,"message":"slow"}}]', 'error', 'api_error'],
    ['Maximum session turns exceeded', 'error', 'max_turns'],
    ['Context window will overflow', 'error', 'error'],
    ['Loop detected, stopping execution', 'warning', 'error'],
  ])('after "%s" (%s) is bad, whatever its last line says', (message, severity, reason) => {
    const fault = error(message, severity)
    expect(read(said('Hm.'), fault, success).at(-1)).toMatchObject({ type: 'end', text: message, isError: true, reason })
    expect(read(fault, said(''), success).at(-1)).toMatchObject({ isError: true })
    expect(read(fault, said('Done.'), success).at(-1)).toMatchObject({ text: 'Done.', isError: false })
    expect(read(fault, call('glob', {}), answer('success'), success).at(-1)).toMatchObject({ isError: false })
  })

  it('is good after a warning', () => {
    expect(read(said('Done.'), error('A model was not found, another is used', 'warning'), success).at(-1)).toMatchObject({ text: 'Done.', isError: false })
  })

  it.each([
    [{ type: 'unknown', message: '[API Error: {"error":{"code":401,"message":"bad"}}]' }, 'api_error', 401],
    [{ type: 'unknown', message: '[API Error: slow down]\nPlease wait and try again later. To increase your limits, request a quota increase' }, 'api_error', 429],
    [{ type: 'unknown', message: '[API Error: fetch failed]' }, 'api_error', undefined],
    [{ type: 'FatalTurnLimitedError', message: 'Reached max session turns' }, 'max_turns', undefined],
    [{ type: 'FatalAuthenticationError', message: 'no key' }, 'api_error', undefined],
    [{ type: 'unknown', message: 'else' }, 'error', undefined],
    [null, 'error', undefined],
  ])('with %j is %s, status %s', (error, reason, status) => {
    const [end] = read({ type: 'result', status: 'error', error })
    expect(end).toMatchObject({ type: 'end', isError: true, reason })
    expect(end?.type === 'end' ? end.status : null).toBe(status)
  })
})

it('survives whatever a line is', () => {
  const hostile: Line[] = [
    ...['{', 'null', '[]', '7', '"x"', 'not json', '\u0000', '{}', '{"type":7}', '{"type":"later"}'],
    ...['init', 'message', 'tool_use', 'tool_result', 'result', 'error'].flatMap(type => [null, 7, 'x', [], {}].map((value): Line => ({ type, role: 'assistant', model: value, content: value, tool_name: value, tool_id: value, parameters: value, status: value, output: value, error: value, stats: value, message: value }))),
    { type: 'result', status: 'success', stats: { total_tokens: 'x', input_tokens: null, cached: {} } },
  ]
  const events = read(...hostile)
  expect(events.filter(({ type }) => type === 'activation')).toEqual([])
  expect(events.filter(({ type }) => type === 'unknown')).toHaveLength(10)
  expect(events.filter(event => event.type === 'end' && !event.isError)).toHaveLength(1)
  expect(read('', '  ')).toEqual([])
})
