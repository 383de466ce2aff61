import type { AgentEvent } from './events.ts'
import { describe, expect, it } from 'vitest'
import { codexReader } from './codex-events.ts'

type Line = Record<string, unknown> | string

function read(...lines: Line[]): AgentEvent[] {
  const reader = codexReader()
  return lines.flatMap(line => reader.read(typeof line === 'string' ? line : JSON.stringify(line)))
}

function ran(command: string, more: Record<string, unknown> = {}): Line[] {
  const item = { id: `item ${command}`, type: 'command_execution', command }
  return [
    { type: 'item.started', item: { ...item, aggregated_output: '', exit_code: null, status: 'in_progress' } },
    { type: 'item.completed', item: { ...item, aggregated_output: 'text', exit_code: 0, status: 'completed', ...more } },
  ]
}
const activations = (...lines: Line[]): string[] => read(...lines).flatMap(event => event.type === 'activation' ? [`${event.skill} ${event.ok} ${event.via}`] : [])

describe('a SKILL.md that is printed', () => {
  it.each([
    `/bin/bash -lc 'cat .agents/skills/pdf-tools/SKILL.md'`,
    `/bin/bash -lc "sed -n '1,200p' /tmp/w/.agents/skills/pdf-tools/SKILL.md"`,
    `/bin/zsh -lc 'cd .agents/skills/pdf-tools && cat SKILL.md'`,
    `bash -lc 'head -n 50 .agents/skills/pdf-tools/SKILL.md | grep name'`,
    String.raw`"C:\Program Files\PowerShell\7\pwsh.exe" -NoProfile -Command 'Get-Content .agents\skills\pdf-tools\SKILL.md'`,
    `cat .agents/skills/pdf-tools/SKILL.md`,
    String.raw`/bin/bash -lc "cat \"\$PWD/x\"; cat '.agents/skills/pdf-tools/SKILL.md'"`,
  ])('%s loads it', (command) => {
    expect(activations(...ran(command))).toEqual(['pdf-tools true read'])
  })

  it.each([
    `/bin/bash -lc 'cat .agents/skills/*/SKILL.md'`,
    `/bin/bash -lc 'cat .agents/skills/a/SKILL.md .agents/skills/b/SKILL.md'`,
    `/bin/bash -lc 'cat .agents/skills/a/SKILL.md && cat .agents/skills/b/SKILL.md'`,
    `/bin/bash -lc 'ls .agents/skills/a/SKILL.md'`,
    `/bin/bash -lc "rg -l description .agents/skills"`,
    `/bin/bash -lc 'echo .agents/skills/a/SKILL.md'`,
    `/bin/bash -lc 'cat README.md'`,
  ])('%s loads nothing', (command) => {
    expect(activations(...ran(command))).toEqual([])
  })

  it('loads nothing when it cannot be read, and nothing before it was', () => {
    const lines = ran(`/bin/bash -lc 'cat .agents/skills/a/SKILL.md'`, { exit_code: 1, status: 'failed' })
    expect(activations(...lines)).toEqual([])
    expect(activations(...lines.slice(0, 1))).toEqual([])
    expect(activations(...ran(`/bin/bash -lc 'cat .agents/skills/a/SKILL.md'`, { exit_code: null, status: 'declined' }))).toEqual([])
  })

  it('is not mistaken for words and output', () => {
    const prints = 'cat .agents/skills/a/SKILL.md'
    expect(activations({ type: 'item.completed', item: { id: '1', type: 'agent_message', text: prints } }, ...ran('/bin/bash -lc ls', { aggregated_output: prints }), { type: 'item.completed', item: { id: '2', type: 'mcp_tool_call', server: 's', tool: 't', arguments: { command: prints } } })).toEqual([])
  })
})

it('reads commands as they were before a shell was put around them', () => {
  expect(read(...ran(`/bin/bash -lc 'printf hi > out.txt; ls'`))).toEqual([
    { type: 'tool_call', id: `item /bin/bash -lc 'printf hi > out.txt; ls'`, name: 'command_execution', input: { command: 'printf hi > out.txt; ls' } },
    { type: 'tool_result', id: `item /bin/bash -lc 'printf hi > out.txt; ls'`, isError: false, text: 'text' },
  ])
})

it('reads all else that the agent does as calls with results, also what comes only when it is done', () => {
  expect(read(
    { type: 'item.completed', item: { id: '1', type: 'file_change', changes: [{ path: '/w/a.txt', kind: 'add' }], status: 'completed' } },
    { type: 'item.started', item: { id: '2', type: 'mcp_tool_call', server: 'docs', tool: 'find', arguments: { q: 1 }, status: 'in_progress' } },
    { type: 'item.completed', item: { id: '2', type: 'mcp_tool_call', server: 'docs', tool: 'find', arguments: { q: 1 }, error: { message: 'no' }, status: 'failed' } },
    { type: 'item.started', item: { id: '3', type: 'todo_list', items: [] } },
    { type: 'item.updated', item: { id: '3', type: 'todo_list', items: [] } },
  )).toMatchObject([
    { type: 'tool_call', name: 'file_change', input: { changes: [{ path: '/w/a.txt' }] } },
    { type: 'tool_result', isError: false, text: 'add /w/a.txt' },
    { type: 'tool_call', name: 'docs.find', input: { arguments: { q: 1 } } },
    { type: 'tool_result', isError: true, text: 'no' },
    { type: 'tool_call', name: 'todo_list' },
  ])
})

describe('the end', () => {
  it('has the last message, and input apart from what came from the cache', () => {
    const said = (text: string): Line => ({ type: 'item.completed', item: { id: text, type: 'agent_message', text } })
    expect(read(said('one'), said('two'), { type: 'turn.completed', usage: { input_tokens: 50, cached_input_tokens: 30, output_tokens: 7 } }).at(-1))
      .toEqual({ type: 'end', text: 'two', isError: false, reason: 'completed', usage: { inputTokens: 20, cacheReadTokens: 30, outputTokens: 7 } })
  })

  it.each([
    ['unexpected status 401 Unauthorized: bad key, url: http://x/v1', 401],
    ['exceeded retry limit, last status: 429 Too Many Requests', 429],
    ['stream disconnected before completion', undefined],
  ])('that failed with %s has status %s', (message, status) => {
    const [end] = read({ type: 'turn.failed', error: { message } })
    expect(end).toEqual({ type: 'end', text: message, isError: true, reason: 'api_error', usage: {}, ...status !== undefined && { status } })
  })

  const error: Line = { type: 'error', message: 'exceeded retry limit, last status: 429 Too Many Requests' }
  const item = (type: string, id: string, kind: string): Line => ({ type: `item.${type}`, item: { id, type: kind, text: 'hi', command: 'ls', exit_code: 0 } })
  const completed: Line = { type: 'turn.completed', usage: {} }

  it('is bad after an error from which nothing went on, whatever its last line says', () => {
    const bad = { type: 'end', text: error.message, isError: true, reason: 'api_error', usage: {}, status: 429 }
    expect(read(error, completed).at(-1)).toEqual(bad)
    expect(read(item('completed', '1', 'agent_message'), error, item('completed', '2', 'error'), completed).at(-1)).toEqual(bad)
    // the command was under way before it
    expect(read(item('started', '1', 'command_execution'), error, item('completed', '1', 'command_execution'), completed).at(-1)).toEqual(bad)
  })

  it.each(['agent_message', 'reasoning', 'command_execution', 'web_search'])('is good when the model went on after an error with %s', (kind) => {
    expect(read(error, item('completed', '1', kind), completed).at(-1)).toMatchObject({ isError: false, reason: 'completed' })
  })

  it('is no error that is printed on the way', () => {
    expect(read({ type: 'error', message: 'Reconnecting... 1/5' }, { type: 'item.completed', item: { id: '0', type: 'error', message: 'Model metadata not found' } }).map(({ type }) => type)).toEqual(['warning', 'warning'])
  })
})

it('survives whatever a line is', () => {
  const hostile: Line[] = [
    ...['{', 'null', '[]', '7', '"x"', 'not json', '{"type":', '\u0000', '{}', '{"type":7}', '{"type":"later.kind"}'],
    ...['item.started', 'item.completed', 'turn.completed', 'turn.failed', 'error', 'thread.started'].flatMap(type => [null, 7, 'x', [], {}, { id: 7, type: [] }, { id: 'a', type: 'command_execution', command: {} }, { id: 'b', type: 'mcp_tool_call', server: 1, result: { content: [null, 1] } }, { id: 'c', type: 'file_change', changes: [null, 1, {}] }].map((value): Line => ({ type, item: value, usage: value, error: value, message: value }))),
    { type: 'turn.completed', usage: { input_tokens: 'many', cached_input_tokens: null, output_tokens: -1 } },
    { type: 'item.completed', item: { id: 'long', type: 'command_execution', command: `/bin/bash -lc ${'\'\\"'.repeat(50_000)}`, exit_code: 0 } },
  ]
  const events = read(...hostile)
  expect(events.filter(({ type }) => type === 'activation')).toEqual([])
  expect(events.filter(({ type }) => type === 'unknown')).toHaveLength(11)
  expect(read('', '  ')).toEqual([])
})
