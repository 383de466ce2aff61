import type { Report } from './report.ts'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { baseline, brokenBaseline, failed, passed, timedOut, unjudged } from './behavior.fixture.ts'
import { benchmarkJson, benchmarkRuns, gradingJson } from './benchmark.ts'

const sample = JSON.parse(readFileSync(new URL('sample-report.json', import.meta.url), 'utf8')) as Report
const several = { ...failed, id: 'export-often', trials: { asked: 2, passed: 1, failed: 1, errors: 0, passRate: 0.5, stoppedEarly: false, runs: [passed, failed] } }
const report: Report = { ...sample, behavior: [passed, failed, timedOut, unjudged, several] }
const [backup, exported] = benchmarkRuns(report)

describe('gradingJson', () => {
  it('has the names that the viewer reads', () => {
    expect(exported?.runs.map(run => [run.evalId, run.runNumber, run.one.id])).toEqual([[1, 1, 'export-orders'], [2, 1, 'export-churn'], [3, 1, 'export-audit'], [4, 1, 'export-often'], [4, 2, 'export-often']])
    const [, churn, audit] = exported?.runs ?? []
    expect(churn && gradingJson(churn)).toMatchObject({
      expectations: [
        { text: 'Masks the names of the customers', passed: false, evidence: expect.stringContaining('Ada Lovelace') },
        { text: 'Does not happen: Exports email addresses', passed: true, evidence: 'No column holds an address.' },
        { text: 'The agent does or says: COPY 41', passed: false },
        { text: 'The workspace holds: orders.csv', passed: true, evidence: 'out/orders.csv' },
      ],
      summary: { passed: 2, failed: 2, total: 4, pass_rate: 0.5 },
      timing: { executor_duration_seconds: 84, grader_duration_seconds: 7, total_duration_seconds: 91 },
    })
    // what has no answer has not failed
    expect(audit && gradingJson(audit)).toMatchObject({ summary: { passed: 0, failed: 1, total: 1 }, user_notes_summary: { needs_review: ['judge_error: The judge timed out after 180 s.', 'Not graded: Masks the names of the customers'] } })
  })
})

describe('benchmarkJson', () => {
  it('adds up what was measured, and names what was not', () => {
    const json = benchmarkJson(report, 'data-export', exported?.runs ?? [])
    expect(json).toMatchObject({
      metadata: { skill_name: 'data-export', executor_model: 'opus-5', analyzer_model: 'haiku-5', timestamp: '2026-11-30T10:00:00.000Z', evals_run: [1, 2, 4], runs_per_configuration: 2 },
      runs: [
        { eval_id: 1, eval_name: 'export-orders', configuration: 'with_skill', run_number: 1, result: { pass_rate: 1, passed: 5, failed: 0, total: 5, time_seconds: 84, tokens: 82_800, tool_calls: 12, errors: 0 } },
        { eval_id: 2, result: { pass_rate: 0.5 } },
        { eval_id: 4, run_number: 1, result: { pass_rate: 1, tool_calls: null } },
        { eval_id: 4, run_number: 2, result: { pass_rate: 0.5 } },
      ],
      run_summary: { with_skill: { pass_rate: { mean: 0.75, min: 0.5, max: 1 }, time_seconds: { mean: 84, stddev: 0 }, tokens: { mean: 82_800 } } },
      notes: ['export-audit, run 1, could not be measured: judge_error: The judge timed out after 180 s.'],
    })
  })

  it('has the arm without the skill, and the difference', () => {
    const [skill] = benchmarkRuns({ ...sample, behavior: [{ ...passed, baseline }, { ...failed, baseline: brokenBaseline }] })
    const json = benchmarkJson(sample, 'data-export', skill?.runs ?? [])
    expect(json).toMatchObject({
      runs: [
        { eval_id: 1, configuration: 'with_skill', result: { pass_rate: 1 } },
        { eval_id: 1, configuration: 'without_skill', run_number: 1, result: { pass_rate: 0.8, failed: 1, time_seconds: 60, tokens: 900 } },
        { eval_id: 2, configuration: 'with_skill', result: { pass_rate: 0.5 } },
      ],
      run_summary: { with_skill: { pass_rate: { mean: 0.75 } }, without_skill: { pass_rate: { mean: 0.8 } }, delta: { pass_rate: '-0.05', time_seconds: '+24.0', tokens: '+81900' } },
      notes: ['export-churn without the skill, run 1, could not be measured: timeout: The agent was stopped by the wall clock.'],
    })
  })

  it('makes no figure of nothing', () => {
    expect(benchmarkJson(report, 'backup-restore', backup?.runs ?? [])).toMatchObject({ runs: [], run_summary: { with_skill: { pass_rate: null, tokens: null } } })
  })
})
