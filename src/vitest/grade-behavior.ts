import type { AgentEvent, Usage } from '../agent/events.ts'
import type { JudgeEvidence } from '../behavior/judge-prompt.ts'
import type { JudgedAnswer, JudgedLine, JudgeRecord } from '../behavior/judge-record.ts'
import type { BehaviorCase, Outcome } from '../behavior/result.ts'
import type { Evaluation } from '../dataset/evaluation.ts'
import type { RunEnd } from '../routing/ending.ts'
import type { WorkspaceChanges, WorkspaceListing } from '../run/workspace-files.ts'
import type { DatasetHooks } from './dataset-hooks.ts'
import type { Session } from './session.ts'
import { didText, saidText } from '../behavior/evidence.ts'
import { gradeRun } from '../behavior/grade.ts'
import { observeRun } from '../behavior/observe.ts'
import { outcomeOf } from '../behavior/outcome.ts'
import { observerOf } from './route.ts'
import { runCheck } from './run-check.ts'

/** A behavior evaluation, to be measured. */
export interface BehaviorRequest {
  evaluation: Evaluation
  /** Folder name of the skill whose dataset holds it. */
  skill: string
  /** Absolute path of the dataset. */
  file: string
  hooks: DatasetHooks | null
  signal: AbortSignal
}

/** What a run left, alive or from a recording. */
export interface LeftBehind {
  events: readonly AgentEvent[]
  end: RunEnd
  usage: Usage
  elapsedMs: number
  agentVersion: string | null
  /** As the agent got it. */
  prompt: string
  /** Absolute path. */
  workspace: string
  files: WorkspaceListing
  changes: WorkspaceChanges
  /** Paths of what was there before the agent started, as far as it is still there. */
  before: readonly string[]
  /** Placeholders: as they stand in the run, and as hooks get them. */
  values: Record<string, string>
  context: Record<string, string>
  notes: readonly string[]
}

/** Asks about all lines at once. */
export type AskJudge = (lines: readonly JudgedLine[], evidence: JudgeEvidence) => Promise<JudgeRecord>

/** Grades what a run left. `judged` is what the judge was asked and answered, `null` when it was not. */
export async function gradeBehavior(session: Session, request: BehaviorRequest, left: LeftBehind, ask: AskJudge): Promise<{ graded: BehaviorCase, judged: JudgeRecord | null }> {
  const { evaluation, skill } = request
  const observed = observeRun(left.events, left.end, { ...observerOf(session.agent), room: [session.skillOf(skill)], skill, usage: left.usage })
  const { resultText, failure, error, notes, ...shown } = observed
  const facts = { ...shown, agentVersion: shown.agentVersion ?? left.agentVersion, elapsedMs: left.elapsedMs }
  if (failure !== null) {
    const graded = { ...caseOf(request), ...facts, outcome: failure, error, notes: [...notes, ...left.notes] }
    return { graded, judged: null }
  }
  const evidence: JudgeEvidence = { prompt: left.prompt, did: didText(left.events), said: saidText(left.events), files: left.changes, workspace: left.workspace }
  const lines = judgedLines(evaluation)
  const judged = lines.length === 0 ? null : await ask(lines, evidence)
  const check = await runCheck(request, left, resultText, lines => ask(lines, evidence))
  const checks = gradeRun({ evaluation, values: left.values, events: left.events, files: left.files, before: left.before, answers: judged?.answers ?? [], judgeError: judged?.error ?? null, hook: check.finding })
  const all = together(judged, check.judged)
  const { outcome, error: reason } = outcomeOf({ checks, judgeError: all?.error ?? null, hookError: check.error })
  const graded: BehaviorCase = {
    ...caseOf(request),
    ...facts,
    outcome,
    error: reason,
    passed: outcome === 'passed',
    checks,
    judge: all?.cost ?? null,
    notes: [...notes, ...left.notes],
  }
  return { graded, judged: all }
}

/** An evaluation for which no agent was run, or no run could be used. */
export function ungraded(request: BehaviorRequest, outcome: Exclude<Outcome, 'passed' | 'failed'>, error: string): BehaviorCase {
  return { ...caseOf(request), outcome, error }
}

/** What the judge decides, each line under a number of its own. */
export function judgedLines({ expectedBehavior, unexpectedBehavior }: Evaluation): JudgedLine[] {
  return [
    ...expectedBehavior.map(statement => ({ kind: 'expected_behavior' as const, statement })),
    ...unexpectedBehavior.map(statement => ({ kind: 'unexpected_behavior' as const, statement })),
  ].map((line, index) => ({ id: String(index + 1), ...line }))
}

/** Everything that the judge was asked about one run, by the dataset and by `check`. */
function together(judged: JudgeRecord | null, further: readonly JudgeRecord[]): JudgeRecord | null {
  const records = [...judged ? [judged] : [], ...further]
  const [first, ...rest] = records
  return first === undefined ? null : rest.reduce(add, first)
}

function add(one: JudgeRecord, other: JudgeRecord): JudgeRecord {
  const answers: JudgedAnswer[] = [...one.answers, ...other.answers]
  return {
    ...one,
    cost: addJudgeCosts(one.cost, other.cost),
    evidence: { budget: one.evidence.budget, cut: Math.max(one.evidence.cut, other.evidence.cut) },
    answers,
    calls: [...one.calls, ...other.calls],
    error: one.error ?? other.error,
  }
}

function caseOf({ evaluation, skill, file, hooks }: BehaviorRequest): BehaviorCase {
  const { id, extended, prompt, positions } = evaluation
  return {
    tier: 'behavior',
    id,
    skill,
    category: 'positive',
    extended,
    prompt,
    file,
    ...positions.id,
    outcome: 'agent_error',
    error: null,
    passed: false,
    checks: [],
    stop: 'not_run',
    activations: [],
    toolCalls: 0,
    room: { observed: false, missing: [], extra: [] },
    model: null,
    agentVersion: null,
    usage: {},
    costUsd: null,
    elapsedMs: 0,
    judge: null,
    record: null,
    replayed: false,
    notes: hooks?.file.ignored ? ['hooks.py was not run: hooks.ts stands before it.'] : [],
  }
}
