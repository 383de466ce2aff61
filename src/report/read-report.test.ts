import type { RoutingCase } from '../routing/result.ts'
import type { Report } from './report.ts'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { behaviorGrader } from '../behavior/outcome.ts'
import { routingGrader } from '../routing/verdict.ts'
import { failed, passed, timedOut } from './behavior.fixture.ts'
import { compareReports } from './compare.ts'
import { toReportJson } from './json.ts'
import { readReport } from './read-report.ts'

const sample = JSON.parse(readFileSync(new URL('sample-report.json', import.meta.url), 'utf8')) as Report & { cases: [RoutingCase] }
const right = sample.cases[0]
const missed: RoutingCase = { ...right, verdict: 'missed_trigger', passed: false, observed: null, costUsd: 0.5 }

function written(change: Partial<Report>): string {
  return JSON.stringify(toReportJson({ ...sample, ...change }))
}

describe('readReport', () => {
  it('reads what toReportJson writes', () => {
    const run = readReport(written({ cases: [right, { ...missed, id: 'b', verdict: 'error' }], behavior: [passed, failed, timedOut] }))
    expect(run).toMatchObject({ agent: 'claude', agentVersion: '2.1.332', model: 'opus-5', room: ['pdf-tools', 'sql-review'], toolCalls: 8, inspections: 16, partial: false, graders: { routing: routingGrader, behavior: behaviorGrader } })
    expect(run.evaluations).toMatchObject([
      { tier: 'routing', id: 'sql-index', verdicts: ['correct_trigger'], passed: 1, graded: 1, asked: { prompt: 'Why is this query slow?', expected: 'sql-review' }, judge: null, costUsd: null, elapsedMs: 6200 },
      { id: 'b', verdicts: ['error'], passed: 0, graded: 0, costUsd: 0.5 },
      { tier: 'behavior', id: 'export-orders', verdicts: ['passed'], passed: 1, graded: 1, judge: 'claude, haiku-5', costUsd: 0.21 + 0.011, elapsedMs: 91_000 },
      { id: 'export-churn', verdicts: ['failed'], passed: 0, graded: 1 },
      { id: 'restore-drill', verdicts: ['timeout'], graded: 0, judge: null },
    ])
    expect(run.evaluations[2]?.asked.expectations).toContain('logs_contain: COPY 41')
    expect(compareReports(run, run)).toMatchObject({ reasons: [], notes: [] })
  })

  it('adds up the runs of one evaluation', () => {
    expect(readReport(written({ cases: [{ ...right, costUsd: 0.25 }, missed, { ...missed, verdict: 'error' }] })).evaluations).toMatchObject([
      { verdicts: ['correct_trigger', 'missed_trigger', 'error'], passed: 1, graded: 2, costUsd: 1.25, elapsedMs: 18_600 },
    ])
  })

  it('reads a report that does not say its graders, or has no behavior', () => {
    const { behavior, ...older } = toReportJson(sample)
    const { graders, ...meta } = older.meta
    expect({ behavior, graders }).toMatchObject({ behavior: { cases: [] }, graders: {} })
    expect(readReport(JSON.stringify({ ...older, meta }))).toMatchObject({ graders: { routing: null, behavior: null }, evaluations: [{ id: 'sql-index' }] })
  })

  it.each([
    ['{', 'It is not JSON: '],
    ['[]', 'The report is no object.'],
    ['{}', '`schemaVersion` is missing, and this version of vitest-skill-evals reads 1.'],
    ['{ "schemaVersion": 2 }', '`schemaVersion` is 2, and'],
    ['{ "schemaVersion": 1, "meta": { "agent": 1 }, "cases": [] }', '`meta.agent` is no text.'],
    ['{ "schemaVersion": 1, "meta": {}, "cases": [{}] }', '`verdict` is no text.'],
    ['{ "schemaVersion": 1, "meta": {} }', '`cases` is no list.'],
  ])('refuses %s', (text, message) => {
    expect(() => readReport(text)).toThrow(message)
  })
})
