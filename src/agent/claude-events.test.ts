import type { AgentEvent } from './events.ts'
import { describe, expect, it } from 'vitest'
import { claudeReader } from './claude-events.ts'

type Line = Record<string, unknown> | string

const init = (tools: string[], skills: string[] = []): Line => ({ type: 'system', subtype: 'init', tools, skills, model: 'm', claude_code_version: '2.1.332' })
let calls = 0
function tool(name: string, input: unknown, message = `msg${++calls}`, more: Record<string, unknown> = {}): Line {
  return { type: 'assistant', message: { id: message, content: [{ type: 'tool_use', id: `call ${name} ${JSON.stringify(input)}`, name, input }] }, ...more }
}
function answer(name: string, input: unknown, content: unknown = 'ok', more: Record<string, unknown> = {}, isError = false): Line {
  return { type: 'user', message: { content: [{ type: 'tool_result', tool_use_id: `call ${name} ${JSON.stringify(input)}`, content, is_error: isError }] }, ...more }
}

function read(...lines: Line[]): AgentEvent[] {
  const reader = claudeReader()
  return lines.flatMap(line => reader.read(typeof line === 'string' ? line : JSON.stringify(line)))
}
const activations = (...lines: Line[]) => read(...lines).flatMap(event => event.type === 'activation' ? [`${event.skill} ${event.ok ? 'loaded' : 'failed'} by ${event.via}${event.parent ? ' below' : ''}`] : [])

describe('a skill tool', () => {
  const run = (input: unknown, details: unknown = {}) => activations(tool('Skill', input), answer('Skill', input, 'Launching skill', { tool_use_result: details }))

  it.each([
    [{ skill: 'pdf-tools' }, {}, 'pdf-tools'],
    [{ skill: '/pdf-tools', args: 'x' }, {}, 'pdf-tools'],
    [{ command: '/pdf-tools' }, {}, 'pdf-tools'],
    [{ skill: 'acme:pdf-tools' }, {}, 'acme:pdf-tools'],
    [{ skill: 'pdf' }, { success: true, commandName: 'pdf-tools' }, 'pdf-tools'],
    [{ skill: 'sql-review', args: 'for sql' }, {}, 'sql-review'],
    [{ skill: 'forked' }, { status: 'forked', agentId: 'a', commandName: 'forked' }, 'forked'],
    [{ skill: 'x' }, 'a string', 'x'],
  ])('%j with %j loads %s', (input, details, name) => {
    expect(run(input, details)).toEqual([`${name} loaded by tool`])
  })

  it('loads nothing without an answer, and is tried once for two answers', () => {
    const input = { skill: 'a' }
    expect(activations(tool('Skill', input))).toEqual([])
    expect(activations(tool('Skill', input), answer('Skill', input), answer('Skill', input))).toEqual(['a loaded by tool'])
  })

  it('says why a skill did not load', () => {
    const input = { skill: 'a' }
    expect(read(tool('Skill', input), answer('Skill', input, '<tool_use_error>Unknown skill: a</tool_use_error>', { tool_use_result: 'Error: Unknown skill: a' }, true)).at(-1))
      .toEqual({ type: 'activation', skill: 'a', ok: false, reason: 'Unknown skill: a', via: 'tool', call: 'call Skill {"skill":"a"}' })
  })

  it('keeps all in order, also those of subagents', () => {
    const [a, b] = [{ skill: 'a' }, { skill: 'b' }]
    const below = { parent_tool_use_id: 'agent call' }
    expect(activations(tool('Skill', a), tool('Skill', b, 'm', below), answer('Skill', b, 'ok', below), answer('Skill', a))).toEqual(['b loaded by tool below', 'a loaded by tool'])
  })

  it('does not take the name of one result for another in the same message', () => {
    const line = { type: 'user', tool_use_result: { commandName: 'b' }, message: { content: ['a', 'b'].map(skill => ({ type: 'tool_result', tool_use_id: `call Skill {"skill":"${skill}"}`, content: '' })) } }
    expect(activations(tool('Skill', { skill: 'a' }), tool('Skill', { skill: 'b' }), line)).toEqual(['a loaded by tool', 'b loaded by tool'])
  })

  it('names nothing when the call names nothing', () => {
    expect(run({})).toEqual([])
    expect(run(null)).toEqual([])
    expect(run({ skill: 7 })).toEqual([])
  })

  it('is not mistaken for words elsewhere', () => {
    const input = { command: 'echo pdf-tools; cat .claude/skills/pdf-tools/SKILL.md' }
    expect(activations(init(['Skill', 'Bash']), tool('Bash', input), answer('Bash', input, 'Launching skill: pdf-tools'))).toEqual([])
  })
})

describe('an agent without a skill tool', () => {
  const run = (name: string, input: unknown, isError = false) => activations(init(['Read', 'Bash']), tool(name, input), answer(name, input, 'text', {}, isError))

  it.each([
    ['Read', { file_path: '/w/.claude/skills/pdf-tools/SKILL.md' }],
    ['Read', { file_path: 'C:\\w\\.claude\\skills\\pdf-tools\\SKILL.md' }],
    ['Bash', { command: 'cat .claude/skills/pdf-tools/SKILL.md' }],
    ['Bash', { command: 'ls && head -n 50 ".claude/skills/pdf-tools/SKILL.md" | grep name' }],
    ['Bash', { command: 'cd .claude/skills/pdf-tools && cat SKILL.md' }],
    ['Bash', { command: 'sed -n 1,80p ./.claude/skills/pdf-tools/SKILL.md' }],
  ])('loads the skill whose file it opens: %s %j', (name, input) => {
    expect(run(name, input)).toEqual(['pdf-tools loaded by read'])
  })

  it.each([
    ['Bash', { command: 'cat .claude/skills/*/SKILL.md' }],
    ['Bash', { command: 'cat .claude/skills/{a,b}/SKILL.md' }],
    ['Bash', { command: 'cat .claude/skills/a/SKILL.md .claude/skills/b/SKILL.md' }],
    ['Bash', { command: 'for f in .claude/skills/*; do head -5 $f/SKILL.md; done' }],
    ['Bash', { command: 'find . -name SKILL.md' }],
    ['Bash', { command: 'ls .claude/skills/a/SKILL.md' }],
    ['Bash', { command: 'grep -l pdf .claude/skills/a/SKILL.md' }],
    ['Bash', { command: 'cat docs/SKILL.md' }],
    ['Bash', { command: 7 }],
    ['Read', { file_path: '/w/.claude/skills/a/reference.md' }],
    ['Read', { file_path: '/w/docs/a/SKILL.md' }],
    ['Read', {}],
    ['Glob', { pattern: '.claude/skills/a/SKILL.md' }],
  ])('does not take a look around for it: %s %j', (name, input) => {
    expect(run(name, input)).toEqual([])
  })

  it('does not take a file that could not be read', () => {
    expect(run('Read', { file_path: '/w/.claude/skills/a/SKILL.md' }, true)).toEqual([])
  })

  it('does not take several files that one reply opens', () => {
    const [a, b] = ['a', 'b'].map(skill => ({ file_path: `.claude/skills/${skill}/SKILL.md` }))
    expect(activations(init(['Read']), tool('Read', a, 'same'), tool('Read', b, 'same'), answer('Read', a), answer('Read', b))).toEqual([])
    expect(activations(init(['Read']), tool('Read', a, 'one'), answer('Read', a), tool('Read', b, 'two'), answer('Read', b))).toEqual(['a loaded by read', 'b loaded by read'])
  })
})

describe('other lines', () => {
  it('finds the start anywhere, and once', () => {
    const start = { type: 'start', skills: ['a'], tools: ['Skill'], model: 'm', version: '2.1.332' }
    expect(read({ type: 'system', subtype: 'ui_invalidate' }, init(['Skill'], ['a']), init(['Skill'], ['a']))).toEqual([start])
    expect(read({ type: 'system', subtype: 'init' })).toEqual([{ type: 'start', skills: null, tools: null, model: null, version: null }])
  })

  it('reads text, and results with images and lists', () => {
    const content = [{ type: 'text', text: 'one' }, { type: 'image', source: {} }, null, { type: 'text', text: 'two' }]
    expect(read({ type: 'assistant', parent_tool_use_id: 'p', message: { content: [{ type: 'thinking', thinking: 'hm' }, { type: 'text', text: 'hi' }] } }, answer('X', 1, content)))
      .toEqual([{ type: 'message', text: 'hi', parent: 'p' }, { type: 'tool_result', id: 'call X 1', isError: false, text: 'one\ntwo' }])
  })

  it('does not take the words of the command line for those of the model', () => {
    expect(read({ type: 'assistant', message: { model: '<synthetic>', content: [{ type: 'text', text: 'API Error: 500' }] } })).toEqual([{ type: 'warning', text: 'API Error: 500' }])
  })

  it.each([
    [{ subtype: 'success', is_error: false, result: 'done', total_cost_usd: 0.5, usage: { input_tokens: 1 } }, { text: 'done', isError: false, reason: 'completed', usage: { inputTokens: 1 }, costUsd: 0.5 }],
    [{ subtype: 'success', result: 'done' }, { text: 'done', isError: false, reason: 'completed', usage: {} }],
    [{ subtype: 'error_max_turns', is_error: false }, { text: '', isError: true, reason: 'max_turns', usage: {} }],
    [{ subtype: 'error_max_budget_usd', is_error: true, errors: ['Reached maximum budget ($1)', { toString: 1 }] }, { text: 'Reached maximum budget ($1)', isError: true, reason: 'budget', usage: {} }],
    [{ subtype: 'error_during_execution', is_error: false }, { text: '', isError: true, reason: 'error', usage: {} }],
    [{ subtype: 'success', is_error: true, api_error_status: 529, result: 'x' }, { text: 'x', isError: true, reason: 'api_error', usage: {}, status: 529 }],
    [{ subtype: 'success', is_error: true, api_error_status: null, result: 'API Error: 429 {}' }, { text: 'API Error: 429 {}', isError: true, reason: 'api_error', usage: {}, status: 429 }],
    [{ subtype: 'success', is_error: true, stop_reason: 'refusal', result: 'no' }, { text: 'no', isError: true, reason: 'refused', usage: {} }],
    [{ subtype: 'success', result: 'done', structured_output: { answers: [] } }, { text: 'done', isError: false, reason: 'completed', usage: {}, structured: { answers: [] } }],
    [{ subtype: 'success', result: 'done', structured_output: false }, { text: 'done', isError: false, reason: 'completed', usage: {}, structured: false }],
    [{ subtype: 'success', result: 'done', structured_output: null }, { text: 'done', isError: false, reason: 'completed', usage: {} }],
    [{}, { text: '', isError: true, reason: 'error', usage: {} }],
  ])('reads the end %j', (result, end) => {
    expect(read({ type: 'result', ...result })).toEqual([{ type: 'end', ...end }])
  })

  it('tells of retries and refused tools', () => {
    expect(read(
      { type: 'system', subtype: 'api_retry', attempt: 1, max_retries: 2, error_status: 401, error: 'authentication_failed' },
      { type: 'system', subtype: 'api_retry', attempt: { toString: 1 }, error_status: null },
      { type: 'system', subtype: 'permission_denied', tool_name: 'Bash' },
    )).toEqual([
      { type: 'warning', text: 'The agent asks the model again, 1 of 2, 401, authentication_failed.' },
      { type: 'warning', text: 'The agent asks the model again, ? of ?.' },
      { type: 'warning', text: 'The agent was refused the tool Bash.' },
    ])
  })

  it.each(['{"type":"assist', '<html>', 'null', '[]', '7', '"text"', '{}', '{"type":null}', '{"type":"new"}'])('keeps what it does not know: %s', (line) => {
    expect(read(line)).toEqual([{ type: 'unknown', line }])
  })

  it('takes any shape without a fault', () => {
    const shapes: unknown[] = [null, 7, 'x', [], [null], {}, { toString: 1 }, [[{}]], { content: 'x' }, { content: [null, 7, { type: 'text' }, { type: 'tool_use' }, { type: 'tool_use', id: 1, name: 2 }, { type: 'tool_result' }] }]
    const reader = claudeReader()
    for (const type of ['system', 'assistant', 'user', 'result']) {
      for (const shape of shapes) {
        for (const key of ['message', 'subtype', 'tool_use_result', 'parent_tool_use_id', 'usage', 'errors', 'tools', 'attempt'])
          expect(Array.isArray(reader.read(JSON.stringify({ type, subtype: 'init', [key]: shape })))).toBe(true)
      }
    }
    const deep = `{"type":"user","message":{"content":${'['.repeat(200_000)}${']'.repeat(200_000)}}}`
    expect(Array.isArray(reader.read(deep))).toBe(true)
    expect(reader.read('')).toEqual([])
  })

  it('counts a reply that comes in pieces once', () => {
    const reader = claudeReader()
    const piece = (id: string, output: number) => reader.read(JSON.stringify({ type: 'assistant', message: { id, usage: { input_tokens: 10, output_tokens: output }, content: [] } }))
    piece('a', 1)
    piece('a', 5)
    piece('b', 2)
    expect(reader.usage()).toEqual({ inputTokens: 20, outputTokens: 7 })
  })
})
