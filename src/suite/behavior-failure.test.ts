import type { BehaviorCase, Check } from '../behavior/result.ts'
import { expect } from 'vitest'
import { test } from '../catalog/temp-folder.fixture.ts'
import { behaviorFailure } from './behavior-failure.ts'

const options = { root: '/repo', name: 'evals' }
const met: Check = { kind: 'logs_contain', text: 'COPY', passed: true, expected: 'the agent does or says "COPY"', observed: 'it did', evidence: 'In the input of Bash: COPY orders', line: 8, column: 9 }
const literal: Check = { ...met, text: '{table}.csv', expanded: 'orders.csv', passed: false, observed: 'it did not', evidence: 'The nearest thing: In the input of Bash: order.csv', line: 9 }
const judged: Check = { kind: 'expected_behavior', text: 'Masks the names', passed: false, expected: 'this happens', observed: 'the judge says that it did not', evidence: 'Column 2 holds "Ada".', line: 12, column: 9 }
const open: Check = { ...judged, text: 'Says how many rows', passed: null, observed: 'the judge gave no answer', evidence: 'The judge timed out.', line: 13 }
const hook: Check = { kind: 'hook', text: 'check of hooks.ts', passed: false, expected: 'its assertions hold', observed: 'one does not', evidence: 'expected 41 to be 40', diff: '- 40\n+ 41\u001B[31m', line: 4, column: 13 }

function graded(change: Partial<BehaviorCase>): BehaviorCase {
  return {
    tier: 'behavior',
    id: 'export-orders',
    skill: 'data-export',
    category: 'positive',
    extended: false,
    prompt: 'Export {table}.',
    file: '/repo/skills/data-export/evals/evals.json',
    line: 4,
    column: 13,
    outcome: 'failed',
    error: null,
    passed: false,
    checks: [],
    stop: 'end',
    activations: [],
    toolCalls: 12,
    room: { observed: true, missing: [], extra: [] },
    model: 'opus-5',
    agentVersion: '2.1.332',
    usage: {},
    costUsd: 0.12,
    apiStatus: null,
    trials: null,
    elapsedMs: 43_210,
    judge: null,
    record: '/repo/.skill-evals/runs/data-export/export-orders.behavior',
    baseline: null,
    replayed: false,
    cached: false,
    notes: ['The agent never loaded data-export: what it did, it did without the skill.'],
    ...change,
  }
}

function parts(error: Error): { name: string, message: string, at: string | undefined, diff: unknown }[] {
  const errors: unknown[] = error instanceof AggregateError ? error.errors : [error]
  return errors.flatMap(one => one instanceof Error ? [{ name: one.name, message: one.message, at: /\d+:\d+$/.exec(one.stack ?? '')?.[0], diff: 'diff' in one ? one.diff : undefined }] : [])
}

test('one unmet check says everything at its own line', () => {
  expect(parts(behaviorFailure(graded({ checks: [met, literal] }), options))).toEqual([{
    name: 'logs_contain',
    at: '9:9',
    diff: undefined,
    message: [
      '{table}.csv',
      '',
      '  read as  orders.csv',
      '  expected the agent does or says "COPY"',
      '  observed it did not',
      '  evidence The nearest thing: In the input of Bash: order.csv',
      '  prompt   Export {table}.',
      '  stopped  end, after 12 tool calls, 43.2 s',
      '  note     The agent never loaded data-export: what it did, it did without the skill.',
      '  record   .skill-evals/runs/data-export/export-orders.behavior',
      '',
    ].join('\n'),
  }])
})

test('several are told at once, each at its own line, and what is common to them once', () => {
  const told = parts(behaviorFailure(graded({ checks: [met, literal, judged, hook] }), options))
  expect(told.map(one => [one.name, one.at, one.message.split('\n')[0]])).toEqual([
    ['failed', '4:13', '3 of 4 checks are not met.'],
    ['logs_contain', '9:9', '{table}.csv'],
    ['expected_behavior', '12:9', 'Masks the names'],
    ['hook', '4:13', 'check of hooks.ts'],
  ])
  expect(told.filter(one => one.message.includes('Export {table}.'))).toHaveLength(1)
  expect(told.filter(one => one.message.includes('.skill-evals/runs'))).toHaveLength(1)
  expect(told[2]?.message).toContain('evidence Column 2 holds "Ada".')
  expect(told[3]?.diff).toBe('- 40\n+ 41')
})

test('what could not be measured says why, and hides no unmet check', () => {
  const told = parts(behaviorFailure(graded({ outcome: 'judge_error', error: 'The judge timed out.', checks: [met, literal, open] }), options))
  expect(told.map(one => one.name)).toEqual(['judge_error', 'logs_contain', 'expected_behavior'])
  expect(told[0]?.message).toMatch(/^Could not be measured: The judge timed out\.\n1 of 3 checks is not met\.\n/)
  expect(told[2]).toMatchObject({ at: '13:9', message: expect.stringContaining('observed the judge gave no answer') })
})

test('a run that grades nothing is one error, with the command that records it where it was not run', () => {
  const [timeout, ...more] = parts(behaviorFailure(graded({ outcome: 'timeout', stop: 'timeout', error: 'Last seen: a call of Bash.' }), options))
  expect(more).toEqual([])
  expect(timeout).toMatchObject({ name: 'timeout', at: '4:13', message: expect.stringMatching(/^Could not be measured: Last seen: a call of Bash\.\n\n {2}prompt/) })
  const notRun = graded({ outcome: 'agent_error', stop: 'not_run', error: 'There is no recording.', record: null })
  expect(behaviorFailure(notRun, options).message).toContain('command  vitest run --project evals -u -t export-orders')
  expect(behaviorFailure({ ...notRun, outcome: 'hook_error', error: 'setup threw' }, options).message).not.toContain('command')
})

test('megabytes of evidence stay out', () => {
  const essay = { ...judged, evidence: 'x'.repeat(100_000) }
  expect(behaviorFailure(graded({ checks: [essay] }), options).message.length).toBeLessThan(3000)
})
