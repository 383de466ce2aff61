import type { AgentEvent } from './events.ts'
import { describe, expect, it } from 'vitest'
import { copilotReader } from './copilot-events.ts'

type Line = Record<string, unknown> | string

function read(...lines: Line[]): AgentEvent[] {
  const reader = copilotReader()
  return lines.flatMap(line => reader.read(typeof line === 'string' ? line : JSON.stringify(line)))
}

const line = (type: string, data: unknown, more: object = {}): Line => ({ type, data, ...more })
const call = (toolName: string, args: unknown, toolCallId = 't1', more: object = {}): Line => line('tool.execution_start', { toolCallId, toolName, arguments: args, ...more })
const answer = (success = true, more: object = { result: { content: 'text' } }, toolCallId = 't1'): Line => line('tool.execution_complete', { toolCallId, success, ...more })
const result = (exitCode: number): Line => ({ type: 'result', exitCode, usage: { premiumRequests: 1 } })
const activations = (...lines: Line[]): AgentEvent[] => read(...lines).filter(({ type }) => type === 'activation')
const worked = (...lines: Line[]): AgentEvent[] => read(...lines).filter(({ type }) => type !== 'start')

describe('the skill tool', () => {
  it('loads a skill by its answer alone', () => {
    expect(activations(call('skill', { skill: 'pdf-tools' }))).toEqual([])
    expect(activations(call('skill', { skill: 'pdf-tools' }), answer(), answer())).toEqual([{ type: 'activation', skill: 'pdf-tools', ok: true, via: 'tool', call: 't1' }])
  })

  it('says why a skill did not load', () => {
    expect(activations(call('skill', { skill: 'no' }), answer(false, { error: { message: 'not found' } }))).toEqual([{ type: 'activation', skill: 'no', ok: false, reason: 'not found', via: 'tool', call: 't1' }])
  })

  it('loads one in a subagent, and keeps calls side by side apart', () => {
    expect(activations(call('skill', { skill: 'a' }, '1', { parentToolCallId: 'p' }), call('skill', { skill: 'b' }, '2'), answer(true, {}, '2'), line('tool.execution_complete', { toolCallId: '1', success: true, parentToolCallId: 'p' }))).toMatchObject([{ skill: 'b' }, { skill: 'a', parent: 'p' }])
  })

  it.each([null, {}, { skill: 7 }, { skill: '' }, 'a'])('names nothing with %j', (args) => {
    expect(activations(call('skill', args), answer())).toEqual([])
  })

  it('is not mistaken for a look at a file, or for a proposal', () => {
    expect(activations(call('view', { path: '/w/.github/skills/a/SKILL.md' }), answer(), line('assistant.message', { content: 'Skill "a" loaded', toolRequests: [{ name: 'skill', arguments: { skill: 'a' } }] }))).toEqual([])
  })
})

it('says at its start which skills it has switched on, and its model', () => {
  const skills = [{ name: 'a', enabled: true }, { name: 'off', enabled: false }, { name: 'b' }, 7]
  expect(read(line('session.skills_loaded', { skills }), line('session.tools_updated', { model: 'gpt-6' }), line('user.message', { content: 'do it' }), call('bash', {}))).toEqual([
    { type: 'start', skills: ['a', 'b'], tools: null, model: 'gpt-6', version: null },
    { type: 'tool_call', id: 't1', name: 'bash', input: {} },
  ])
})

describe('the end', () => {
  it('has the last message of the agent itself, and the tokens where it tells some', () => {
    expect(worked(
      line('assistant.message', { content: 'one', apiCallId: 'a', outputTokens: 5 }),
      line('assistant.usage', { apiCallId: 'a', inputTokens: 100, outputTokens: 7, cacheReadTokens: 60, cacheWriteTokens: 10 }),
      line('assistant.message', { content: 'inside', parentToolCallId: 'p' }),
      result(0),
    )).toEqual([
      { type: 'message', text: 'one' },
      { type: 'message', text: 'inside', parent: 'p' },
      { type: 'end', text: 'one', isError: false, reason: 'completed', usage: { inputTokens: 30, outputTokens: 7, cacheReadTokens: 60, cacheWriteTokens: 10 } },
    ])
  })

  it('is bad after an error, whatever the exit code', () => {
    const error = line('session.error', { errorType: 'authentication', message: 'bad key', statusCode: 401 })
    for (const code of [0, 1])
      expect(worked(error, result(code)).at(-1)).toEqual({ type: 'end', text: 'bad key', isError: true, reason: 'api_error', usage: {}, status: 401 })
    expect(worked(result(3)).at(-1)).toMatchObject({ text: 'exit code 3', isError: true, reason: 'error' })
    expect(worked('{"type":"result","exitCode":{"toString":1,"valueOf":1}}').at(-1)).toMatchObject({ text: 'exit code {"toString":1,"valueOf":1}', isError: true })
  })

  it('is bad where the model gave no answer, also without a line that calls it an error', () => {
    const asked = (result: unknown) => line('model.call_final_result', { result })
    expect(worked(asked('http_429'), result(0)).at(-1)).toEqual({ type: 'end', text: 'The model gave no answer (http_429).', isError: true, reason: 'api_error', usage: {}, status: 429 })
    expect(worked(asked('http_4xx'), line('session.error', { errorType: 'authentication', message: 'bad key', statusCode: 401 }), result(1)).at(-1)).toMatchObject({ text: 'bad key', status: 401 })
    expect(worked(asked('http_429'), asked('success'), result(0)).at(-1)).toMatchObject({ isError: false })
    expect(worked(asked(7), result(0)).at(-1)).toMatchObject({ isError: false })
  })

  it('is good when it went on after an error', () => {
    expect(worked(line('session.error', { message: 'again' }), call('bash', {}), result(0)).at(-1)).toMatchObject({ isError: false })
  })
})

it('survives whatever a line is, and keeps what it does not know', () => {
  const kinds = ['session.skills_loaded', 'session.tools_updated', 'assistant.message', 'assistant.usage', 'tool.execution_start', 'tool.execution_complete', 'session.error', 'session.warning', 'result', 'user.message']
  const hostile: Line[] = [
    ...['{', 'null', '[]', '7', '"x"', 'not json', '{}', '{"type":7}', '{"type":"session.later"}'],
    ...kinds.flatMap(type => [null, 7, 'x', [], {}, { toolCallId: 7, toolName: 'skill' }, { apiCallId: 'a', inputTokens: 'many' }].map(data => line(type, data))),
  ]
  const events = read(...hostile)
  expect(events.filter(({ type }) => type === 'activation')).toEqual([])
  expect(events.filter(({ type }) => type === 'unknown')).toHaveLength(9)
  expect(events.filter(({ type }) => type === 'start')).toHaveLength(1)
  expect(read('', '  ')).toEqual([])
})
