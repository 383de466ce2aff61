import type { Usage } from '../agent/events.ts'
import type { Evaluation } from '../dataset/evaluation.ts'
import type { Decider } from '../routing/decide.ts'
import type { RoutingCase, RoutingDecision } from '../routing/result.ts'
import type { AgentRun } from '../run/agent-run.ts'
import type { Fingerprint } from '../run/fingerprint.ts'
import type { RecordContent } from '../run/record.ts'
import type { Workspace } from '../run/workspace.ts'
import type { Session } from './session.ts'
import path from 'node:path'
import process from 'node:process'
import { createDecider } from '../routing/decide.ts'
import { noDecision } from '../routing/result.ts'
import { verdictOf } from '../routing/verdict.ts'
import { runAgent } from '../run/agent-run.ts'
import { fingerprint } from '../run/fingerprint.ts'
import { recordedLines, RecordError, replayEvents } from '../run/read-record.ts'
import { recordFolder, saveRecord } from '../run/record.ts'
import { findRecording, missingRecording, saveRecording, staleRecording } from '../run/recordings.ts'
import { createRedactor } from '../run/redact.ts'
import { removeTree } from '../run/remove-tree.ts'

/** Runs the agent on an evaluation's prompt, until it decides. */
export async function routeLive(session: Session, evaluation: Evaluation, file: string, signal: AbortSignal): Promise<RoutingCase> {
  const { options, agent, staged } = session
  const installed = await session.findAgent()
  const room = await staged.use(signal)
  const decider = newDecider(session)
  let graded: RoutingCase | undefined
  await runAgent({
    agent,
    settings: options.agent,
    installed,
    prompt: evaluation.prompt,
    scratch: session.scratch,
    room,
    timeoutMs: options.timeout.routing,
    signal,
    env: process.env,
    onEvent: event => decider.push(event) === null ? undefined : 'stop',
    async finish(run, workspace) {
      if (run.roomChanges.length > 0)
        staged.restage(room.generation)
      const decision = decider.finish(run.end)
      graded = grade(evaluation, file, completed(decision, run.usage, installed.version), run.elapsedMs)
      graded.notes.push(...roomNotes(run, staged.changed(room.generation)))
      graded.record = await keep(session, evaluation, graded, run, workspace)
    },
  })
  if (!graded)
    throw new Error('A run ended without having been graded; please report this.')
  return graded
}

/** Grades an evaluation from its recording, by the same rules. */
export async function replayRouting(session: Session, evaluation: Evaluation, file: string): Promise<RoutingCase> {
  const { options } = session
  const dir = options.recordings ?? ''
  const key = { skill: evaluation.skill, id: evaluation.id, tier: 'routing' } as const
  const unusable = (problem: string): RoutingCase =>
    ({ ...grade(evaluation, file, noDecision('not_run', problem.replaceAll(`${options.root}/`, '')), 0), replayed: true })
  let record
  try {
    record = await findRecording(dir, key)
  }
  catch (error) {
    if (error instanceof RecordError)
      return unusable(error.message)
    throw error
  }
  if (!record)
    return unusable(missingRecording)
  const stale = staleRecording(record, await fingerprintOf(session, evaluation))
  if (stale)
    return unusable(stale)
  const decider = newDecider(session)
  const reader = session.agent.reader()
  await replayEvents(recordedLines(record), reader, event => decider.push(event) === null ? undefined : 'stop')
  const { manifest } = record
  const decision = decider.finish({ reason: 'exit', exitCode: manifest.exitCode, signal: manifest.signal, error: null, stderr: record.stderr })
  return {
    ...grade(evaluation, file, completed(decision, reader.usage(), manifest.agentVersion), manifest.elapsedMs),
    record: record.folder,
    replayed: true,
  }
}

function newDecider({ room, options, agent }: Session): Decider {
  return createDecider({
    room,
    limits: options.limits,
    agent: { skillsFolder: agent.skillsFolder, skillTools: agent.tools.skill, bookkeepingTools: agent.tools.bookkeeping },
  })
}

function grade(evaluation: Evaluation, file: string, decision: RoutingDecision, elapsedMs: number): RoutingCase {
  const { verdict, error, notes } = verdictOf(evaluation.expected, decision)
  return {
    ...decision,
    tier: 'routing',
    id: evaluation.id,
    skill: evaluation.skill,
    category: evaluation.category,
    extended: evaluation.extended,
    prompt: evaluation.prompt,
    file,
    ...evaluation.positions.id,
    expected: evaluation.expected,
    verdict,
    error,
    notes,
    passed: verdict === 'correct_trigger' || verdict === 'true_negative',
    elapsedMs,
    record: null,
    replayed: false,
  }
}

/** A run that was stopped at its decision has no last word: its tokens are those of the replies it had printed. */
function completed(decision: RoutingDecision, usage: Usage, agentVersion: string | null): RoutingDecision {
  return {
    ...decision,
    usage: Object.keys(decision.usage).length > 0 ? decision.usage : usage,
    agentVersion: decision.agentVersion ?? agentVersion,
  }
}

function roomNotes(run: AgentRun, changed: boolean): string[] {
  if (run.roomChanges.length > 0)
    return [`The run changed the room: ${run.roomChanges.slice(0, 5).join(', ')}. The room was staged anew for the runs after it.`]
  return changed ? ['Another run changed the room while this one used it.'] : []
}

async function fingerprintOf(session: Session, evaluation: Evaluation): Promise<Fingerprint> {
  const { agent, limits } = session.options
  return fingerprint({
    prompt: evaluation.prompt,
    agent: agent.agent,
    model: agent.model ?? null,
    effort: agent.effort ?? null,
    limits,
    room: await session.roomHashes(),
  })
}

/** Keeps the run record where the options ask for it. Under `-u` a run that measured something becomes the recording. */
async function keep(session: Session, evaluation: Evaluation, graded: RoutingCase, run: AgentRun, workspace: Workspace): Promise<string | null> {
  const { options } = session
  const records = options.recordings !== null && session.update && graded.verdict !== 'error'
  const wanted = options.keepRuns === 'all' || (options.keepRuns === 'failed' && !graded.passed)
  const runs = path.join(options.outputDir, 'runs')
  if (!wanted)
    // the record of an earlier failure would speak of an evaluation that passes by now
    await removeTree(recordFolder(runs, graded))
  if (!records && !wanted)
    return null
  const content: RecordContent = {
    manifest: {
      tier: 'routing',
      id: graded.id,
      skill: graded.skill,
      prompt: run.prompt,
      agent: options.agent.agent,
      agentVersion: graded.agentVersion,
      model: graded.model,
      room: run.room.map(skill => skill.name),
      fingerprint: await fingerprintOf(session, evaluation),
      startedAt: run.startedAt,
      elapsedMs: run.elapsedMs,
      stop: graded.stop,
      exitCode: run.end.exitCode,
      signal: run.end.signal,
      usage: graded.usage,
      costUsd: graded.costUsd,
      activations: graded.activations,
      timeoutMs: options.timeout.routing,
      limits: options.limits,
      values: {},
      notes: [...graded.notes, ...run.notes],
    },
    transcript: run.transcript,
    stderr: run.end.stderr,
    workspace: { dir: workspace.dir, changes: run.changes },
    redactor: createRedactor({ env: process.env, paths: run.paths }),
  }
  const recording = records ? await saveRecording(options.recordings ?? '', content) : null
  return wanted ? await saveRecord(runs, content) : recording
}
