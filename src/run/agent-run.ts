import type { Agent, AgentSettings, InstalledAgent } from '../agent/agent.ts'
import type { AgentEvent, Usage } from '../agent/events.ts'
import type { ProcessEnd } from '../agent/process.ts'
import type { Access } from '../agent/sandbox-places.ts'
import type { SandboxInUse } from '../agent/sandbox.ts'
import type { RoomSkill, StagedRoom, StagedSkill } from './room.ts'
import type { Transcript } from './transcript.ts'
import type { WorkspaceChanges, WorkspaceFile, WorkspaceListing } from './workspace-files.ts'
import type { Workspace } from './workspace.ts'
import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { placeHomeFiles } from '../agent/home-files.ts'
import { runProcess } from '../agent/process.ts'
import { preparedPlace } from '../agent/sandbox-places.ts'
import { contain } from '../agent/sandbox.ts'
import { eventList } from './event-list.ts'
import { roomChanges } from './room-changes.ts'
import { installRoom, stageRoom } from './room.ts'
import { writeTranscript } from './transcript.ts'
import { compareListings, listFiles } from './workspace-files.ts'
import { createWorkspace, seedWorkspace } from './workspace.ts'

/** One run of an agent, to be done by {@link runAgent}. */
export interface AgentRunRequest {
  agent: Agent
  settings: AgentSettings
  installed: InstalledAgent
  /** Goes to the agent byte for byte. A function is called once room and seed are in place: hooks prepare the workspace there. */
  prompt: string | ((workspace: Workspace) => Promise<string>)
  /** Absolute path of the scratch folder of this Vitest run. */
  scratch: string
  /** Who is installed: a room that all runs share, or skills of which this run gets copies of its own; `null`: no skill, and no tool for one. */
  room: { staged: StagedRoom, generation: number } | { skills: readonly RoomSkill[] } | null
  /** Absolute path of a folder whose content is copied to the workspace. Default: an empty workspace. */
  seed?: string
  /** Wall clock of the agent in milliseconds. */
  timeoutMs: number
  /** US dollars at which the agent shall stop itself, where it can. Default: no limit. */
  maxUsd?: number
  /** Stops the agent and its whole process tree. */
  signal?: AbortSignal
  /** Environment that the agent's module chooses from. */
  env: NodeJS.ProcessEnv
  /** What the agent runs in. Default: nothing keeps it from what the user may do. */
  sandbox?: SandboxInUse
  /** Absolute paths that are readable in a sandbox wherever they lie. Default: none. */
  readable?: readonly string[]
  /** What hooks prepared for the agent, known once it has its prompt: paths among these it may write in a sandbox. Default: nothing. */
  prepared?: () => readonly string[]
  /** Hears what the run has printed of its tokens so far, and of which model, with every line. */
  onUsage?: (usage: Usage, model: string | null) => void
  /** Hears every event as it comes and may end the run. */
  onEvent?: (event: AgentEvent) => 'stop' | void
  /** Works on the run while the workspace is still there: grade it, keep it. */
  finish?: (run: AgentRun, workspace: Workspace) => Promise<void>
  /** Called before the workspace is removed, whatever happened after it was made: hooks clean up there. */
  teardown?: (workspace: Workspace) => Promise<void>
}

/** What one run of an agent left. Plain data. */
export interface AgentRun {
  prompt: string
  /** What was installed. */
  room: StagedSkill[]
  /** Which staging of the shared room the run used; `null` when it had skills of its own. */
  generation: number | null
  /** How the run left the shared room changed: that room must be staged anew. Empty for a run that could write nothing. */
  roomChanges: string[]
  /** ISO 8601. */
  startedAt: string
  /** Wall time of the agent's process in milliseconds. */
  elapsedMs: number
  /** In order. Of lines that were not understood the first ones: the transcript has all. */
  events: AgentEvent[]
  /** Tokens of the replies that the agent printed; all there is for a run that was stopped before its end. */
  usage: Usage
  transcript: Transcript
  end: ProcessEnd
  /** Real files in the workspace at the end, the agent's own folders aside. */
  files: WorkspaceListing
  /** What the agent did to its workspace. */
  changes: WorkspaceChanges
  /** Files that hooks made or changed before the agent started, and that it left as they were. */
  prepared: WorkspaceFile[]
  /** Files of the seed that are gone, also those that hooks removed. */
  removed: string[]
  /** What of skills and seed could not be put in place, and why. */
  notes: string[]
  /** Absolute paths of this run by the word that stands for them in a record: for a redactor. */
  paths: Record<string, string>
}

/**
 * Runs an agent once in a workspace of its own. How the run went, a timeout and an abort in its course included, is in the result.
 * Workspace and home are gone afterwards, whatever happened.
 *
 * @throws the signal's reason when it is aborted before the agent has started; what a callback throws, once the agent is
 * stopped; when the workspace cannot be made.
 */
export async function runAgent(request: AgentRunRequest): Promise<AgentRun> {
  const { agent, signal } = request
  signal?.throwIfAborted()
  // What hooks start may outlive a run of behavior and write to its path: nobody works there after it.
  const workspace = await createWorkspace(request.scratch, agent, request.room !== null && 'staged' in request.room)
  let leavesSome = false
  try {
    const run = await runIn(workspace, request)
    leavesSome = run.end.error !== null && run.end.reason !== 'spawn'
    await request.finish?.(run, workspace)
    return run
  }
  finally {
    try {
      await request.teardown?.(workspace)
    }
    finally {
      await workspace.remove()
      // Something of this run still lives: the next one shall not get its path.
      if (leavesSome)
        await mkdir(dirname(workspace.dir), { recursive: true })
    }
  }
}

async function runIn(workspace: Workspace, request: AgentRunRequest): Promise<AgentRun> {
  const { agent, settings, installed, signal, scratch } = request
  const { staged, shared, generation } = await install(workspace, request)
  const seedNotes = request.seed === undefined ? [] : await seedWorkspace(request.seed, workspace, agent)
  // Without a seed there is nothing yet but the room, which is set aside.
  const seeded = request.seed === undefined ? { files: [], cut: false } : await listFiles(workspace.dir, workspace.aside)
  const prompt = typeof request.prompt === 'string' ? request.prompt : await request.prompt(workspace)
  const before = typeof request.prompt === 'string' ? seeded : await listFiles(workspace.dir, workspace.aside)
  signal?.throwIfAborted()

  const list = eventList()
  const { events } = list
  const reader = agent.reader()
  const transcript = writeTranscript(scratch, randomUUID())
  let model: string | null = null
  const onLine = (line: string): 'stop' | void => {
    transcript.add(line)
    const read = reader.read(line)
    request.onUsage?.(reader.usage(), model)
    for (const event of read) {
      // what is not kept is not seen either: else a replay, which has the same bound, would decide otherwise
      if (!list.add(event, line))
        continue
      if (event.type === 'start')
        model = event.model
      if (request.onEvent?.(event) === 'stop')
        return 'stop'
    }
  }

  const startedAt = new Date().toISOString()
  let end: ProcessEnd
  try {
    const command = agent.command(settings, installed, { prompt, workspace: workspace.dir, home: workspace.home, ...(request.maxUsd !== undefined && { maxUsd: request.maxUsd }), ...(request.room === null && { withoutSkills: true }) }, request.env)
    placeHomeFiles(workspace.home, command.homeFiles ?? [])
    end = await runProcess(request.sandbox ? contain(command, request.sandbox, accessOf(request, workspace, staged)) : command, { cwd: workspace.dir, ownFolder: dirname(workspace.dir), timeoutMs: request.timeoutMs, ...(signal && { signal }), onLine })
  }
  finally {
    transcript.end()
  }

  const files = await listFiles(workspace.dir, workspace.aside)
  const changes = compareListings(before, files)
  return {
    prompt,
    room: staged.skills,
    generation,
    roomChanges: shared && mayHaveWritten(events, agent) ? await roomChanges(staged) : [],
    startedAt,
    elapsedMs: Math.round(end.durationMs),
    events,
    usage: reader.usage(),
    transcript: transcript.end(),
    end: { ...end, isCut: end.isCut || list.isCut },
    files,
    changes,
    prepared: before === seeded ? [] : preparedFiles(seeded, before, changes),
    removed: before === seeded ? changes.removed : compareListings(seeded, files).removed,
    notes: [...staged.notes, ...seedNotes],
    paths: { 'workspace': workspace.dir, 'home': workspace.home, ...(request.room !== null && 'staged' in request.room && { room: staged.dir }), scratch, 'user-home': homedir() },
  }
}

function accessOf({ scratch, readable = [], prepared }: AgentRunRequest, workspace: Workspace, staged: StagedRoom): Access {
  const temp = join(dirname(workspace.dir), 'temp')
  mkdirSync(temp, { recursive: true })
  return { cwd: workspace.dir, home: workspace.home, temp, scratch, read: [staged.dir, ...readable], write: (prepared?.() ?? []).flatMap(value => preparedPlace(value, scratch) ?? []) }
}

async function install(workspace: Workspace, { agent, installed, room }: AgentRunRequest): Promise<{ staged: StagedRoom, shared: boolean, generation: number | null }> {
  const own = join(workspace.dir, agent.skillsFolder)
  if (room === null)
    return { staged: { dir: own, skills: [], notes: [], stamps: {} }, shared: false, generation: null }
  if ('skills' in room)
    return { staged: await stageRoom(room.skills, own), shared: false, generation: null }
  const link = agent.linksRoom(installed.version)
  await installRoom(room.staged, workspace.dir, agent.skillsFolder, { link })
  return { staged: room.staged, shared: link, generation: room.generation }
}

function preparedFiles(seeded: WorkspaceListing, before: WorkspaceListing, byAgent: WorkspaceChanges): WorkspaceFile[] {
  const touched = new Set([...byAgent.changed.map(file => file.path), ...byAgent.removed])
  const { added, changed } = compareListings(seeded, before)
  return [...added, ...changed].filter(file => !touched.has(file.path))
}

/** A call that only loads skills, plans or reads cannot have changed the room, and looking costs time for every file of it. */
function mayHaveWritten(events: readonly AgentEvent[], { tools }: Agent): boolean {
  const harmless = new Set([...tools.skill, ...tools.bookkeeping, ...tools.readOnly])
  return events.some(event => event.type === 'tool_call' && !harmless.has(event.name))
}
