import type { BehaviorCase, Outcome } from '../behavior/result.ts'
import type { RoutingCase, StopReason, Verdict } from '../routing/result.ts'
import type { Interval } from '../routing/statistics.ts'
import type { CheckJson, JudgeJson, TokensJson } from './case-json.ts'
import type { RatioJson } from './json-parts.ts'
import type { Report } from './report.ts'
import type { TrialsSummary } from './trials.ts'
import { passAtK, passHatK } from '../routing/statistics.ts'
import { checkJson, judgeJson } from './json-checks.ts'
import { seconds, tokens } from './json-parts.ts'
import { shownPath } from './report.ts'
import { summarizeTrials, trialsBySkill, trialsOf } from './trials.ts'

/** How the runs of a tier went, in `report.json`; `null` when each evaluation was to be run once. */
export type TrialsJson = (TrialsTotalsJson & { per_skill: Record<string, TrialsTotalsJson> }) | null

/** How the runs of many evaluations went. Every evaluation counts alike. */
export interface TrialsTotalsJson {
  evaluations: number
  /** Runs that each was asked for. */
  asked: number
  graded: number
  passed: number
  errors: number
  rate: RatioJson
  /** Of the rate, at 95 %. */
  interval: [number, number] | null
  pass_at_k: RatioJson
  pass_hat_k: RatioJson
  /** Ids of the evaluations that gave both answers. */
  flaky: string[]
  stopped_early: boolean
}

/** The runs of one evaluation; `null` when it was to be run once. */
export type CaseTrialsJson = {
  asked: number
  graded: number
  passed: number
  errors: number
  /** The bar that was in force. */
  pass_rate: number
  rate: RatioJson
  interval: [number, number] | null
  /** For k = 1, 2 and so on. */
  pass_at_k: RatioJson[]
  pass_hat_k: RatioJson[]
  flaky: boolean
  stopped_early: boolean
  runs: TrialJson[]
} | null

/** One run of an evaluation: `verdict` and `observed` of routing, the rest that may be missing of behavior. */
export interface TrialJson extends TokensJson {
  verdict?: Verdict
  observed?: string | null
  outcome?: Outcome
  checks_passed?: (boolean | null)[]
  checks?: CheckJson[]
  judge?: JudgeJson | null
  passed: boolean
  stop_reason: StopReason
  error: string | null
  elapsed_s: number
  cost_usd: number | null
  record: string | null
  notes?: string[]
}

/** The runs of a tier's evaluations together. */
export function trialsJson(cases: readonly (RoutingCase | BehaviorCase)[]): TrialsJson {
  const all = trialsOf(cases)
  const summary = summarizeTrials(all)
  return summary && { ...summaryJson(summary), per_skill: Object.fromEntries(trialsBySkill(all).map(row => [row.skill, summaryJson(row.summary)])) }
}

/** The runs of one evaluation. */
export function caseTrialsJson(report: Report, one: RoutingCase | BehaviorCase): CaseTrialsJson {
  const [trials] = trialsOf([one])
  if (!trials || !one.trials)
    return null
  const { asked, graded, passed, errors, rate, interval, flaky, stoppedEarly } = trials
  const ks = stoppedEarly ? [] : Array.from({ length: graded }, (_, index) => index + 1)
  return {
    asked,
    graded,
    passed,
    errors,
    pass_rate: one.trials.passRate,
    rate,
    interval: intervalJson(interval),
    // from k = 1 on
    pass_at_k: ks.map(k => passAtK(passed, graded, k)),
    pass_hat_k: ks.map(k => passHatK(passed, graded, k)),
    flaky,
    stopped_early: stoppedEarly,
    runs: one.trials.runs.map(run => ({
      ...'verdict' in run ? { verdict: run.verdict, observed: run.observed } : { outcome: run.outcome, checks_passed: run.checks.map(check => check.passed), checks: run.checks.map(checkJson), judge: run.judge === null ? null : judgeJson(run.judge) },
      passed: run.passed,
      stop_reason: run.stop,
      error: run.error,
      elapsed_s: seconds(run.elapsedMs),
      cost_usd: run.costUsd,
      ...tokens(run.usage),
      record: run.record === null ? null : shownPath(report, run.record),
      notes: run.notes,
    })),
  }
}

function summaryJson({ evaluations, asked, graded, passed, errors, rate, interval, passAtK, passHatK, flaky, stoppedEarly }: TrialsSummary): TrialsTotalsJson {
  return { evaluations, asked, graded, passed, errors, rate, interval: intervalJson(interval), pass_at_k: passAtK, pass_hat_k: passHatK, flaky, stopped_early: stoppedEarly }
}

function intervalJson(interval: Interval | null): [number, number] | null {
  return interval && [interval.low, interval.high]
}
