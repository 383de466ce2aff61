import type { ResolvedOptions } from '../options/resolved-options.ts'
import type { Fingerprint } from '../run/fingerprint.ts'
import type { RunRecord } from '../run/read-record.ts'
import type { RecordingKey } from '../run/recordings.ts'
import { RecordError } from '../run/record-file.ts'
import { findRecording, misfitOf, missingRecording, staleRecording } from '../run/recordings.ts'

/** A record to grade an evaluation from. */
export interface UsableRecord {
  record: RunRecord
  /** What has changed since. */
  remarks: string[]
  /** For `skill-evals grade`: what the run was graded as when it was kept. */
  before: { before?: string }
}

/**
 * The record of an evaluation, or why there is none to grade from. One that no longer fits is graded by `skill-evals grade` alone,
 * with a remark.
 */
export async function usableRecord(options: ResolvedOptions, dir: string, key: RecordingKey, fingerprint: () => Promise<Fingerprint>): Promise<UsableRecord | { problem: string }> {
  try {
    const record = await findRecording(dir, key)
    if (!record)
      return { problem: missingRecording }
    const wanted = await fingerprint()
    const stale = staleRecording(record, wanted)
    if (options.grade === null)
      return stale === null ? { record, remarks: [], before: {} } : { problem: stale }
    const misfit = misfitOf(record, wanted)
    const { verdict } = record.manifest
    return { record, remarks: misfit === null ? [] : [misfit], before: verdict === undefined ? {} : { before: verdict } }
  }
  catch (error) {
    if (error instanceof RecordError)
      return { problem: problemOf(error, options) }
    throw error
  }
}

/** What is wrong with a record, its file named from the root. */
export function problemOf(error: RecordError, { root }: ResolvedOptions): string {
  return error.message.replaceAll(`${root}/`, '')
}
