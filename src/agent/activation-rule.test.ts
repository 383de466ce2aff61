import type { TranscriptReader } from './agent.ts'
import type { ActivationRule } from './command-spec.ts'
import type { AgentEvent } from './events.ts'
import { expect, it } from 'vitest'
import { withActivationRule } from './activation-rule.ts'
import { readDraft } from './event-drafts.ts'

/** Each line is an event, so that the rule alone is asked. */
const inner = (): TranscriptReader => ({ read: line => [JSON.parse(line)], usage: () => ({}) })

function activations(rule: Exclude<ActivationRule, 'events'>, skillsFolder: string, ...events: AgentEvent[]): string[] {
  const reader = withActivationRule(inner(), rule, skillsFolder)
  return events.flatMap(event => reader.read(JSON.stringify(event))).flatMap(event => event.type === 'activation' ? `${event.ok ? '' : '!'}${event.skill} ${event.via}${event.parent === undefined ? '' : ` in ${event.parent}`}` : [])
}

let calls = 0
function called(name: string, input: unknown, isError = false, parent?: string): AgentEvent[] {
  const [id, by] = [String(++calls), parent === undefined ? {} : { parent }]
  return [{ type: 'tool_call', id, name, input, ...by }, { type: 'tool_result', id, isError, text: 'x', ...by }]
}

it('by a tool: a call that got its answer, in subagents too', () => {
  const rule = { tool: 'skill', input: 'name' }
  expect(activations(rule, '.acme/skills', ...called('skill', { name: ' /sql ' }), ...called('skill', { name: 'no' }, true), ...called('skill', { name: 'pdf' }, false, 'c'))).toEqual(['sql tool', '!no tool', 'pdf tool in c'])
  expect(activations(rule, '.acme/skills', ...called('Skill', { name: 'sql' }), ...called('skill', { skill: 'sql' }), ...called('skill', null), { type: 'tool_call', id: 'open', name: 'skill', input: { name: 'sql' } })).toEqual([])
})

it('by reading: one file, and never a search, a listing, several, or a file that is not there', () => {
  const rule = { read: ['read_file'], shell: ['bash'] }
  expect(activations(rule, '.acme/abilities', ...called('read_file', { path: '/w/.acme/abilities/sql/SKILL.md' }), ...called('bash', { cmd: 'cd .acme/abilities && cat pdf/SKILL.md' }))).toEqual(['sql read', 'pdf read'])
  expect(activations(rule, '.acme/skills', ...called('read_file', { path: '.acme/skills/sql/SKILL.md' }, true), ...called('write_file', { path: '.acme/skills/sql/SKILL.md' }), ...called('read_file', { path: '.acme/skills/sql/more.md' }), ...called('bash', { cmd: 'cat .acme/skills/*/SKILL.md' }), ...called('bash', { cmd: 'ls .acme/skills/sql/SKILL.md' }))).toEqual([])
})

it('what the reader beneath says of skills is not told twice', () => {
  expect(activations({ tool: 'skill', input: 'name' }, 's', { type: 'activation', skill: 'sql', ok: true, via: 'tool', call: '1' })).toEqual([])
})

it.each([
  [{ type: 'start' }, { type: 'start', skills: null, tools: null, model: null, version: null }],
  [{ type: 'end' }, { type: 'end', text: '', isError: false, reason: 'completed', usage: {} }],
  [{ type: 'end', isError: true, text: 'x', costUsd: 0.2, status: 429, usage: { inputTokens: -1, outputTokens: 2, more: 3 } }, { type: 'end', text: 'x', isError: true, reason: 'api_error', usage: { outputTokens: 2 }, costUsd: 0.2, status: 429 }],
  [{ type: 'end', costUsd: Number.NaN }, { type: 'end', text: '', isError: false, reason: 'completed', usage: {} }],
  [{ type: 'activation', skill: '/sql' }, { type: 'activation', skill: 'sql', ok: true, via: 'tool', call: '' }],
  [{ type: 'tool_call', id: '1', name: 'x', parent: 'p' }, { type: 'tool_call', id: '1', name: 'x', input: undefined, parent: 'p' }],
  [{ type: 'tool-call' }, '`type` is "tool-call", and none of start, message, tool_call, tool_result, activation, end, warning'],
  [{ type: 'message' }, '`text` of message is missing'],
  [{ type: 'tool_result', id: 7 }, '`id` of tool_result is 7, and no text'],
  [{ type: 'tool_result', id: '7', isError: 'no' }, '`isError` of tool_result is "no", and neither true nor false'],
  [{ type: 'end', reason: 'done' }, '`reason` of end is "done", and none of completed, api_error, budget, max_turns, refused, error'],
  ['text', '"text" is no object'],
])('an event of a module: %j', (draft, event) => {
  expect(readDraft(draft)).toEqual(event)
})
