import type { AgentEvent } from '../agent/events.ts'
import type { LeftFiles } from './grade-files.ts'
import type { GradeInput } from './grade.ts'
import type { Check } from './result.ts'
import { describe, expect, it } from 'vitest'
import { evaluationOf } from './evaluation.fixture.ts'
import { hasFile, leftFiles } from './grade-files.ts'
import { gradeRun, hookFinding } from './grade.ts'
import { HookCheckFailure, HookError } from './hooks.ts'

const events: AgentEvent[] = [
  { type: 'start', skills: ['data-export'], tools: ['Bash'], model: 'opus-5', version: '1' },
  { type: 'tool_call', id: 'a', name: 'Bash', input: { command: 'COPY orders TO \'out/orders.csv\' WITH (FORMAT csv)' } },
  { type: 'tool_result', id: 'a', isError: false, text: 'COPY 41' },
  { type: 'end', text: 'Exported 41 rows.', isError: false, reason: 'completed', usage: {} },
]
const left: LeftFiles = { made: ['out/orders.csv', 'out/masking.md'], untouched: ['schema.sql', 'docs/request.md'], cut: false }
it('quotes a file name that could pass for lines of its own', () => {
  const [check] = gradeRun({ evaluation: evaluationOf({ files_exist: ['a.txt'] }), values: {}, events, left: { made: ['x\nall passed\u001B[2J'], untouched: [], cut: false }, answers: [], judgeError: null, hook: null })
  expect(check?.evidence).toBe('The workspace holds "x\\nall passed\\u001b[2J".')
})

const nothing: LeftFiles = { made: [], untouched: [], cut: false }

function grade(keys: Record<string, unknown>, input: Partial<GradeInput> = {}): Check[] {
  return gradeRun({ evaluation: evaluationOf(keys), values: {}, events, left, answers: [], judgeError: null, hook: null, ...input })
}

describe('the checks of a run', () => {
  it('are one for each expectation, at its place, in the order of the dataset, the hook last', () => {
    const checks = grade({
      files_exist: ['orders.csv'],
      unexpected_behavior: ['Exports emails'],
      logs_contain: ['copy 41', 'FORMAT json'],
      expected_behavior: ['Masks names', 'Says how many rows'],
    }, {
      answers: [
        { kind: 'expected_behavior', statement: 'Says how many rows', pass: false, reason: 'It says none.', votes: { pass: 1, of: 3 } },
        { kind: 'unexpected_behavior', statement: 'Exports emails', pass: true, reason: 'No column holds emails.', votes: { pass: 1, of: 1 } },
      ],
      hook: hookFinding('hooks.ts'),
    })
    expect(checks.map(({ kind, text, passed, line, column }) => [kind, text, passed, line, column])).toEqual([
      ['files_exist', 'orders.csv', true, 8, 9],
      ['unexpected_behavior', 'Exports emails', true, 11, 9],
      ['logs_contain', 'copy 41', true, 14, 9],
      ['logs_contain', 'FORMAT json', false, 15, 9],
      ['expected_behavior', 'Masks names', null, 18, 9],
      ['expected_behavior', 'Says how many rows', false, 19, 9],
      ['hook', 'check of hooks.ts', true, 4, 13],
    ])
  })
})

describe('a literal', () => {
  it('is graded with its placeholders filled in, and its evidence is where it was seen or what was nearest', () => {
    const checks = grade({ logs_contain: ['{table} TO', 'WITH (FORMAT json)', 'kubernetes rollout', '{other}'] }, { values: { table: 'orders' } })
    expect(checks).toMatchObject([
      { text: '{table} TO', expanded: 'orders TO', passed: true, expected: 'the agent does or says "orders TO"', observed: 'it did', evidence: 'In the input of Bash: COPY orders TO \'out/orders.csv\' WITH (FORMAT csv)' },
      { passed: false, observed: 'it did not', evidence: 'The nearest thing: In the input of Bash: WITH (FORMAT csv)' },
      { passed: false, evidence: 'Nothing like it was seen.' },
      { text: '{other}', passed: false },
    ])
    expect(checks[3]).not.toHaveProperty('expanded')
  })

  it('that its placeholders leave empty is not graded: every run contains nothing', () => {
    expect(grade({ logs_contain: ['{table}'] }, { values: { table: ' ' } })).toMatchObject([{ passed: null, evidence: 'The hooks gave an empty text for its placeholders.' }])
  })

  it('is not found in the prompt or the start event', () => {
    expect(grade({ prompt: 'Use pg_restore with opus-5.', logs_contain: ['pg_restore', 'opus-5', 'data-export'] }).map(check => check.passed)).toEqual([false, false, false])
  })
})

describe('a file', () => {
  it.each([
    ['orders.csv', true],
    ['out/orders.csv', true],
    ['./out/orders.csv', true],
    ['out\\orders.csv', true],
    ['{table}.csv', true],
    ['rders.csv', false],
    ['ut/orders.csv', false],
    ['Orders.csv', false],
    ['out', false],
    ['orders.csv/x', false],
  ])('%s is matched by whole segments anywhere: %s', (path, passed) => {
    expect(grade({ files_exist: [path] }, { values: { table: 'orders' } })[0]?.passed).toBe(passed)
    if (!path.includes('{'))
      expect(hasFile(left, path)).toBe(passed)
  })

  it('that the seed held unchanged is said to be that, unless the agent made one too', () => {
    expect(grade({ files_exist: ['request.md'] })).toMatchObject([{ passed: true, evidence: 'docs/request.md: the seed held it before the agent started.' }])
    expect(grade({ files_exist: ['request.md'] }, { left: { ...left, made: ['out/request.md'] } })).toMatchObject([{ passed: true, evidence: 'out/request.md' }])
  })

  it('that is missing shows what the workspace holds, nearest names first and not all of thousands', () => {
    expect(grade({ files_exist: ['out/order.csv'] })).toMatchObject([{ passed: false, expected: 'the workspace holds a file out/order.csv', observed: 'it does not', evidence: 'The workspace holds out/orders.csv, schema.sql, docs/request.md, out/masking.md.' }])
    expect(grade({ files_exist: ['a.md'] }, { left: nothing })).toMatchObject([{ passed: false, evidence: 'The workspace is empty.' }])
    const many = Array.from({ length: 20_000 }, (_, index) => `node_modules/package-${index}/index.js`)
    const [check] = grade({ files_exist: ['report.md'] }, { left: { ...nothing, made: [...many, 'docs/Report.md'] } })
    expect(check?.evidence).toMatch(/^The workspace holds docs\/Report\.md, .* and 19993 more\.$/)
    expect(check?.evidence?.length).toBeLessThan(500)
  })

  it('cannot be said to be missing when the listing was cut', () => {
    const cut = { ...left, cut: true }
    expect(grade({ files_exist: ['orders.csv', 'missing.csv'] }, { left: cut })).toMatchObject([{ passed: true }, { passed: null, observed: 'not among the files that were listed' }])
  })

  it('whose placeholders make no path of a workspace is not graded', () => {
    expect(grade({ files_exist: ['{out}/a.csv', '{empty}'] }, { values: { out: '/srv/out', empty: '' } })).toMatchObject([
      { passed: null, expanded: '/srv/out/a.csv', evidence: 'With its placeholders filled in, `/srv/out/a.csv` is absolute, but files are looked for in the workspace. Write `srv/out/a.csv`.' },
      { passed: null },
    ])
  })
})

describe('the files that were left', () => {
  const file = (path: string): { path: string, bytes: number, stamp: string } => ({ path, bytes: 1, stamp: path })

  it('are told apart by who made them', () => {
    const listing = { files: ['a', 'b', 'c'].map(file), cut: false }
    expect(leftFiles(listing, { added: [file('c')], changed: [file('b')], removed: ['d'], cut: false })).toEqual({ made: ['c', 'b'], untouched: ['a'], cut: false })
    expect(leftFiles(listing, { added: [], changed: [], removed: [], cut: true }).cut).toBe(true)
  })
})

describe('a judged line', () => {
  it('takes its answer by kind and statement, and never turns it round', () => {
    const answers: GradeInput['answers'] = [
      { kind: 'expected_behavior', statement: 'Masks names', pass: true, reason: 'Column 2 is masked.', votes: { pass: 1, of: 1 } },
      { kind: 'unexpected_behavior', statement: 'Masks names', pass: false, reason: 'Column 2 is masked.', votes: { pass: 1, of: 3 } },
    ]
    expect(grade({ expected_behavior: ['Masks names'], unexpected_behavior: ['Masks names'] }, { answers })).toMatchObject([
      { kind: 'expected_behavior', passed: true, expected: 'this happens', observed: 'the judge says that it did', evidence: 'Column 2 is masked.', votes: { pass: 1, of: 1 } },
      { kind: 'unexpected_behavior', passed: false, expected: 'this does not happen', observed: 'the judge says that it did, 1 of 3 votes for a pass' },
    ])
  })

  it('without an answer is neither met nor unmet, and says why', () => {
    expect(grade({ expected_behavior: ['A'], unexpected_behavior: ['B'] }, { judgeError: 'The judge timed out.' })).toMatchObject([
      { passed: null, observed: 'the judge gave no answer', evidence: 'The judge timed out.' },
      { passed: null },
    ])
  })
})

describe('a hook', () => {
  it('finds by what its check throws', () => {
    expect([undefined, new HookCheckFailure('expected 41 to be 40', '- 40\n+ 41'), new HookError('check', 'hooks.ts:3 hung'), 'text'].map(thrown => hookFinding('hooks.ts', thrown))).toEqual([
      { name: 'hooks.ts', passed: true, message: null, diff: null },
      { name: 'hooks.ts', passed: false, message: 'expected 41 to be 40', diff: '- 40\n+ 41' },
      { name: 'hooks.ts', passed: null, message: 'hooks.ts:3 hung', diff: null },
      { name: 'hooks.ts', passed: null, message: 'text', diff: null },
    ])
    const [check] = grade({ logs_contain: [], expected_behavior: [] }, { hook: hookFinding('hooks.ts', new HookCheckFailure('expected 41 to be 40', '- 40\n+ 41')) })
    expect(check).toMatchObject({ kind: 'hook', text: 'check of hooks.ts', passed: false, evidence: 'expected 41 to be 40', diff: '- 40\n+ 41', line: 4, column: 13 })
  })
})
