import type { Fingerprint } from './fingerprint.ts'
import type { RunTier } from './manifest.ts'
import type { RunRecord } from './read-record.ts'
import type { RecordContent } from './record.ts'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { explainMismatch } from './fingerprint.ts'
import { readRecord } from './read-record.ts'
import { RecordError } from './record-file.ts'
import { recordFolder, saveRecord } from './record.ts'

/** What a recording is looked up by. */
export interface RecordingKey {
  /** Owner of the evaluation; `null` for the shared pool. */
  skill: string | null
  id: string
  tier: RunTier
  /**
   * Which of several runs of the evaluation, from 1.
   * @default 1
   */
  trial?: number
}

/**
 * The recording of an evaluation, or `null` when there is none.
 *
 * @param dir the folder of recordings.
 * @param key whose recording.
 * @throws {RecordError} when there is one that cannot be read.
 */
export async function findRecording(dir: string, key: RecordingKey): Promise<RunRecord | null> {
  const folder = recordFolder(dir, key)
  if (!await stat(folder).then(info => info.isDirectory(), () => false))
    return null
  const record = await readRecord(folder)
  if (record.manifest.id !== key.id || record.manifest.skill !== key.skill || record.manifest.tier !== key.tier)
    throw new RecordError(join(folder, 'run.json'), `this record is of \`${record.manifest.id}\` (${record.manifest.tier}), but its folder is that of \`${key.id}\` (${key.tier}). Was the folder renamed? Record again.`)
  return record
}

/** Keeps a run as the recording of its evaluation. Returns its folder. */
export function saveRecording(dir: string, content: RecordContent): Promise<string> {
  return saveRecord(dir, content)
}

/** What an evaluation has that the run of its recording did not, or the other way round; `null` when it fits. */
export function misfitOf(record: RunRecord, wanted: Fingerprint): string | null {
  const changes = explainMismatch(record.manifest.fingerprint, wanted)
  return changes.length === 0 ? null : `The recording no longer fits: ${changes.join('; ')}.`
}

/** Why a recording cannot be used for an evaluation as it is now, and what to do, or `null` when it fits. */
export function staleRecording(record: RunRecord, wanted: Fingerprint): string | null {
  const misfit = misfitOf(record, wanted)
  return misfit === null ? null : `${misfit} Record again with -u.`
}

/** What to tell when an evaluation has no recording; the same for all of them, so that it is said once. */
export const missingRecording = 'There is no recording. Record with -u; a run that could not be measured is not kept.'

/** The command line that records one evaluation, ready to be pasted. `-t` takes a regular expression. */
export function recordCommand(id: string, project = 'evals', runner: 'vitest' | 'jest' = 'vitest'): string {
  const start = runner === 'jest' ? 'jest --selectProjects' : 'vitest run --project'
  return `${start} ${quoted(project)} -u -t ${quoted(id.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))}`
}

function quoted(word: string): string {
  if (/^[\w./:@-]+$/.test(word) && !word.startsWith('-'))
    return word
  return /["$`\\!%]/.test(word) ? `'${word.replaceAll('\'', '\'\\\'\'')}'` : `"${word}"`
}
