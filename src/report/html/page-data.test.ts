import type { RoutingCase } from '../../routing/result.ts'
import type { ReportJson } from '../report-json.ts'
import type { Report } from '../report.ts'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { failed, passed, timedOut } from '../behavior.fixture.ts'
import { toReportJson } from '../json.ts'
import { pageData } from './page-data.ts'
import { runsOf } from './page-evaluation.ts'
import { slim, whole } from './slim.ts'

const sample = JSON.parse(readFileSync(new URL('../sample-report.json', import.meta.url), 'utf8')) as Report & { cases: [RoutingCase] }
const right = sample.cases[0]
const lured: RoutingCase = { ...right, id: 'sql-joke', category: 'near_miss', verdict: 'false_trigger', passed: false, expected: null, observed: null, activations: [{ skill: 'pdf-tools', ok: false, reason: 'gone', subagent: true }], notes: ['a note'] }
const broken: RoutingCase = { ...right, id: 'pdf-merge', verdict: 'error', passed: false, observed: null, stop: 'api_error', error: 'Overloaded.', costUsd: null, activations: [] }

function written(change: Partial<Report>): ReportJson {
  return JSON.parse(JSON.stringify(toReportJson({ ...sample, ...change }))) as ReportJson
}

describe('pageData', () => {
  const data = pageData(written({ cases: [right, lured, broken], behavior: [passed, failed, timedOut] }))

  it('counts errors in no ratio, and names what could not be measured', () => {
    expect(data.routing).toMatchObject({ cases: 3, graded: 2, passed: 1, errors: 1 })
    expect(data.behavior).toMatchObject({ cases: 3, graded: 2, passed: 1, errors: 1 })
    expect(data.passedWithoutSkill).toBe(0)
    expect(pageData(written({ behavior: [{ ...passed, activations: [] }] })).passedWithoutSkill).toBe(1)
    expect(data.evaluations.map(one => [one.key, one.state, one.verdict])).toEqual([
      ['routing:sql-index', 'passed', 'correct_trigger'],
      ['routing:sql-joke', 'failed', 'false_trigger'],
      ['routing:pdf-merge', 'error', 'error'],
      [`behavior:${passed.id}`, 'passed', 'passed'],
      [`behavior:${failed.id}`, 'failed', 'failed'],
      [`behavior:${timedOut.id}`, 'error', 'timeout'],
    ])
  })

  it('takes a skill that was called and did not load for the one that fired', () => {
    expect(data.evaluations[1]).toMatchObject({ expected: null, fired: 'pdf-tools' })
  })

  it('says an unknown cost is unknown', () => {
    expect(data.evaluations[2]?.run.usd).toBeNull()
    expect(pageData(written({ cases: [broken] })).money).toMatchObject([{ what: 'routing', usd: null }])
  })

  it('says checks with what they rest on', () => {
    const checks = data.evaluations[4]?.run.checks ?? []
    expect(checks.length).toBe(failed.checks.length)
    expect(checks.map(check => check.passed)).toEqual(failed.checks.map(check => check.passed))
    expect(checks.map(check => check.evidence)).toEqual(failed.checks.map(check => check.evidence))
  })

  it('is the same after it was written without what goes without saying', () => {
    for (const one of data.evaluations)
      expect(whole(JSON.parse(JSON.stringify(slim(one))) as typeof one)).toEqual(one)
  })

  it('reads trials and the arm without the skill where a report has them', () => {
    const json = written({ cases: [right], behavior: [failed] })
    const run = { verdict: 'missed_trigger', observed: null, passed: false, error: null, stop: 'end', elapsedMs: 1500, costUsd: 0.25, record: 'runs/b' }
    Object.assign(json.cases[0] ?? {}, { cached: true, trials: { asked: 5, graded: 2, passed: 1, errors: 0, passRate: 0.5, stoppedEarly: true, runs: [{ ...run, verdict: 'correct_trigger', observed: 'sql-review', passed: true, record: 'runs/a' }, run] } })
    Object.assign(json.behavior?.cases[0] ?? {}, { baseline: { outcome: 'passed', passed: true, error: null, checks: [], elapsedMs: 10, costUsd: null, record: 'runs/c', cached: true } })
    const [routing, behavior] = pageData(json).evaluations
    expect(routing?.run.cached).toBe(true)
    expect(routing?.trials).toMatchObject({ asked: 5, graded: 2, passed: 1, stoppedEarly: true })
    expect(routing && runsOf(routing).map(({ name, run }) => [name, run.state, run.fired, run.seconds, run.usd, run.record])).toEqual([
      ['Trial 1', 'passed', 'sql-review', 1.5, 0.25, 'runs/a'],
      ['Trial 2', 'failed', null, 1.5, 0.25, 'runs/b'],
    ])
    expect(behavior && runsOf(behavior).map(({ name, run }) => [name, run.state, run.record])).toEqual([['With the skill', 'failed', '.skill-evals/runs/data-export/export-churn.behavior'], ['Without the skill', 'passed', 'runs/c']])
  })

  it('reads a report of a version that lacks what is newer', () => {
    const { behavior: _, ...older } = written({ cases: [right] })
    expect(pageData(older as ReportJson)).toMatchObject({ behavior: null, routing: { cases: 1 }, evaluations: [{ id: 'sql-index' }] })
  })
})
