import type { BaselineRun, BehaviorCase, CheckKind } from '../behavior/result.ts'
import type { BaselineRunJson, CaseBaselineJson } from './case-json.ts'
import type { Lift } from './lift.ts'
import type { Report } from './report.ts'
import { ends, rateJson } from './comparison-json.ts'
import { checkJson, judgeJson } from './json-checks.ts'
import { seconds, tokens } from './json-parts.ts'
import { summarizeLift } from './lift.ts'
import { shownPath } from './report.ts'

/** Both arms of the behavior tier in `report.json`; `null` when there is none without the skill. */
export type BaselineJson = LiftJson & {
  per_skill: Record<string, LiftJson>
  checks: CheckLiftJson[]
  /** What could not be measured without the skill. */
  not_measured: { reason: string, ids: string[] }[]
} | null

/** What skills add. */
export interface LiftJson {
  /** Graded with the skill and without it: what all figures are of. */
  evaluations: number
  with: ArmJson | null
  without: ArmJson | null
  /** The rate with the skill less the rate without it. */
  difference: number | null
  /** Of the difference, at 95 %. */
  interval: [number, number] | null
  /** How often such a difference, or a larger one, comes by chance alone. */
  chance: number | null
  answer: Lift['answer']
}

/** One arm. */
export interface ArmJson {
  /** Mean of the evaluations' rates, and its 95 % interval. */
  rate: number
  interval: [number, number]
  /** Of graded runs. */
  passed: number
  graded: number
  cost_usd: number | null
  time_s: number
}

/** One check with the skill and without it. */
export interface CheckLiftJson {
  id: string
  skill: string
  kind: CheckKind
  expectation: string
  with: { graded: number, met: number }
  without: { graded: number, met: number }
  lift: number | null
  /** `false` when it was met in every run without the skill; `null` when it was graded in none. */
  needs_skill: boolean | null
  file: string
  line: number
  column: number
}

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

function liftJson({ evaluations, figures, interval, answer }: Lift): LiftJson {
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
export function caseBaselineJson(report: Report, { baseline }: BehaviorCase): CaseBaselineJson | null {
  if (!baseline)
    return null
  const runOf = ({ outcome, passed, error, elapsedMs, usage, costUsd, judge, record, cached }: BaselineRun): BaselineRunJson => ({
    outcome,
    passed,
    error,
    elapsed_s: seconds(elapsedMs),
    cost_usd: costUsd,
    ...tokens(usage),
    judge: judge && judgeJson(judge),
    record: record === null ? null : shownPath(report, record),
    cached,
  })
  return { ...runOf(baseline), checks: baseline.checks.map(checkJson), notes: baseline.notes, trials: baseline.trials, tallies: baseline.tallies.map(({ kind, text, line, column, graded, met }) => ({ kind, expectation: text, line, column, graded, met })), runs: baseline.runs.map(runOf) }
}
