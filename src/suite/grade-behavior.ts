import type { AgentEvent, Usage } from '../agent/events.ts'
import type { JudgeEvidence } from '../behavior/judge-prompt.ts'
import type { JudgedLine, JudgeRecord } from '../behavior/judge-record.ts'
import type { BehaviorCase, Outcome } from '../behavior/result.ts'
import type { Evaluation } from '../dataset/evaluation.ts'
import type { RunEnd } from '../routing/ending.ts'
import type { RoomSkill } from '../run/room.ts'
import type { WorkspaceChanges, WorkspaceListing } from '../run/workspace-files.ts'
import type { DatasetHooks } from './dataset-hooks.ts'
import type { Session } from './session.ts'
import { didText, saidText } from '../behavior/evidence.ts'
import { leftFiles } from '../behavior/grade-files.ts'
import { gradeRun } from '../behavior/grade.ts'
import { joinJudgeRecords } from '../behavior/judge-saved.ts'
import { notRun, observeRun } from '../behavior/observe.ts'
import { behaviorCase } from '../behavior/outcome.ts'
import { refusedRoom } from '../routing/strict-room.ts'
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
  /** Without the skill. */
  isBaseline: boolean
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
  /** What events and values call it: a record has a mark for it. */
  workspaceName: string
  files: WorkspaceListing
  changes: WorkspaceChanges
  /** Placeholders: as they stand in the run, and as hooks get them. */
  values: Record<string, string>
  context: Record<string, string>
  notes: readonly string[]
}

/** Asks about all lines at once. */
export type AskJudge = (lines: readonly JudgedLine[], evidence: JudgeEvidence) => Promise<JudgeRecord>

/** Grades what a run left. `judged` is what the judge was asked and answered, `null` when it was not. */
export async function gradeBehavior(session: Session, request: BehaviorRequest, left: LeftBehind, ask: AskJudge): Promise<{ graded: BehaviorCase, judged: JudgeRecord | null }> {
  const { evaluation, skill, file } = request
  const installed = installedSkills(session, request)
  const observed = observeRun(left.events, left.end, { room: installed, agent: session.observed, skill: installed[0]?.name ?? null, usage: left.usage })
  const refusal = session.options.strictRoom && observed.failure === null ? refusedRoom(observed) : null
  const run = { ...observed, agentVersion: observed.agentVersion ?? left.agentVersion, ...refusal !== null && { failure: 'agent_error' as const, error: refusal, notes: [] } }
  const parts = { evaluation: { ...evaluation, skill }, file, run, elapsedMs: left.elapsedMs, notes: [...notesOn(request), ...left.notes] }
  // what a broken run left is no evidence, and nobody is paid to judge it
  if (run.failure !== null)
    return { graded: behaviorCase({ ...parts, checks: [], judgeError: null, hookError: null, judge: null }), judged: null }
  const evidence: JudgeEvidence = { prompt: left.prompt, did: didText(left.events), said: saidText(left.events), files: left.changes, workspace: left.workspace }
  const lines = judgedLines(evaluation)
  const answered = lines.length === 0 ? null : await ask(lines, evidence)
  const check = await runCheck(request, left, run.resultText, lines => ask(lines, evidence))
  const checks = gradeRun({
    evaluation,
    values: left.values,
    workspace: left.workspaceName,
    events: left.events,
    left: leftFiles(left.files, left.changes),
    answers: answered?.answers ?? [],
    judgeError: answered?.error ?? null,
    hook: check.finding,
  })
  const [first, ...more] = answered ? [answered, ...check.judged] : check.judged
  const judged = first ? joinJudgeRecords(first, ...more) : null
  return { graded: behaviorCase({ ...parts, checks, judgeError: judged?.error ?? null, hookError: check.error, judge: judged?.cost ?? null }), judged }
}

/** An evaluation for which no agent was run, or no run could be used. */
export function ungraded(request: BehaviorRequest, outcome: Exclude<Outcome, 'passed' | 'failed'>, error: string): BehaviorCase {
  const { evaluation, skill, file } = request
  const parts = { evaluation: { ...evaluation, skill }, file, run: notRun(error), elapsedMs: 0, notes: notesOn(request), checks: [], judgeError: null, hookError: null, judge: null }
  return { ...behaviorCase(parts), outcome, error }
}

/** Who is installed for an evaluation. */
export function installedSkills(session: Session, { skill, isBaseline }: BehaviorRequest): RoomSkill[] {
  return isBaseline ? [] : [session.skillOf(skill)]
}

/** What the judge decides, each line under a number of its own. */
export function judgedLines({ expectedBehavior, unexpectedBehavior }: Evaluation): JudgedLine[] {
  return [
    ...expectedBehavior.map(statement => ({ kind: 'expected_behavior' as const, statement })),
    ...unexpectedBehavior.map(statement => ({ kind: 'unexpected_behavior' as const, statement })),
  ].map((line, index) => ({ id: String(index + 1), ...line }))
}

/** Files of hooks, which hooks name by absolute paths, are known to a reader from the root. */
export function forReaders(graded: BehaviorCase, root: string): BehaviorCase {
  const shown = (text: string): string => text.replaceAll(`${root}/`, '')
  const part = <T extends Pick<BehaviorCase, 'error' | 'notes' | 'checks'>>(of: T): T => ({
    ...of,
    error: of.error && shown(of.error),
    notes: of.notes.map(shown),
    checks: of.checks.map(check => ({ ...check, observed: shown(check.observed), evidence: check.evidence && shown(check.evidence) })),
  })
  const { baseline } = graded
  return {
    ...part(graded),
    baseline: baseline && { ...part(baseline), runs: baseline.runs.map(run => ({ ...run, error: run.error && shown(run.error) })) },
  }
}

function notesOn({ hooks }: BehaviorRequest): string[] {
  return hooks?.file.ignored ? ['hooks.py was not run: hooks.ts stands before it.'] : []
}
