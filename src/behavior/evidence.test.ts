import type { AgentEvent } from '../agent/events.ts'
import { describe, expect, it } from 'vitest'
import { containsLiteral, didText, hasLiteral, saidText } from './evidence.ts'

function call(name: string, input: unknown, result?: { text: string, isError?: boolean }, parent?: string): AgentEvent[] {
  const id = `${name}-${JSON.stringify(input).length}`
  const from = parent === undefined ? {} : { parent }
  return [
    { type: 'tool_call', id, name, input, ...from },
    ...result === undefined ? [] : [{ type: 'tool_result', id, isError: false, ...result, ...from } satisfies AgentEvent],
  ]
}

function end(text: string, isError = false): AgentEvent {
  return { type: 'end', text, isError, reason: isError ? 'error' : 'completed', usage: {} }
}

const start: AgentEvent = { type: 'start', skills: ['pg-dump'], tools: ['WebSearch'], model: 'opus-5', version: '1' }
const events: AgentEvent[] = [
  start,
  ...call('Bash', { command: 'pg_dump --format=plain shop\nls "out dir"', nested: { list: ['C:\\dumps\\shop'] } }, { text: 'one\n"two"\nçédille' }),
  { type: 'message', text: 'I made the dump.' },
  { type: 'warning', text: 'API Error: only a warning' },
  { type: 'unknown', line: '{"prompt":"only in a line"}' },
  end('All done, CREATE INDEX idx_orders ON orders.'),
]

describe('a literal', () => {
  it.each([
    ['pg_dump', 'In the input of Bash: pg_dump --format=plain shop ls "out dir"'],
    ['SHOP\nls "out', 'In the input of Bash: pg_dump --format=plain shop ls "out dir"'],
    ['c:\\dumps', 'In the input of Bash: C:\\dumps\\shop'],
    ['"two"', 'In the result of Bash: one "two" çédille'],
    ['ÇÉD', 'In the result of Bash: one "two" çédille'],
    ['bash', 'In a call of Bash: Bash'],
    ['made the', 'In a message: I made the dump.'],
    ['index IDX_', 'In the last message: All done, CREATE INDEX idx_orders ON orders.'],
  ])('%j is found in what the agent did and said, decoded', (literal, found) => {
    expect(containsLiteral(events, literal)).toEqual({ found, nearest: null })
    expect(hasLiteral(events, literal)).toBe(true)
  })

  it.each(['WebSearch', 'pg-dump', 'opus-5', '\\n', '\\"two', 'C:\\\\dumps', 'only a warning', 'only in a line', 'command', 'dump. All done', 'pg.dump'])('%j is not: it stands in the start event, in escapes, in no word of the agent, or across two of them', (literal) => {
    expect(containsLiteral(events, literal).found).toBeNull()
    expect(hasLiteral(events, literal)).toBe(false)
  })

  it('is shown with what stands around it, not with megabytes', () => {
    const { found } = containsLiteral([...call('Read', {}, { text: `${'x '.repeat(3_000_000)}needle${' y'.repeat(3_000_000)}` })], 'NEEDLE')
    expect(found).toMatch(/^In the result of Read: …[x ]{40,60} needle [y ]{40,60}…$/)
  })

  it('is found at its place behind characters that change their length with their case', () => {
    expect(containsLiteral([{ type: 'message', text: `${'İ'.repeat(100)} needle in ${'z'.repeat(100)}` }], 'Needle').found).toContain(' needle in zzz')
  })
})

describe('the nearest thing', () => {
  it.each([
    ['pg_dump --format=custom', 'In the input of Bash: pg_dump --format=plain shop'],
    ['CREATE INDEX CONCURRENTLY', 'In the last message: CREATE INDEX idx_orders ON'],
    ['i made a dumb', 'In a message: I made the dump.'],
    ['pg-dump', 'In the input of Bash: pg_dump'],
  ])('to %j is %j', (literal, nearest) => {
    expect(containsLiteral(events, literal)).toEqual({ found: null, nearest })
  })

  it.each(['kubernetes rollout restart', 'qz', '{'])('to %j is nothing', (literal) => {
    expect(containsLiteral(events, literal)).toEqual({ found: null, nearest: null })
  })

  it('is found in a large transcript, near either end of a passage', () => {
    const noise = 'the quick brown fox jumps over the lazy dog '.repeat(60_000)
    const large = Array.from({ length: 4 }, (_, index) => call('Read', { index: 'i'.repeat(index) }, { text: noise })).flat()
    const literal = 'systemctl enable --now backup.timer'
    for (const text of [`${noise}systemctl enable backup.timer`, `systemctl enable backup.timer ${noise}`])
      expect(containsLiteral([...large, { type: 'message', text }, ...large], literal).nearest).toContain('systemctl enable backup.timer')
    expect(containsLiteral(large, 'x'.repeat(100_000)).nearest).toBeNull()
  })
})

describe('what the agent did', () => {
  it('is its calls in order, each with its input and what came back', () => {
    const both: AgentEvent[] = [
      ...call('Bash', { command: 'a\nb', timeout: 5, options: { deep: true } }),
      ...call('Skill', { skill: 'pg-dump' }),
      { type: 'tool_result', id: call('Skill', { skill: 'pg-dump' }).map(one => one.type === 'tool_call' ? one.id : '').join(''), isError: false, text: 'Launching' },
      ...call('Read', { file_path: 'x' }, { text: 'no such\nfile', isError: true }, 'task'),
    ]
    expect(didText([...both, ...both.slice(0, 1), end('done')])).toBe([
      '1. Bash',
      '   command: a',
      '     b',
      '   timeout: 5',
      '   options: {',
      '       "deep": true',
      '     }',
      '   no result',
      '',
      '2. Skill',
      '   skill: pg-dump',
      '   result: Launching',
      '',
      '3. Read (in a subagent)',
      '   file_path: x',
      '   failed with: no such',
      '     file',
    ].join('\n'))
    expect(didText([start, end('done')])).toBe('')
  })
})

describe('what the agent said', () => {
  it('is its messages and its last word, once', () => {
    expect(saidText(events)).toBe('I made the dump.\n\nAll done, CREATE INDEX idx_orders ON orders.')
    expect(saidText([{ type: 'message', text: 'Done.' }, { type: 'message', text: 'Done.', parent: 't' }, end('Done.\n')])).toBe('Done.\n\n(in a subagent) Done.')
    expect(saidText([{ type: 'message', text: ' ' }, end('API Error: 500', true)])).toBe('')
  })
})
