import type { Agent } from '../agent/agent.ts'
import type { AgentEvent } from '../agent/events.ts'
import type { ShownFile } from './file-content.ts'
import type { RunManifest } from './manifest.ts'
import type { RunRecord } from './read-record.ts'
import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import { agentNamed } from '../agent/agents.ts'
import { noContent, readContent } from './file-content.ts'
import { seedFingerprint } from './fingerprint.ts'
import { readRecord, recordedLines, replayEvents } from './read-record.ts'
import { refuseUnsafeFiles } from './rebuild-workspace.ts'
import { RecordError } from './record-file.ts'

/** A run record as people look at it: read into the one vocabulary, with what its files hold. Plain data. */
export interface OpenedRecord {
  manifest: Omit<RunManifest, 'version' | 'fingerprint' | 'files' | 'removed'>
  events: AgentEvent[]
  stderr: string
  /** What is gone of the seed comes last. */
  files: ShownFile[]
  /** The seed is not what this run began with, so that a difference to it is none of the run alone. */
  seedChanged: boolean
}

/**
 * Opens a run record for people: all its events, and each file of its workspace beside what the seed holds in its place.
 *
 * @param folder of the record.
 * @param seed folder that the workspace was seeded with, as it is today; `null` when there is none.
 * @param configured agents of the configuration, which read records of their own name; others are read by the module of the agent that they name.
 * @throws {RecordError} when it is damaged, or reaches for files outside of it.
 */
export async function openRecord(folder: string, seed: string | null = null, configured: readonly Agent[] = []): Promise<OpenedRecord> {
  await refuseLinkedParts(folder)
  const record = await readRecord(folder)
  await refuseUnsafeFiles(record)
  const { version: _, fingerprint: _hashes, files, removed, ...manifest } = record.manifest
  return {
    manifest,
    events: await eventsOf(record, configured),
    stderr: record.stderr,
    seedChanged: await hasChanged(seed, record.manifest.fingerprint.workspace),
    files: await Promise.all([
      ...files.map(async (file): Promise<ShownFile> => ({
        path: file.path,
        bytes: file.bytes,
        change: file.change,
        now: file.stored === null || record.workspace === null ? noContent('not kept: too large') : await readContent(record.workspace, file.stored),
        seed: file.change === 'added' || seed === null ? null : await readContent(seed, file.path),
      })),
      ...removed.map(async (path): Promise<ShownFile> => ({ path, bytes: 0, change: 'removed', now: null, seed: seed === null ? null : await readContent(seed, path) })),
    ]),
  }
}

async function hasChanged(seed: string | null, recorded: string | undefined): Promise<boolean> {
  return seed !== null && recorded !== undefined && await seedFingerprint(seed).catch(() => null) !== recorded
}

async function eventsOf(record: RunRecord, configured: readonly Agent[]): Promise<AgentEvent[]> {
  const name = record.manifest.agent
  const agent = configured.find(one => one.name === name) ?? agentNamed(name)
  const reader = agent?.reader({ images: true }) ?? { read: (line: string): AgentEvent[] => [{ type: 'unknown', line }], usage: () => ({}) }
  return replayEvents(recordedLines(record), reader)
}

/** A report is published more widely than the machine it was made on: a link in a record must not bring a file of that machine into it. */
async function refuseLinkedParts(folder: string): Promise<void> {
  for (const name of ['run.json', 'transcript.jsonl', 'stderr.txt', 'judge.json', 'workspace']) {
    const info = await lstat(join(folder, name)).catch(() => null)
    if (info?.isSymbolicLink())
      throw new RecordError(join(folder, name), 'is a link, and records hold none. Restore the file or record again.')
  }
}
