import type { AgentEvent } from '../agent/events.ts'
import type { RoomCheck, StopReason } from '../routing/result.ts'
import type { AgentRun } from '../run/agent-run.ts'
import type { Fingerprint } from '../run/fingerprint.ts'
import type { SeenRoom } from '../run/manifest.ts'
import type { RecordContent } from '../run/record.ts'
import type { Workspace } from '../run/workspace.ts'
import type { Session } from './session.ts'
import path from 'node:path'
import { dropRecord, saveRecord } from '../run/record.ts'
import { saveRecording } from '../run/recordings.ts'
import { discardTranscript } from '../run/transcript.ts'

type Manifest = RecordContent['manifest']

/** A graded run, of which the options say whether it is kept. */
export interface KeepRequest {
  graded: Pick<Manifest, 'tier' | 'id' | 'agentVersion' | 'model' | 'usage' | 'costUsd' | 'activations' | 'notes'> & { skill: string | null, stop: StopReason, passed: boolean, room: RoomCheck }
  /** Which of several runs of the evaluation, from 1. */
  trial: number
  /** The verdict or outcome. */
  verdict: string
  /** Folder to keep the run in for the next time that nothing has changed; `null` where it must not be used again. */
  cache: string | null
  /** The run is an answer about the skill, so that it can be a recording. */
  measured: boolean
  run: AgentRun
  workspace: Workspace
  more: Pick<Manifest, 'timeoutMs' | 'limits' | 'values'>
  /** Called only for a run that is kept: it reads every file that the run could see. */
  fingerprint: () => Promise<Fingerprint>
  /** Further files of the record, by name. */
  attach?: Record<`${string}.json`, unknown>
}

/** Keeps the run record where the options ask for it. Under `-u` a run that measured something becomes the recording. */
export async function keepRun(session: Session, request: KeepRequest): Promise<string | null> {
  try {
    return await keep(session, request)
  }
  finally {
    // nobody reads on in what is too long for memory
    await discardTranscript(request.run.transcript)
  }
}

async function keep(session: Session, request: KeepRequest): Promise<string | null> {
  const { options } = session
  const { graded, run, workspace, more, trial } = request
  const records = options.recordings !== null && session.update && request.measured
  const wanted = options.keepRuns === 'all' || (options.keepRuns === 'failed' && !graded.passed)
  const runs = path.join(options.outputDir, 'runs')
  if (!wanted)
    // the record of an earlier failure would speak of an evaluation that passes by now
    await dropRecord(runs, { ...graded, trial })
  const cache = request.measured ? request.cache : null
  if (!records && !wanted && cache === null)
    return null
  const redactor = session.redactorFor(run.paths)
  const content: RecordContent = {
    manifest: {
      tier: graded.tier,
      id: graded.id,
      skill: graded.skill,
      ...(trial > 1 && { trial }),
      verdict: request.verdict,
      prompt: run.prompt,
      agent: options.agent.agent,
      agentVersion: graded.agentVersion,
      model: graded.model,
      room: run.room.map(skill => skill.name),
      ...more,
      fingerprint: await request.fingerprint(),
      startedAt: run.startedAt,
      elapsedMs: run.elapsedMs,
      stop: graded.stop,
      exitCode: run.end.exitCode,
      signal: run.end.signal,
      usage: graded.usage,
      costUsd: graded.costUsd,
      activations: graded.activations,
      sandbox: (await session.containedBy()).by,
      seen: seenRoom(run.events, graded.room),
      notes: graded.notes,
    },
    transcript: run.transcript,
    stderr: run.end.stderr,
    workspace: { dir: workspace.dir, changes: run.changes, prepared: run.prepared, removed: run.removed },
    ...(request.attach && { attach: request.attach }),
    redactor,
  }
  if (cache !== null)
    await saveRecord(cache, content)
  const recording = records ? await saveRecording(options.recordings ?? '', content) : null
  return wanted ? await saveRecord(runs, content) : recording
}

/** An agent may say more than once what it has. */
function seenRoom(events: readonly AgentEvent[], { observed, missing, extra }: RoomCheck): SeenRoom {
  const starts = events.filter(event => event.type === 'start')
  const namesIn = (kind: 'skills' | 'tools'): string[] | null => starts.some(start => start[kind] !== null) ? [...new Set(starts.flatMap(start => start[kind] ?? []))] : null
  return { skills: namesIn('skills'), tools: namesIn('tools'), missing: observed ? missing : null, extra: observed ? extra : null }
}
