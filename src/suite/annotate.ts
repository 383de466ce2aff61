import type { BehaviorCase } from '../behavior/result.ts'
import type { ResolvedOptions } from '../options/resolved-options.ts'
import type { RoutingCase } from '../routing/result.ts'
import type { RunningTest } from './test-file.ts'
import { Buffer } from 'node:buffer'
import { open } from 'node:fs/promises'
import path from 'node:path'
import { oneLine } from '../report/plain-text.ts'
import { firedInWords, skillName } from '../report/wording.ts'

/** Bytes of a transcript that go to the page: its start, where the room is, and its end, where it went wrong. */
const SHOWN = { start: 16_000, end: 48_000 }
/** Transcripts of one worker that do. A page with thousands of them would not open. */
const MOST_TRANSCRIPTS = 100

let attached = 0

/**
 * The verdict of a failed evaluation with its transcript, for those who look at it in Vitest's UI or HTML report. Other reporters would
 * only print what the failure says already.
 */
export async function annotateVerdict(t: RunningTest, graded: RoutingCase | BehaviorCase, { annotate: how, root }: Pick<ResolvedOptions, 'annotate' | 'root'>): Promise<void> {
  if (how === null)
    return
  const said = graded.tier === 'routing'
    ? `${graded.verdict}: expected ${skillName(graded.expected)}, ${graded.verdict === 'error' ? 'not measured' : firedInWords(graded)}`
    : `${graded.outcome}: ${graded.checks.filter(check => check.passed === false).length} of ${graded.checks.length} checks not met`
  const record = graded.record === null ? '' : ` (${path.relative(root, graded.record)})`
  const transcript = graded.record === null || attached >= MOST_TRANSCRIPTS ? null : await transcriptOf(graded.record)
  if (transcript !== null)
    attached++
  await t.annotate(how === 'placed' ? 0 : null, oneLine(said + record), 'verdict', transcript === null ? undefined : { body: transcript, contentType: 'text/plain' })
}

/** Base64, as Vitest takes it; `null` where there is none. */
async function transcriptOf(record: string): Promise<string | null> {
  const file = await open(path.join(record, 'transcript.jsonl')).catch(() => null)
  if (!file)
    return null
  try {
    const { size } = await file.stat()
    const part = async (from: number, length: number): Promise<Buffer> => (await file.read(Buffer.alloc(length), 0, length, from)).buffer
    const parts = size <= SHOWN.start + SHOWN.end
      ? [await part(0, size)]
      : [await part(0, SHOWN.start), Buffer.from(`\n… ${size - SHOWN.start - SHOWN.end} bytes more are in the run record …\n`), await part(size - SHOWN.end, SHOWN.end)]
    return Buffer.concat(parts).toString('base64')
  }
  finally {
    await file.close()
  }
}
