import type { JudgeRecord } from '../behavior/judge-record.ts'
import type { BehaviorCase, JudgeCost } from '../behavior/result.ts'
import type { RunRecord } from '../run/read-record.ts'
import type { AskJudge, BehaviorRequest } from './grade-behavior.ts'
import type { Session } from './session.ts'
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { HookError } from '../behavior/hooks.ts'
import { joinJudgeRecords, readJudgeRecord, savedAnswers } from '../behavior/judge-saved.ts'
import { outsideWrites } from '../routing/outside-writes.ts'
import { recordedEnd, recordedLines, replayEvents } from '../run/read-record.ts'
import { rebuildWorkspace } from '../run/rebuild-workspace.ts'
import { RecordError } from '../run/record-file.ts'
import { behaviorFingerprint } from './behavior-fingerprint.ts'
import { cachePrefix } from './dataset-hooks.ts'
import { gradeBehavior, ungraded } from './grade-behavior.ts'
import { liveJudge } from './live-judge.ts'
import { recordedPlaces } from './own-places.ts'
import { seedOf } from './seed-of.ts'
import { problemOf, usableRecord } from './usable-record.ts'

/** What the redactor of a record writes for the workspace, and for the cache folder of a session. */
const workspaceMark = '<workspace>'
const cacheMark = `<scratch>/${cachePrefix}`

/**
 * Grades an evaluation from its recording, or from the cache: files, `check` and what the judge answered then included. No agent is run.
 * `trial`: which of its runs, from 1.
 */
export async function replayBehavior(session: Session, dir: string, request: BehaviorRequest, trial = 1): Promise<BehaviorCase> {
  const { options } = session
  const found = await usableRecord(options, dir, { skill: request.skill, id: request.evaluation.id, tier: request.isBaseline ? 'baseline' : 'behavior', trial }, () => behaviorFingerprint(session, request))
  if ('problem' in found)
    return { ...ungraded(request, 'agent_error', found.problem), replayed: true }
  const { record, remarks, before } = found
  try {
    const saved = await savedJudgement(record)
    const ask = fromRecord(saved, session.records === null ? keeping(session, record, saved, liveJudge(session, request)) : options.grade === null ? undefined : liveJudge(session, request))
    const graded = await gradeRecord(session, request, record, ask)
    return { ...graded, notes: [...graded.notes, ...remarks], ...before }
  }
  catch (error) {
    if (error instanceof RecordError)
      return { ...ungraded(request, 'agent_error', problemOf(error, options)), replayed: true }
    if (error instanceof HookError)
      return { ...ungraded(request, 'hook_error', error.message), replayed: true }
    throw error
  }
}

/** Grades a record by today's dataset. */
async function gradeRecord(session: Session, request: BehaviorRequest, record: RunRecord, ask: AskJudge): Promise<BehaviorCase> {
  const { manifest } = record
  const reader = session.agent.reader()
  const events = await replayEvents(recordedLines(record), reader)
  const rebuilt = await rebuildWorkspace(session.scratch, session.agent, record, seedOf(session, request))
  try {
    const { workspace, files, changes, notes } = rebuilt
    const { graded } = await gradeBehavior(session, request, {
      events,
      end: recordedEnd(record),
      usage: reader.usage(),
      elapsedMs: manifest.elapsedMs,
      agentVersion: manifest.agentVersion,
      prompt: manifest.prompt,
      workspace: workspace.dir,
      workspaceName: workspaceMark,
      files,
      changes,
      values: manifest.values,
      context: await contextOf(manifest.values, request, workspace.dir),
      notes: [...notes, ...outsideWrites(events, session.agent.tools, recordedPlaces(manifest))],
    }, ask)
    return { ...graded, record: record.folder, replayed: true }
  }
  finally {
    await rebuilt.workspace.remove()
  }
}

/**
 * What `check` gets for the placeholders of a recorded run. Only where one of them leads into the session's cache folder, which
 * is gone, the session is set up anew: it may take a network or a machine that a replay has not.
 */
async function contextOf(values: Record<string, string>, { hooks }: BehaviorRequest, workspace: string): Promise<Record<string, string>> {
  const recorded = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value.replaceAll(workspaceMark, workspace)]))
  const needsSession = hooks && Object.values(values).some(value => value.includes(cacheMark)) && await hooks.host.hasCheck()
  return needsSession ? { ...recorded, ...await hooks.session() } : recorded
}

/** `null` when nobody was asked. */
async function savedJudgement({ folder }: RunRecord): Promise<JudgeRecord | null> {
  const file = path.join(folder, 'judge.json')
  return existsSync(file) ? readJudgeRecord(file) : null
}

/** A judge whose answers are added to a record of the cache, since they are paid for once too. */
function keeping({ redactor }: Session, { folder }: RunRecord, saved: JudgeRecord | null, judge: AskJudge): AskJudge {
  let all = saved
  return async (lines, evidence) => {
    const asked = await judge(lines, evidence)
    if (asked.error === null) {
      all = all ? joinJudgeRecords(all, asked) : asked
      // moved into place when it is whole, as the record was
      const file = path.join(folder, 'judge.json')
      const draft = `${file}.${randomUUID()}`
      await writeFile(draft, `${JSON.stringify(redactor.data(all), null, 2)}\n`)
      await rename(draft, file)
    }
    return asked
  }
}

/** A judge that repeats what it said when the run was recorded. Of lines that came later it has nothing to say, or another one is asked. */
function fromRecord(saved: JudgeRecord | null, other: AskJudge | undefined): AskJudge {
  let isFirst = true
  return async (lines, evidence) => {
    const { answers, missing } = saved ? savedAnswers(saved, lines) : { answers: [], missing: lines }
    // what the record cost is counted once, however many questions are answered from it
    const cost = saved && isFirst ? saved.cost : noCost(saved)
    isFirst = false
    const known: JudgeRecord = {
      version: 1,
      cost,
      evidence: saved?.evidence ?? { budget: 0, cut: 0 },
      answers,
      calls: [],
      error: missing.length === 0 || other ? null : `The recording holds no answer of the judge to ${missing.map(line => JSON.stringify(line.statement)).join(', ')}. Record again with -u.`,
    }
    if (!other || missing.length === 0)
      return known
    const asked = await other(missing, evidence)
    return answers.length === 0 ? asked : joinJudgeRecords(known, asked)
  }
}

function noCost(saved: JudgeRecord | null): JudgeCost {
  const { agent = 'unknown', version = null, model = null } = saved?.cost ?? {}
  return { agent, version, model, calls: 0, usage: {}, costUsd: 0, elapsedMs: 0 }
}
