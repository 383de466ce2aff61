import type { RoutingCase } from '../routing/result.ts'
import type { Report } from './report.ts'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { duration, money, percent } from './figures.ts'
import { renderMarkdown } from './markdown.ts'
import { outcomeOf, shownPath, summaryOf } from './report.ts'
import { renderTerminal } from './terminal.ts'

const sample = JSON.parse(readFileSync(new URL('sample-report.json', import.meta.url), 'utf8')) as Report & { cases: [RoutingCase] }
const right = sample.cases[0]
const missed: RoutingCase = { ...right, id: 'sql-plan', verdict: 'missed_trigger', passed: false, observed: null, stop: 'end', activations: [], toolCalls: 3, line: 20, costUsd: 0.0121, usage: { inputTokens: 15_000, outputTokens: 240 } }
const broken: RoutingCase = { ...missed, id: 'pdf-merge', expected: 'pdf-tools', skill: 'pdf-tools', verdict: 'error', stop: 'api_error', error: 'The agent ended with an API error (status 529). Overloaded.', file: '/repo/skills/pdf-tools/evals/evals.json' }
const lured: RoutingCase = { ...right, id: 'sql-joke', category: 'near_miss', verdict: 'false_trigger', passed: false, expected: null, line: 44, notes: ['sql-review fired inside a subagent.'] }

describe('outcomeOf', () => {
  it.each<[string, Partial<Report>, boolean, string[]]>([
    ['all right', {}, true, []],
    ['one wrong', { cases: [right, missed] }, false, ['1 of 2 right is below the bar of 100%.']],
    ['one wrong above the bar', { cases: [right, missed], minAccuracy: 0.5 }, true, []],
    ['a negative that fired', { cases: [right, lured], minAccuracy: 0.5 }, true, []],
    ['nothing but errors', { cases: [broken], minAccuracy: 0 }, false, ['1 of 1 could not be measured.', 'Nothing was measured.']],
    ['interrupted', { interrupted: { stopped: 2, notStarted: 7 } }, false, ['Interrupted: 1 of 10 evaluations has a verdict, 2 were stopped, 7 never started.']],
    ['interrupted before anything ended', { cases: [], interrupted: { stopped: 1, notStarted: 0 } }, false, ['Interrupted: 0 of 1 evaluation have a verdict, 1 was stopped.']],
    ['no routing asked for', { cases: [] }, true, []],
    ['all skipped', { cases: [], skipped: { count: 2, reasons: [{ reason: 'a', count: 1 }, { reason: 'b!', count: 1 }] } }, false, ['Nothing was measured: 2 skipped.', 'a.', 'b!']],
    ['some skipped', { skipped: { count: 2, reasons: [{ reason: 'a', count: 2 }] } }, true, []],
  ])('%s', (_, change, ok, reasons) => {
    expect(outcomeOf({ ...sample, ...change })).toEqual({ ok, reasons })
  })
})

it('shows no number where nothing could be measured', () => {
  // Five runs that crashed alike: no passing negative among them, no ratio, and the reason said once.
  const reason = 'The agent ended with exit code 1 and without a result. Last seen: nothing. stderr: Invalid API key.'
  const cases = [1, 2, 3, 4, 5].map(id => ({ ...broken, id: `crash-${id}`, stop: 'crash' as const, error: reason, expected: id > 3 ? null : 'pdf-tools' }))
  const report = { ...sample, cases, minAccuracy: 0 }
  for (const text of [renderTerminal(report, { color: false, width: 200 }), renderMarkdown(report)]) {
    expect(text.split('Invalid API key')).toHaveLength(2)
    expect(text).toContain('5 of 5 could not be measured')
    expect(text).not.toMatch(/NaN|Infinity| right \(|PASS|✅/)
  }
})

describe('shownPath', () => {
  it.each([
    ['/repo', '/repo/skills/a', 'skills/a'],
    ['/repo/', '/repo/skills/a', 'skills/a'],
    ['/repo', '/repository/a', '/repository/a'],
    ['C:\\repo', 'c:\\repo\\skills\\a', 'skills/a'],
    ['C:\\repo', 'D:\\x\\a', 'D:/x/a'],
    ['/repo', '/repo/odd\\name', 'odd\\name'],
  ])('below %s, %s is shown as %s', (root, file, shown) => {
    expect(shownPath({ ...sample, root }, file)).toBe(shown)
  })
})

describe('figures', () => {
  it.each<[number | null, string]>([[null, 'n/a'], [0, '0%'], [1, '100%'], [3999 / 4000, '99.9%'], [2 / 3, '66.6%'], [63 / 67, '94.0%'], [0.29, '29%'], [0.7, '70%'], [1 / 4000, '0.0%'], [0.875, '87.5%']])('%s is %s', (ratio, shown) => {
    expect(percent(ratio)).toBe(shown)
  })

  it('shows any ratio of small counts without rounding up', () => {
    for (let whole = 1; whole <= 60; whole++) {
      for (let part = 0; part <= whole; part++) {
        const shown = Number(percent(part / whole).slice(0, -1))
        expect(shown * whole).toBeLessThanOrEqual(part * 100 + 1e-6)
        expect(shown * whole).toBeGreaterThan(part * 100 - 0.1 * whole - 1e-6)
      }
    }
  })

  it.each([[0, '0ms'], [850, '850ms'], [999.6, '1000ms'], [12_340, '12.3s'], [59_940, '59.9s'], [59_960, '1m 00s'], [245_000, '4m 05s'], [3_720_000, '1h 02m']])('%i ms is %s', (ms, shown) => {
    expect(duration(ms)).toBe(shown)
  })

  it.each<[string, RoutingCase[], string]>([
    ['known', [{ ...right, costUsd: 1.5 }, { ...right, costUsd: 0 }], '$1.50'],
    ['free', [{ ...right, costUsd: 0 }], '$0.00'],
    ['unknown', [right], 'unknown: the agent did not say'],
    ['partly known', [right, missed], 'at least $0.0121 (1 of 2 runs did not say), 15k tokens in, 240 tokens out'],
    ['replayed', [{ ...missed, replayed: true }], 'nothing now ($0.0121 when recorded)'],
    ['not run', [{ ...right, stop: 'not_run', replayed: true }], 'nothing: no agent ran'],
    ['replayed, cost unknown', [{ ...right, replayed: true }], 'nothing now'],
    ['estimated', [{ ...missed, model: 'priced', costUsd: null }], 'about $0.32 by `prices`, 15k tokens in, 240 tokens out'],
    ['told and estimated', [missed, { ...missed, model: 'priced', costUsd: null }], 'about $0.34, of which $0.32 by `prices`, 30k tokens in, 480 tokens out'],
    ['estimated and unknown', [{ ...missed, model: 'priced', costUsd: null }, right], 'at least about $0.32 by `prices` (1 of 2 runs did not say), 15k tokens in, 240 tokens out'],
  ])('money: %s', (_, cases, shown) => {
    expect(money(summaryOf({ ...sample, prices: { priced: { input: 20, output: 100 } }, cases }).spending)).toBe(shown)
  })
})
