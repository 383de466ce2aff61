import type { TranscriptReader } from '../agent/agent.ts'
import type { AgentEvent } from '../agent/events.ts'
import type { ProcessEnd } from '../agent/process.ts'
import type { RunManifest } from './manifest.ts'
import type { Shape } from './shape.ts'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isRecord } from '../agent/json.ts'
import { eventList } from './event-list.ts'
import { manifestVersion } from './manifest.ts'
import { parseRecordFile, RecordError } from './record-file.ts'
import { amount, count, data, dataOf, is, list, moment, number, optional, orNull, text, yesOrNo } from './shape.ts'
import { linesOf } from './transcript.ts'

/** A run record on disk. */
export interface RunRecord {
  /** Absolute path. */
  folder: string
  manifest: RunManifest
  stderr: string
  /** Absolute path of the folder with the files that the agent left, or `null` when it left none that were kept. */
  workspace: string | null
}

/**
 * Reads the run record of a folder.
 *
 * @throws {RecordError} when it is incomplete, damaged, or of another version.
 */
export async function readRecord(folder: string): Promise<RunRecord> {
  const file = join(folder, 'run.json')
  const source = await readFile(file, 'utf8').catch(() => {
    throw new RecordError(file, 'the file is missing, so this folder is not a run record. Remove the folder and record again.')
  })
  const manifest = parseManifest(file, source)
  const transcript = join(folder, 'transcript.jsonl')
  if (!await stat(transcript).then(info => info.isFile(), () => false))
    throw new RecordError(transcript, 'the file is missing, so there is nothing to grade. Restore it or record again.')
  const workspace = join(folder, 'workspace')
  return {
    folder,
    manifest,
    stderr: await readFile(join(folder, 'stderr.txt'), 'utf8').catch(() => ''),
    workspace: await stat(workspace).then(info => info.isDirectory(), () => false) ? workspace : null,
  }
}

/**
 * Reads the text of a `run.json`.
 *
 * @param file absolute path, for messages.
 * @param source what it holds.
 * @throws {RecordError} when it is damaged, or of another version.
 */
export function parseManifest(file: string, source: string): RunManifest {
  const manifest = parseRecordFile(file, source, manifestVersion, 'this record is')
  assertManifest(file, manifest)
  return manifest
}

/** How the recorded run came to its end, as the run that made the record saw it. */
export function recordedEnd({ manifest, stderr }: RunRecord): Omit<ProcessEnd, 'durationMs'> {
  const { stop, exitCode, signal } = manifest
  const reason = stop === 'timeout' ? 'timeout' : stop === 'cancelled' ? 'aborted' : stop === 'crash' && exitCode === null && signal === null ? 'spawn' : 'exit'
  // a run that has its end and was `cut` all the same had printed more than is kept
  return { reason, exitCode, signal, error: null, stderr, isCut: stop === 'cut' }
}

/** Lines of a record's transcript in order. */
export function recordedLines(record: RunRecord): AsyncGenerator<string> {
  return linesOf(join(record.folder, 'transcript.jsonl'))
}

/** Reads lines as {@link runAgent} reads those of a living agent: events until `onEvent` says `stop`. */
export async function replayEvents(lines: AsyncIterable<string>, reader: TranscriptReader, onEvent?: (event: AgentEvent) => 'stop' | void): Promise<AgentEvent[]> {
  const list = eventList()
  for await (const line of lines) {
    for (const event of reader.read(line)) {
      if (list.add(event, line) && onEvent?.(event) === 'stop')
        return list.events
    }
  }
  return list.events
}

const recordedFile = data({ path: text, bytes: amount, change: is(value => value === 'added' || value === 'changed' || value === 'prepared'), stored: orNull(text) })

const fields: Record<keyof RunManifest, Shape> = {
  version: is(value => value === manifestVersion),
  tier: is(value => value === 'routing' || value === 'behavior' || value === 'baseline'),
  id: text,
  trial: optional(count),
  sandbox: optional(is(value => value === 'bwrap' || value === 'docker' || value === 'none')),
  skill: orNull(text),
  verdict: optional(text),
  prompt: text,
  agent: text,
  agentVersion: orNull(text),
  model: orNull(text),
  room: list(text),
  fingerprint: data({ prompt: text, agent: text, model: orNull(text), effort: orNull(text), limits: dataOf(number), room: dataOf(text), workspace: optional(text), hooks: optional(text) }),
  startedAt: moment,
  elapsedMs: amount,
  stop: text,
  exitCode: orNull(number),
  signal: orNull(text),
  usage: dataOf(count),
  costUsd: orNull(amount),
  activations: list(data({ skill: text, ok: yesOrNo, reason: optional(text), subagent: yesOrNo })),
  seen: optional(data({ skills: orNull(list(text)), tools: orNull(list(text)), missing: orNull(list(text)), extra: orNull(list(text)) })),
  files: list(recordedFile),
  removed: list(text),
  timeoutMs: amount,
  limits: dataOf(number),
  values: dataOf(text),
  notes: list(text),
}

function assertManifest(file: string, value: unknown): asserts value is RunManifest {
  const found = new Map(Object.entries(isRecord(value) ? value : {}))
  for (const [name, shape] of Object.entries(fields)) {
    if (shape(found.get(name)) !== null)
      throw new RecordError(file, `\`${name}\` is ${found.has(name) ? 'not what it should be' : 'missing'}. Restore the file or record again.`)
  }
}
