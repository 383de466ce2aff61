import type { TranscriptReader } from '../agent/agent.ts'
import type { AgentEvent } from '../agent/events.ts'
import type { ProcessEnd } from '../agent/process.ts'
import type { RunManifest } from './manifest.ts'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { manifestVersion } from './manifest.ts'
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

/** A run record that cannot be read. The message names the file and says what to do. */
export class RecordError extends Error {
  override name = 'RecordError'
  readonly file: string

  constructor(file: string, problem: string) {
    super(`${file}: ${problem}`)
    this.file = file
  }
}

/**
 * Reads the run record of a folder.
 *
 * @throws {RecordError} when it is incomplete, damaged, or of another version.
 */
export async function readRecord(folder: string): Promise<RunRecord> {
  const file = join(folder, 'run.json')
  const manifest = parseManifest(file, await readFile(file, 'utf8').catch(() => {
    throw new RecordError(file, 'the file is missing, so this folder is not a run record. Remove the folder and record again.')
  }))
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

/** How the recorded run came to its end, as the run that made the record saw it. */
export function recordedEnd({ manifest, stderr }: RunRecord): Omit<ProcessEnd, 'durationMs'> {
  const { stop, exitCode, signal } = manifest
  const reason = stop === 'timeout' ? 'timeout' : stop === 'cancelled' ? 'aborted' : stop === 'crash' && exitCode === null && signal === null ? 'spawn' : 'exit'
  return { reason, exitCode, signal, error: null, stderr }
}

/** Lines of a record's transcript in order. */
export function recordedLines(record: RunRecord): AsyncGenerator<string> {
  return linesOf(join(record.folder, 'transcript.jsonl'))
}

/** Reads lines as {@link runAgent} reads those of a living agent: events until `onEvent` says `stop`. */
export async function replayEvents(lines: AsyncIterable<string>, reader: TranscriptReader, onEvent?: (event: AgentEvent) => 'stop' | void): Promise<AgentEvent[]> {
  const events: AgentEvent[] = []
  for await (const line of lines) {
    for (const event of reader.read(line)) {
      events.push(event)
      if (onEvent?.(event) === 'stop')
        return events
    }
  }
  return events
}

const isText = (value: unknown): boolean => typeof value === 'string'
const isNumber = (value: unknown): boolean => typeof value === 'number'
const isData = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value)
const isCount = (value: unknown): boolean => typeof value === 'number' && value >= 0
const listOf = (is: (value: unknown) => boolean) => (value: unknown): boolean => Array.isArray(value) && value.every(is)
const dataOf = (is: (value: unknown) => boolean) => (value: unknown): boolean => isData(value) && Object.values(value as object).every(is)
const orNull = (is: (value: unknown) => boolean) => (value: unknown): boolean => value === null || is(value)

const fields: Record<keyof RunManifest, (value: unknown) => boolean> = {
  version: value => value === manifestVersion,
  tier: value => value === 'routing' || value === 'behavior',
  id: isText,
  skill: orNull(isText),
  verdict: value => value === undefined || isText(value),
  prompt: isText,
  agent: isText,
  agentVersion: orNull(isText),
  model: orNull(isText),
  room: listOf(isText),
  fingerprint: value => isFingerprint(value),
  startedAt: isText,
  elapsedMs: isCount,
  stop: isText,
  exitCode: orNull(isNumber),
  signal: orNull(isText),
  usage: dataOf(value => value === undefined || isCount(value)),
  costUsd: orNull(isCount),
  activations: listOf(isData),
  files: listOf(isRecordedFile),
  removed: listOf(isText),
  timeoutMs: isCount,
  limits: isData,
  values: dataOf(isText),
  notes: listOf(isText),
}

function isRecordedFile(value: unknown): boolean {
  return typeof value === 'object' && value !== null
    && 'path' in value && isText(value.path) && 'bytes' in value && isCount(value.bytes)
    && 'change' in value && (value.change === 'added' || value.change === 'changed' || value.change === 'prepared')
    && 'stored' in value && (value.stored === null || isText(value.stored))
}

function isFingerprint(value: unknown): boolean {
  return typeof value === 'object' && value !== null
    && 'prompt' in value && isText(value.prompt) && 'room' in value && isData(value.room) && 'limits' in value && isData(value.limits)
}

function parseManifest(file: string, text: string): RunManifest {
  let value: unknown
  try {
    value = JSON.parse(text)
  }
  catch (error) {
    throw new RecordError(file, `not valid JSON (${error instanceof Error ? error.message : error}). Restore the file or record again.`)
  }
  if (typeof value === 'object' && value !== null && 'version' in value && typeof value.version === 'number' && value.version !== manifestVersion) {
    throw new RecordError(file, value.version > manifestVersion
      ? `this record is of version ${value.version}, and this vitest-skill-evals reads version ${manifestVersion}. Update vitest-skill-evals.`
      : `this record is of the old version ${value.version}. Record again.`)
  }
  assertManifest(file, value)
  return value
}

function assertManifest(file: string, value: unknown): asserts value is RunManifest {
  const data = new Map(Object.entries(typeof value === 'object' && value !== null ? value : {}))
  for (const [name, isRight] of Object.entries(fields)) {
    if (!isRight(data.get(name)))
      throw new RecordError(file, `\`${name}\` is ${data.has(name) ? 'not what it should be' : 'missing'}. Restore the file or record again.`)
  }
}
