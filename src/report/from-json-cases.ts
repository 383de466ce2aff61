import type { Usage } from '../agent/events.ts'
import type { Baseline, BaselineRun, BehaviorCase, BehaviorTrial, Check, JudgeCost } from '../behavior/result.ts'
import type { RoomCheck, RoutingCase, RoutingTrial, StopReason } from '../routing/result.ts'
import type { Trials } from '../run/trials.ts'
import type { ActivationJson, BaselineRunJson, BehaviorCaseJson, CaseBaselineJson, CaseJson, CheckJson, JudgeJson, RoutingCaseJson, TokensJson } from './case-json.ts'
import type { CaseTrialsJson, TrialJson } from './json-trials.ts'

/** A routing evaluation of `report.json`, as the run had it; its paths stay as they are written. */
export function routingCase(json: RoutingCaseJson): RoutingCase {
  return {
    ...commonOf(json),
    tier: 'routing',
    skill: json.skill,
    category: json.category,
    expected: json.expect,
    observed: json.observed,
    verdict: json.verdict,
    unknownNames: json.unknown_names,
    inspections: json.inspection_calls,
    trials: trialsOf(json.trials, routingTrial),
  }
}

/** The same of the behavior tier. */
export function behaviorCase(json: BehaviorCaseJson): BehaviorCase {
  return {
    ...commonOf(json),
    tier: 'behavior',
    skill: json.skill,
    category: json.category,
    outcome: json.outcome,
    checks: json.checks.map(checkOf),
    judge: judgeOf(json.judge),
    trials: trialsOf(json.trials, behaviorTrial),
    baseline: json.baseline ? baselineOf(json.baseline) : null,
  }
}

type Common = Omit<BehaviorCase, 'tier' | 'skill' | 'category' | 'outcome' | 'checks' | 'judge' | 'trials' | 'baseline'>

function commonOf(json: CaseJson): Common {
  return {
    id: json.id,
    extended: json.extended,
    prompt: json.prompt,
    ...placeOf(json),
    passed: json.passed,
    ...runOf(json),
    stop: json.stop_reason,
    activations: json.activations.map(activationOf),
    toolCalls: json.tool_calls,
    room: roomOf(json),
    model: json.model,
    agentVersion: json.agent_version,
    // what a report says of the provider's faults goes by the stop reason
    apiStatus: null,
    replayed: json.replayed,
    cached: json.cached,
    notes: json.notes,
  }
}

function baselineOf(json: CaseBaselineJson): Baseline {
  return {
    ...baselineRun(json),
    checks: json.checks.map(checkOf),
    notes: json.notes,
    trials: json.trials,
    tallies: (json.tallies ?? []).map(({ kind, expectation, line, column, graded, met }) => ({ kind, text: expectation, line, column, graded, met })),
    runs: json.runs.map(baselineRun),
  }
}

function baselineRun(json: BaselineRunJson): BaselineRun {
  const { outcome, passed, error, elapsed_s, cost_usd, judge, record, cached } = json
  return { outcome, passed, error, elapsedMs: ms(elapsed_s), usage: usageOf(json), costUsd: cost_usd, judge: judgeOf(judge), record, cached }
}

function placeOf({ file, line, column }: CaseJson): Pick<Common, 'file' | 'line' | 'column'> {
  return { file, line, column }
}

function roomOf({ room_checked, missing_skills, extra_skills }: CaseJson): RoomCheck {
  return { observed: room_checked, missing: missing_skills, extra: extra_skills }
}

function activationOf({ skill, ok, reason, subagent }: ActivationJson): Common['activations'][number] {
  return { skill, ok, ...reason !== null && { reason }, subagent }
}

interface RunOf { stop: StopReason, error: string | null, elapsedMs: number, usage: Usage, costUsd: number | null, record: string | null }

function runOf(json: Pick<CaseJson, 'stop_reason' | 'error' | 'elapsed_s' | 'cost_usd' | 'record' | keyof TokensJson>): RunOf {
  return { stop: json.stop_reason, error: json.error, elapsedMs: ms(json.elapsed_s), usage: usageOf(json), costUsd: json.cost_usd, record: json.record }
}

function trialsOf<Run>(json: CaseTrialsJson, runOf: (run: TrialJson) => Run): Trials<Run> | null {
  return json && {
    asked: json.asked,
    passed: json.passed,
    failed: json.graded - json.passed,
    errors: json.errors,
    passRate: json.pass_rate,
    stoppedEarly: json.stopped_early,
    runs: json.runs.map(runOf),
  }
}

function routingTrial(json: TrialJson): RoutingTrial {
  return { ...runOf(json), verdict: json.verdict ?? 'error', observed: json.observed ?? null, passed: json.passed, notes: json.notes ?? [] }
}

function behaviorTrial(json: TrialJson): BehaviorTrial {
  return { ...runOf(json), outcome: json.outcome ?? 'agent_error', checks: (json.checks ?? []).map(checkOf), judge: judgeOf(json.judge ?? null), passed: json.passed, notes: json.notes ?? [] }
}

function checkOf({ kind, expectation, expanded, passed, expected, observed, detail, votes, diff, line, column }: CheckJson): Check {
  return {
    kind,
    text: expectation,
    ...expanded !== null && { expanded },
    passed,
    expected,
    observed,
    evidence: detail,
    ...votes !== null && { votes },
    ...diff !== null && { diff },
    line,
    column,
  }
}

function judgeOf(json: JudgeJson | null): JudgeCost | null {
  return json && { agent: json.agent, version: json.version, model: json.model, calls: json.calls, usage: usageOf(json), costUsd: json.cost_usd, elapsedMs: ms(json.elapsed_s) }
}

function usageOf(json: TokensJson): Usage {
  return {
    ...json.input_tokens !== null && { inputTokens: json.input_tokens },
    ...json.output_tokens !== null && { outputTokens: json.output_tokens },
    ...json.cache_read_tokens !== null && { cacheReadTokens: json.cache_read_tokens },
    ...json.cache_write_tokens !== null && { cacheWriteTokens: json.cache_write_tokens },
  }
}

/** Seconds of a report in milliseconds: 6.2 * 1000 is no whole number. */
export function ms(seconds: number): number {
  return Math.round(seconds * 1000)
}
