import type { BehaviorCase } from '../behavior/result.ts'
import type { RoutingCase } from '../routing/result.ts'
import type { Interval } from '../routing/statistics.ts'
import type { Report } from './report.ts'
import type { TrialsSummary } from './trials.ts'
import { passAtK, passHatK } from '../routing/statistics.ts'
import { seconds, tokens } from './json-parts.ts'
import { shownPath } from './report.ts'
import { summarizeTrials, trialsBySkill, trialsOf } from './trials.ts'

/** How the runs of a tier went, in `report.json`; `null` when each evaluation was to be run once. */
export type TrialsJson = Record<string, unknown> | null

/** The runs of a tier's evaluations together. */
export function trialsJson(cases: readonly (RoutingCase | BehaviorCase)[]): TrialsJson {
  const all = trialsOf(cases)
  const summary = summarizeTrials(all)
  return summary && { ...summaryJson(summary), per_skill: Object.fromEntries(trialsBySkill(all).map(row => [row.skill, summaryJson(row.summary)])) }
}

/** The runs of one evaluation. */
export function caseTrialsJson(report: Report, one: RoutingCase | BehaviorCase): Record<string, unknown> | null {
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
      ...'verdict' in run ? { verdict: run.verdict, observed: run.observed } : { outcome: run.outcome, checks_passed: run.checks.map(check => check.passed) },
      passed: run.passed,
      stop_reason: run.stop,
      error: run.error,
      elapsed_s: seconds(run.elapsedMs),
      cost_usd: run.costUsd,
      ...tokens(run.usage),
      record: run.record === null ? null : shownPath(report, run.record),
    })),
  }
}

function summaryJson({ evaluations, asked, graded, passed, errors, rate, interval, passAtK, passHatK, flaky, stoppedEarly }: TrialsSummary): Record<string, unknown> {
  return { evaluations, asked, graded, passed, errors, rate, interval: intervalJson(interval), pass_at_k: passAtK, pass_hat_k: passHatK, flaky, stopped_early: stoppedEarly }
}

function intervalJson(interval: Interval | null): [number, number] | null {
  return interval && [interval.low, interval.high]
}
