import type { RoutingCase } from '../routing/result.ts'
import type { HistoryPoint } from './history.ts'
import type { Report } from './report.ts'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { wilsonInterval } from '../routing/statistics.ts'
import { failed, passed, timedOut } from './behavior.fixture.ts'
import { flakiness } from './flakiness.ts'
import { historyFile, historyPoint, readHistoryPoint } from './history.ts'
import { toReportJson } from './json.ts'

const sample = JSON.parse(readFileSync(new URL('sample-report.json', import.meta.url), 'utf8')) as Report & { cases: [RoutingCase] }
const right = sample.cases[0]
const missed: RoutingCase = { ...right, id: 'missed', verdict: 'missed_trigger', passed: false, observed: null }
const broken: RoutingCase = { ...right, id: 'broken', verdict: 'error', passed: false, observed: null }
const unrelated: RoutingCase = { ...right, id: 'joke', skill: null, category: 'unrelated', expected: null, verdict: 'true_negative' }

describe('historyPoint', () => {
  const point = historyPoint(toReportJson({ ...sample, cases: [right, missed, broken, unrelated], behavior: [passed, failed, timedOut] }))

  it('keeps counts, and names only what did not pass', () => {
    expect(point.routing).toEqual({ graded: 3, passed: 2, errors: 1 })
    expect(point.skills['sql-review']).toEqual({ evaluations: 3, failed: ['routing:missed'], errors: ['routing:broken'] })
    expect(point.skills['(unrelated)']).toEqual({ evaluations: 1, failed: [], errors: [] })
    expect(point.skills['data-export']).toMatchObject({ failed: [`behavior:${failed.id}`], errors: [] })
    expect(point.skills[timedOut.skill]).toMatchObject({ failed: [], errors: [`behavior:${timedOut.id}`] })
  })

  it('is found again by its file, whose name every disk takes', () => {
    expect(historyFile(point)).toBe('2026-11-30T10-00-00-000Z.json')
    expect(readHistoryPoint(JSON.stringify(point))).toEqual(point)
  })

  it.each(['', '[]', '{"schemaVersion": 2}', '{"schemaVersion": 1, "startedAt": "x", "routing": {}, "behavior": null, "skills": {}}'])('passes over %s', (text) => {
    expect(readHistoryPoint(text)).toBeNull()
  })
})

describe('flakiness', () => {
  const report = (failing: string[], more: Partial<HistoryPoint['skills'][string]> = {}): HistoryPoint => ({ ...historyPoint(toReportJson(sample)), skills: { sql: { evaluations: 4, failed: failing, errors: [], ...more } } })

  it('counts answers that changed between neighbours', () => {
    expect(flakiness([report(['routing:a']), report([]), report(['routing:a', 'routing:b'])])).toEqual([{ skill: 'sql', changed: 3, compared: 8, evaluations: ['routing:a', 'routing:b'] }])
  })

  it('takes an error for no answer', () => {
    expect(flakiness([report(['routing:a']), report([], { errors: ['routing:a'] })])).toMatchObject([{ changed: 0, compared: 3 }])
  })

  it('compares nothing where evaluations came or went', () => {
    expect(flakiness([report([]), report(['routing:new'], { evaluations: 5 })])).toMatchObject([{ changed: 0, compared: 0 }])
  })
})

it('the interval is Wilson’s', () => {
  // the figures that statistics texts give for 95%
  expect(wilsonInterval(0, 0)).toBeNull()
  expect(wilsonInterval(19, 22)).toMatchObject({ low: expect.closeTo(0.6666, 3), high: expect.closeTo(0.9525, 3) })
  expect(wilsonInterval(3, 3)).toMatchObject({ low: expect.closeTo(0.4385, 3), high: expect.closeTo(1, 9) })
  expect(wilsonInterval(0, 10)).toMatchObject({ low: expect.closeTo(0, 9), high: expect.closeTo(0.2775, 3) })
})
