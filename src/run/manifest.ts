import type { Usage } from '../agent/events.ts'
import type { Fingerprint } from './fingerprint.ts'

/** Version of `run.json`. Raised when a reader of the old one would misunderstand the new one. */
export const manifestVersion = 1

/** What a run was for: a tier, or the arm of the behavior tier that has no skill. */
export type RunTier = 'routing' | 'behavior' | 'baseline'

/** What a run record tells about its run, as `run.json`. Plain data, redacted. */
export interface RunManifest {
  version: typeof manifestVersion
  tier: RunTier
  /** The evaluation's id, as written; the folder's name may differ. */
  id: string
  /** Owner of the evaluation; `null` for the shared pool. */
  skill: string | null
  /** Which of several runs of the evaluation, from 2; absent for the first, and for the only one. */
  trial?: number
  /** What the run was graded as when it was kept: a verdict of routing or an outcome of behavior. */
  verdict?: string
  /** As the agent got it. */
  prompt: string
  agent: string
  agentVersion: string | null
  /** The model that the agent says it used. */
  model: string | null
  /** Folder names of the skills that were installed. */
  room: string[]
  fingerprint: Fingerprint
  /** ISO 8601. */
  startedAt: string
  /** Wall time of the agent in milliseconds. */
  elapsedMs: number
  /** Why the run stopped: `decision`, `end`, `timeout` and so on. */
  stop: string
  /** `null` when a signal ended the agent, or it never started. */
  exitCode: number | null
  signal: string | null
  usage: Usage
  /** US dollars as the agent says; `null` is unknown, not free. */
  costUsd: number | null
  activations: RecordedActivation[]
  /** What the agent had, by its own words. Absent in records of before this was kept. */
  seen?: SeenRoom
  /** What the agent left in its workspace, what it left as its seed had it aside. */
  files: RecordedFile[]
  /** Files of the workspace's seed that are gone. */
  removed: string[]
  /** Wall clock of the run in milliseconds. */
  timeoutMs: number
  /** Budgets of the run, by name. */
  limits: Record<string, number>
  /** Placeholders of the evaluation and what its hooks gave for them; grading needs them again. */
  values: Record<string, string>
  /** What the agent was run in; absent in records of earlier versions. */
  sandbox?: 'bwrap' | 'docker' | 'none'
  /** Remarks for the reader, such as a changed room. */
  notes: string[]
}

/** The skills and tools that an agent lists, and how that differs from its room; `null` is what it does not say. */
export interface SeenRoom {
  /** As it spells them. */
  skills: string[] | null
  tools: string[] | null
  /** Skills of the room that it does not list. */
  missing: string[] | null
  /** Skills that it lists, and that are not of the room. */
  extra: string[] | null
}

/** A skill load that the run saw. */
export interface RecordedActivation {
  skill: string
  ok: boolean
  reason?: string
  subagent: boolean
}

/** A file that the agent made or changed, or that hooks had `prepared` for it. */
export interface RecordedFile {
  /** From the workspace, with `/`, as the agent named it. */
  path: string
  bytes: number
  change: 'added' | 'changed' | 'prepared'
  /** Where its copy lies in the record's `workspace/`, with `/`; `null` when it was too large to keep. */
  stored: string | null
}
