import type { RoutingCase, Verdict } from './result.ts'
import type { RoutingSummary } from './summary.ts'
import { describe, expect, it } from 'vitest'
import { summarize } from './summary.ts'

let ids = 0

function evaluation(expected: string | null, observed: string | null, change: Partial<RoutingCase> = {}): RoutingCase {
  const verdict: Verdict = expected === null ? (observed === null ? 'true_negative' : 'false_trigger') : observed === null ? 'missed_trigger' : observed === expected ? 'correct_trigger' : 'wrong_skill'
  const final = change.verdict ?? verdict
  return {
    tier: 'routing',
    id: `case-${++ids}`,
    skill: expected,
    category: expected === null ? 'near_miss' : 'positive',
    extended: false,
    prompt: 'Do it.',
    file: '/repo/skills/sql/evals/evals.json',
    line: 3,
    column: 7,
    expected,
    passed: final === 'correct_trigger' || final === 'true_negative',
    elapsedMs: 1000,
    record: null,
    replayed: false,
    cached: false,
    notes: [],
    observed,
    stop: observed === null ? 'end' : 'decision',
    activations: observed === null ? [] : [{ skill: observed, ok: true, subagent: false }],
    unknownNames: [],
    toolCalls: 0,
    inspections: 0,
    room: { observed: true, missing: [], extra: [] },
    error: null,
    model: null,
    agentVersion: null,
    usage: {},
    costUsd: null,
    apiStatus: null,
    trials: null,
    ...change,
    verdict: final,
  }
}

function failure(expected: string | null, error: string | null = 'API error'): RoutingCase {
  return evaluation(expected, null, { verdict: 'error', error, stop: 'api_error' })
}

function times(count: number, make: () => RoutingCase): RoutingCase[] {
  return Array.from({ length: count }, make)
}

const right = (): RoutingCase => evaluation('sql', 'sql')

describe('the bar', () => {
  it.each<[string, RoutingCase[], number, string[]]>([
    ['a clean sweep passes', times(3, right), 1, []],
    ['one wrong decision fails', [...times(9, right), evaluation('sql', null)], 1, ['9 of 10 right is below the bar of 100%.']],
    ['3999 of 4000 do not round up', [...times(3999, right), evaluation('sql', null)], 1, ['3999 of 4000 right is below the bar of 100%.']],
    ['a bar short of perfect is kept to the letter', [...times(9, right), evaluation('sql', null)], 0.9, []],
    ['and missed to the letter', [...times(89, right), ...times(11, () => evaluation('sql', null))], 0.9, ['89 of 100 right is below the bar of 90%.']],
    ['7 of 10 reach 0.7', [...times(7, right), ...times(3, () => evaluation('sql', null))], 0.7, []],
    ['0 reports without judging', [right(), evaluation('sql', null)], 0, []],
    ['a bar that is no number fails', [right()], Number.NaN, ['1 of 1 right is below the bar of NaN%.']],
    ['an error fails, whatever the bar', [...times(70, right), ...times(3, () => failure('sql'))], 0, ['3 of 73 could not be measured.']],
    ['nothing graded fails, whatever the bar', [failure('sql'), failure(null)], 0, ['2 of 2 could not be measured.', 'Nothing was measured.']],
    ['no evaluation at all fails', [], 0, ['Nothing was measured.']],
    ['no activation where some were expected fails, whatever the bar', [evaluation('sql', null), ...times(4, () => evaluation(null, null))], 0, ['No skill fired, though one should have in 1 of 5. Check that the agent sees the room.']],
    ['a guest is no activation', [evaluation('sql', 'other:mine')], 0, ['No skill fired, though one should have in 1 of 1. Check that the agent sees the room.']],
    ['negatives alone may pass', times(4, () => evaluation(null, null)), 1, []],
  ])('%s', (_, cases, minAccuracy, reasons) => {
    expect(summarize(cases, { minAccuracy }).outcome).toEqual({ ok: reasons.length === 0, reasons })
  })
})

describe('a shard', () => {
  it.each<[string, RoutingCase[], number, string[]]>([
    ['leaves the ratio to the merge', [right(), evaluation('sql', null)], 0.9, []],
    ['with nothing in it passes', [], 1, []],
    ['in which nothing fired passes, since another one may have what fires', times(3, () => evaluation(null, null)), 1, []],
    ['fails for a wrong answer that no other shard can put right', [right(), evaluation('sql', null)], 1, ['1 of 2 right is below the bar of 100%.']],
    ['fails for an error', [right(), failure('sql')], 0, ['1 of 2 could not be measured.']],
  ])('%s', (_, cases, minAccuracy, reasons) => {
    expect(summarize(cases, { minAccuracy, shard: true }).outcome).toEqual({ ok: reasons.length === 0, reasons })
  })
})

describe('summarize', () => {
  it('keeps errors out of every ratio', () => {
    const summary = summarize([right(), evaluation('sql', null), failure('sql'), failure(null, 'cut'), failure(null)], { minAccuracy: 1 })
    expect(summary).toMatchObject({ cases: 5, graded: 2, passed: 1, errors: 3, accuracy: 0.5, activations: 1, activationsExpected: 2 })
    expect(summary.verdicts).toEqual({ correct_trigger: 1, true_negative: 0, missed_trigger: 1, wrong_skill: 0, false_trigger: 0, error: 3 })
    expect(summary.byCategory).toEqual({
      positive: { graded: 2, passed: 1, errors: 1, accuracy: 0.5 },
      near_miss: { graded: 0, passed: 0, errors: 2, accuracy: null },
      unrelated: { graded: 0, passed: 0, errors: 0, accuracy: null },
    })
    expect(summary.unmeasured.map(one => [one.reason, one.cases.length])).toEqual([['API error', 2], ['cut', 1]])
  })

  it('counts skill by skill, with no ratio where there is nothing to divide by', () => {
    const cases = [right(), right(), evaluation('sql', null), evaluation('sql', 'pdf'), evaluation(null, 'pdf'), evaluation('csv', 'other:mine'), failure('txt')]
    const rows = summarize(cases, { minAccuracy: 1 }).perSkill
    expect(rows).toEqual([
      { skill: 'csv', expected: 1, correct: 0, missed: 0, lostToOtherSkill: 1, firedTotal: 0, firedWhenNotExpected: 0, errors: 0, recall: 0, precision: null },
      { skill: 'pdf', expected: 0, correct: 0, missed: 0, lostToOtherSkill: 0, firedTotal: 2, firedWhenNotExpected: 2, errors: 0, recall: null, precision: 0 },
      { skill: 'sql', expected: 4, correct: 2, missed: 1, lostToOtherSkill: 1, firedTotal: 2, firedWhenNotExpected: 0, errors: 0, recall: 0.5, precision: 1 },
      { skill: 'txt', expected: 0, correct: 0, missed: 0, lostToOtherSkill: 0, firedTotal: 0, firedWhenNotExpected: 0, errors: 1, recall: null, precision: null },
    ])
  })

  it('charges an attempt that did not load to the skill that was tried', () => {
    const attempt = evaluation(null, null, { verdict: 'false_trigger', activations: [{ skill: 'sql', ok: false, subagent: false }] })
    const summary = summarize([attempt], { minAccuracy: 1 })
    expect(summary.confusion).toEqual([{ expected: null, fired: 'sql', count: 1 }])
    expect(summary.perSkill).toMatchObject([{ skill: 'sql', firedTotal: 1, firedWhenNotExpected: 1, precision: 0 }])
  })

  it('survives skills with the names of object members', () => {
    const summary = summarize([evaluation('__proto__', 'constructor')], { minAccuracy: 1 })
    expect(summary.perSkill.map(one => one.skill)).toEqual(['__proto__', 'constructor'])
    expect(summary.confusion).toEqual([{ expected: '__proto__', fired: 'constructor', count: 1 }])
  })

  it('flags what a budget decided, or nearly', () => {
    const cases = [
      evaluation('sql', null, { id: 'stopped', stop: 'tool_budget', toolCalls: 9 }),
      evaluation('sql', null, { id: 'one-below', toolCalls: 7 }),
      evaluation('sql', null, { id: 'looks', inspections: 15 }),
      evaluation('sql', null, { id: 'clear', toolCalls: 6, inspections: 14 }),
    ]
    expect(summarize(cases, { minAccuracy: 1, limits: { toolCalls: 8, inspections: 16 } }).nearBudget).toEqual(['stopped', 'one-below', 'looks'])
    expect(summarize(cases, { minAccuracy: 1 }).nearBudget).toEqual(['stopped'])
    expect(summarize([right()], { minAccuracy: 1, limits: { toolCalls: 1, inspections: 1 } }).nearBudget).toEqual([])
  })

  const prices = { 'opus-*': { input: 2, output: 10 } }
  const tokens = { model: 'opus-5', usage: { inputTokens: 1_000_000, outputTokens: 100_000 } }

  it.each<[string, Partial<RoutingCase>[], RoutingSummary['spending']['cost']]>([
    ['known and unknown', [{ costUsd: 0.25 }, { costUsd: 0.5 }, {}], { usd: 0.75, estimatedUsd: null, estimated: 0, unknown: 1, replayedUsd: 0 }],
    ['all unknown', [{}, {}], { usd: null, estimatedUsd: null, estimated: 0, unknown: 2, replayedUsd: 0 }],
    ['free is known', [{ costUsd: 0 }], { usd: 0, estimatedUsd: null, estimated: 0, unknown: 0, replayedUsd: 0 }],
    ['replayed', [{ costUsd: 0.25, replayed: true }, { ...tokens, replayed: true }], { usd: 0, estimatedUsd: null, estimated: 0, unknown: 0, replayedUsd: 0.25 }],
    ['by the price list', [tokens, tokens], { usd: null, estimatedUsd: 6, estimated: 2, unknown: 0, replayedUsd: 0 }],
    ['what was said goes before the price list', [{ ...tokens, costUsd: 0.5 }, tokens], { usd: 0.5, estimatedUsd: 3, estimated: 1, unknown: 0, replayedUsd: 0 }],
    ['neither a model without a price nor a run without tokens is free', [{ ...tokens, model: 'haiku-5' }, { ...tokens, model: null }, { ...tokens, usage: {} }], { usd: null, estimatedUsd: null, estimated: 0, unknown: 3, replayedUsd: 0 }],
  ])('adds up money: %s', (_, changes, cost) => {
    expect(summarize(changes.map(change => evaluation('sql', 'sql', change)), { minAccuracy: 1, prices }).spending.cost).toEqual(cost)
  })

  it('adds up tokens and time of what was said', () => {
    const cases = [evaluation('sql', 'sql', { usage: { inputTokens: 10 } }), evaluation('sql', 'sql', { usage: { inputTokens: 5, outputTokens: 2 } }), right()]
    expect(summarize(cases, { minAccuracy: 1 })).toMatchObject({ spending: { usage: { inputTokens: 15, outputTokens: 2 } }, elapsedMs: 3000 })
    expect(summarize([right()], { minAccuracy: 1 }).spending.usage).toEqual({})
  })

  it('says how rooms differed', () => {
    const cases = [
      evaluation('sql', 'sql', { activations: [{ skill: 'other:mine', ok: true, subagent: false }, { skill: 'other:mine', ok: true, subagent: false }, { skill: 'sql', ok: true, subagent: false }] }),
      evaluation('sql', 'sql', { room: { observed: true, missing: ['pdf'], extra: ['mine', 'b'] } }),
      evaluation('sql', 'sql', { room: { observed: true, missing: [], extra: ['mine'] } }),
      evaluation('sql', 'sql', { room: { observed: false, missing: [], extra: [] } }),
    ]
    expect(summarize(cases, { minAccuracy: 1 }).sessions).toEqual({
      checked: 3,
      other: [{ skill: 'other:mine', count: 1 }],
      missing: [{ skill: 'pdf', count: 1 }],
      extra: [{ skill: 'mine', count: 2 }, { skill: 'b', count: 1 }],
    })
  })
})
