import type { Evaluation } from '../dataset/evaluation.ts'
import type { HookError } from './hooks.ts'
import type { ObservedRun } from './observe.ts'
import type { BehaviorCase, Check, JudgeCost, Outcome } from './result.ts'
import { artifactPath } from '../dataset/artifact-path.ts'

/** Raised when the same run would be graded otherwise than before, prompts of the judge included: reports with different ones are not comparable. */
export const behaviorGrader = 2

/** What decides the outcome of one evaluation. */
export interface Concluded {
  run: Pick<ObservedRun, 'failure' | 'error'>
  checks: Check[]
  /** Why lines of the judge, of the dataset or of a hook, have no answer. */
  judgeError: string | null
  /** A hook that did not do its work before or in grading; what `teardown` does comes after. */
  hookError: Pick<HookError, 'stage' | 'message'> | null
}

/** Says what became of an evaluation, and which checks it leaves. Total: nothing that was not measured passes or fails. */
export function outcomeOfRun({ run, checks, judgeError, hookError }: Concluded): Pick<BehaviorCase, 'outcome' | 'error' | 'passed' | 'checks'> {
  if (hookError !== null && hookError.stage !== 'check' && hookError.stage !== 'teardown')
    return unmeasured('hook_error', [hookError.message], [])
  // What a broken run did not do, it may only not have done yet: that would pass every `unexpected_behavior`.
  if (run.failure !== null)
    return unmeasured(run.failure, [run.error ?? 'The run ended in an error.'], [])
  const open = checks.filter(check => check.passed === null)
  const judged = open.filter(check => check.kind === 'expected_behavior' || check.kind === 'unexpected_behavior')
  const hooks = hookError?.stage === 'check' ? [hookError.message] : []
  if (judgeError !== null || judged.length > 0)
    return unmeasured('judge_error', [judgeError ?? `The judge gave no answer to ${judged.length} of its lines.`, ...hooks], checks)
  if (hooks.length > 0)
    return unmeasured('hook_error', hooks, checks)
  const [first, ...others] = open
  if (first !== undefined) {
    const more = others.length === 0 ? '' : ` The same goes for ${others.length} more.`
    return unmeasured(isOfHooks(first) ? 'hook_error' : 'agent_error', [`\`${first.text}\` could not be graded: ${first.observed}.${first.evidence === null ? '' : ` ${first.evidence}`}${more}`], checks)
  }
  if (checks.length === 0)
    return unmeasured('agent_error', ['Nothing was graded: the evaluation has no expectation.'], checks)
  const passed = checks.every(check => check.passed === true)
  return { outcome: passed ? 'passed' : 'failed', error: null, passed, checks }
}

/** What has to be known of an evaluation beside its outcome. */
export interface CaseParts extends Concluded {
  evaluation: Evaluation & { skill: string }
  /** Absolute path of the dataset. */
  file: string
  run: ObservedRun
  judge: JudgeCost | null
  /** Wall time of the agent in milliseconds. */
  elapsedMs: number
  /** Further remarks for the reader. */
  notes: string[]
}

/** Puts the graded evaluation together, without a record and not replayed. */
export function behaviorCase(parts: CaseParts): BehaviorCase {
  const { evaluation, file, run, judge, elapsedMs, notes } = parts
  return {
    tier: 'behavior',
    id: evaluation.id,
    skill: evaluation.skill,
    category: 'positive',
    extended: evaluation.extended,
    prompt: evaluation.prompt,
    file,
    ...evaluation.positions.id,
    ...outcomeOfRun(parts),
    stop: run.stop,
    activations: run.activations,
    toolCalls: run.toolCalls,
    room: run.room,
    model: run.model,
    agentVersion: run.agentVersion,
    usage: run.usage,
    costUsd: run.costUsd,
    apiStatus: run.apiStatus,
    elapsedMs,
    judge,
    trials: null,
    baseline: null,
    record: null,
    replayed: false,
    cached: false,
    notes: [...run.notes, ...notes],
  }
}

/** A line that could not be graded for what the hooks gave, and not for what the agent left. */
function isOfHooks({ kind, expanded }: Check): boolean {
  return kind !== 'files_exist' || (expanded !== undefined && artifactPath(expanded).problem !== null)
}

function unmeasured(outcome: Exclude<Outcome, 'passed' | 'failed'>, reasons: string[], checks: Check[]): ReturnType<typeof outcomeOfRun> {
  return { outcome, error: reasons.join(' '), passed: false, checks }
}
