import { isRecord, numberOf, recordsOf, textOf } from '../../agent/json.ts'

/** One run of an agent, as the page shows it. */
export interface PageRun {
  state: 'passed' | 'failed' | 'error'
  verdict: string
  /** Routing: the skill that fired. */
  fired: string | null
  stop: string
  error: string | null
  checks: PageCheck[]
  activations: { skill: string, ok: boolean, reason: string | null, subagent: boolean }[]
  toolCalls: number | null
  seconds: number
  usd: number | null
  /** Tokens in, caches included, and out; `null` is not known. */
  tokens: { in: number | null, out: number | null }
  agent: string
  /** Graded from a recording. */
  replayed: boolean
  /** Reused from an earlier run: no agent ran. */
  cached: boolean
  /** Folder of the run record, as in `report.json`; `null` when none was kept. */
  record: string | null
  /** Where what the record holds is: a file beside the page, or an element of it. Absent when there is none. */
  data?: string
  /** Why the record could not be opened. */
  problem?: string
}

/** Several runs of one evaluation. */
export interface PageTrials {
  asked: number
  graded: number
  passed: number
  errors: number
  stoppedEarly: boolean
  runs: PageRun[]
}

/** One graded expectation. */
export interface PageCheck {
  kind: string
  text: string
  expanded: string | null
  passed: boolean | null
  expected: string
  observed: string
  evidence: string | null
  votes: { pass: number, of: number } | null
  diff: string | null
}

type Json = Record<string, unknown>

/** Reads what is told of a run: an evaluation itself, one of its trials, or its arm without the skill. */
export function pageRun(one: Json): PageRun {
  const verdict = textOf(one.verdict) ?? textOf(one.outcome) ?? 'error'
  const isAnswer = !['error', 'agent_error', 'judge_error', 'hook_error', 'timeout', 'over_budget'].includes(verdict)
  const input = [one.input_tokens, one.cache_read_tokens, one.cache_write_tokens].map(numberOf).filter(count => count !== undefined)
  const ms = numberOf(one.elapsedMs)
  return {
    state: !isAnswer ? 'error' : one.passed === true ? 'passed' : 'failed',
    verdict,
    fired: textOf(one.fired) ?? textOf(one.observed) ?? null,
    stop: textOf(one.stop_reason) ?? textOf(one.stop) ?? '',
    error: textOf(one.error) ?? null,
    checks: recordsOf(one.checks).map(pageCheck),
    activations: recordsOf(one.activations).map(load => ({ skill: textOf(load.skill) ?? '', ok: load.ok === true, reason: textOf(load.reason) ?? null, subagent: load.subagent === true })),
    toolCalls: numberOf(one.tool_calls) ?? null,
    seconds: numberOf(one.elapsed_s) ?? (ms === undefined ? 0 : ms / 1000),
    usd: numberOf(one.cost_usd) ?? numberOf(one.costUsd) ?? null,
    tokens: { in: input.length === 0 ? null : input.reduce((sum, count) => sum + count, 0), out: numberOf(one.output_tokens) ?? null },
    agent: [textOf(one.agent_version), textOf(one.model)].filter(Boolean).join(' '),
    replayed: one.replayed === true,
    cached: one.cached === true,
    record: textOf(one.record) ?? null,
  }
}

/** Reads the trials of an evaluation. */
export function pageTrials(trials: Json): PageTrials {
  return {
    asked: numberOf(trials.asked) ?? 0,
    graded: numberOf(trials.graded) ?? 0,
    passed: numberOf(trials.passed) ?? 0,
    errors: numberOf(trials.errors) ?? 0,
    stoppedEarly: (trials.stopped_early ?? trials.stoppedEarly) === true,
    runs: recordsOf(trials.runs).map(pageRun),
  }
}

function pageCheck(check: Json): PageCheck {
  const votes = isRecord(check.votes) ? check.votes : null
  return {
    kind: textOf(check.kind) ?? '',
    text: textOf(check.expectation) ?? textOf(check.text) ?? '',
    expanded: textOf(check.expanded) ?? null,
    passed: typeof check.passed === 'boolean' ? check.passed : null,
    expected: textOf(check.expected) ?? '',
    observed: textOf(check.observed) ?? '',
    evidence: textOf(check.detail) ?? textOf(check.evidence) ?? null,
    votes: votes && { pass: numberOf(votes.pass) ?? 0, of: numberOf(votes.of) ?? 0 },
    diff: textOf(check.diff) ?? null,
  }
}
