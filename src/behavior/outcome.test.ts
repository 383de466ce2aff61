import type { Concluded } from './outcome.ts'
import type { Check } from './result.ts'
import { describe, expect, it } from 'vitest'
import { evaluationOf } from './evaluation.fixture.ts'
import { notRun } from './observe.ts'
import { behaviorCase, outcomeOfRun } from './outcome.ts'

const base: Check = { kind: 'logs_contain', text: 'COPY', passed: true, expected: 'e', observed: 'o', evidence: 'v', line: 8, column: 9 }
const met = base
const unmet: Check = { ...base, passed: false }
const judged: Check = { ...base, kind: 'expected_behavior' }
const open: Check = { ...judged, passed: null, observed: 'the judge gave no answer', evidence: null }
const hook: Check = { ...base, kind: 'hook', text: 'check of hooks.ts', passed: null }
const cut: Check = { ...base, kind: 'files_exist', text: 'a.md', passed: null, observed: 'not among the files that were listed', evidence: 'Too many.' }
const proper: Concluded['run'] = { failure: null, error: null }

describe('outcomeOfRun', () => {
  it.each<[string, Partial<Concluded>, string, string | null, number]>([
    ['all met', { checks: [met, judged] }, 'passed', null, 2],
    ['one unmet', { checks: [met, unmet] }, 'failed', null, 2],
    ['nothing graded', {}, 'agent_error', 'Nothing was graded: the evaluation has no expectation.', 0],
    ['agent broken, whatever was graded', { run: { failure: 'agent_error', error: 'API error.' }, checks: [met] }, 'agent_error', 'API error.', 0],
    ['clock', { run: { failure: 'timeout', error: 'After 30m.' } }, 'timeout', 'After 30m.', 0],
    ['money', { run: { failure: 'over_budget', error: 'Spent.' }, judgeError: 'x' }, 'over_budget', 'Spent.', 0],
    ['setup failed', { run: { failure: 'agent_error', error: 'not run' }, hookError: { stage: 'setup', message: 'setup threw' } }, 'hook_error', 'setup threw', 0],
    ['hooks do not load', { hookError: { stage: 'load', message: 'no module' }, checks: [met] }, 'hook_error', 'no module', 0],
    ['teardown failed', { checks: [met], hookError: { stage: 'teardown', message: 'x' } }, 'passed', null, 1],
    ['judge failed, all else met', { checks: [met, open], judgeError: 'The judge timed out.' }, 'judge_error', 'The judge timed out.', 2],
    ['judge failed, a literal unmet', { checks: [unmet, open], judgeError: 'The judge timed out.' }, 'judge_error', 'The judge timed out.', 2],
    ['a line without an answer, and no reason', { checks: [judged, open] }, 'judge_error', 'The judge gave no answer to 1 of its lines.', 2],
    ['the judge failed a hook', { checks: [judged, hook], judgeError: 'asked by check: empty' }, 'judge_error', 'asked by check: empty', 2],
    ['check threw', { checks: [unmet, hook], hookError: { stage: 'check', message: 'TypeError' } }, 'hook_error', 'TypeError', 2],
    ['judge and check both', { checks: [open, hook], judgeError: 'Cut off.', hookError: { stage: 'check', message: 'TypeError.' } }, 'judge_error', 'Cut off. TypeError.', 2],
    ['too many files to say', { checks: [met, cut, { ...cut, text: 'b.md' }] }, 'agent_error', '`a.md` could not be graded: not among the files that were listed. Too many. The same goes for 1 more.', 3],
    ['too many files, name from a hook', { checks: [{ ...cut, expanded: 'b.md' }] }, 'agent_error', '`a.md` could not be graded: not among the files that were listed. Too many.', 1],
    ['a path that hooks made absolute', { checks: [{ ...cut, expanded: '/a.md', observed: 'no path to look for', evidence: null }] }, 'hook_error', '`a.md` could not be graded: no path to look for.', 1],
  ])('%s', (_, change, outcome, error, checks) => {
    const concluded = outcomeOfRun({ run: proper, checks: [], judgeError: null, hookError: null, ...change })
    expect(concluded).toMatchObject({ outcome, error, passed: outcome === 'passed' })
    expect(concluded.checks).toHaveLength(checks)
  })

  it('passes or fails nothing that holds a line without an answer', () => {
    for (const first of [met, unmet, judged, { ...judged, passed: false }]) {
      for (const second of [open, hook, cut]) {
        const { outcome, passed } = outcomeOfRun({ run: proper, checks: [first, second], judgeError: null, hookError: null })
        expect(outcome).toMatch(/_error$/)
        expect(passed).toBe(false)
      }
    }
  })
})

describe('behaviorCase', () => {
  it('holds the evaluation as the dataset has it, at the place of its id', () => {
    const evaluation = evaluationOf({ prompt: 'Export {table}.', logs_contain: ['COPY'] })
    const run = notRun('There is no recording of it.')
    expect(behaviorCase({ evaluation, file: '/repo/evals.json', run, checks: [], judgeError: null, hookError: null, judge: null, elapsedMs: 0, notes: ['teardown failed'] })).toMatchObject({
      tier: 'behavior',
      id: 'export-orders',
      skill: 'data-export',
      prompt: 'Export {table}.',
      file: '/repo/evals.json',
      line: 4,
      column: 13,
      outcome: 'agent_error',
      error: 'There is no recording of it.',
      stop: 'not_run',
      passed: false,
      costUsd: null,
      record: null,
      replayed: false,
      notes: ['teardown failed'],
    })
  })
})
