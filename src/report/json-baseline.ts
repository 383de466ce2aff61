import type { Baseline, BaselineRun, BehaviorCase, JudgeCost } from '../behavior/result.ts'
import type { Lift } from './lift.ts'
import type { Report } from './report.ts'
import { ends, rateJson } from './comparison-json.ts'
import { seconds, tokens } from './json-parts.ts'
import { summarizeLift } from './lift.ts'
import { shownPath } from './report.ts'

/** Both arms of the behavior tier in `report.json`; `null` when there is none without the skill. */
export type BaselineJson = Record<string, unknown> | null

/** What the skills add. */
export function baselineJson(report: Report): BaselineJson {
  const summary = summarizeLift(report.behavior)
  return summary && {
    ...liftJson(summary.all),
    per_skill: Object.fromEntries(summary.perSkill.map(({ skill, lift }) => [skill, liftJson(lift)])),
    checks: summary.checks.map(({ id, skill, kind, text, withSkill, without, lift, needsSkill, file, line, column }) => ({
      id,
      skill,
      kind,
      expectation: text,
      with: withSkill,
      without,
      lift,
      needs_skill: needsSkill,
      file: shownPath(report, file),
      line,
      column,
    })),
    not_measured: summary.unmeasured.map(({ reason, cases }) => ({ reason, ids: cases.map(one => one.id) })),
  }
}

function liftJson({ evaluations, figures, interval, answer }: Lift): Record<string, unknown> {
  return {
    evaluations,
    with: figures && rateJson(figures.after),
    without: figures && rateJson(figures.before),
    difference: figures && figures.difference,
    interval: interval && ends(interval),
    chance: figures && figures.chance,
    answer,
  }
}

/** The arm without the skill of one evaluation. */
export function caseBaselineJson(report: Report, { baseline }: BehaviorCase, checkOf: (check: Baseline['checks'][number]) => unknown, judgeOf: (judge: JudgeCost) => unknown): Record<string, unknown> | null {
  if (!baseline)
    return null
  const runOf = ({ outcome, passed, error, elapsedMs, usage, costUsd, judge, record, cached }: BaselineRun): Record<string, unknown> => ({
    outcome,
    passed,
    error,
    elapsed_s: seconds(elapsedMs),
    cost_usd: costUsd,
    ...tokens(usage),
    judge: judge && judgeOf(judge),
    record: record === null ? null : shownPath(report, record),
    cached,
  })
  return { ...runOf(baseline), checks: baseline.checks.map(checkOf), notes: baseline.notes, trials: baseline.trials, runs: baseline.runs.map(runOf) }
}
