import { Buffer } from 'node:buffer'
import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'

const lineBreak = 0x0A

/** What an agent printed, line by line. Plain data; {@link transcriptLines} reads it. */
export interface Transcript {
  /** The first lines, as many as fit in memory. */
  head: string[]
  /** Absolute path of a file with all further lines, or `null` when there are none. */
  rest: string | null
  /** Of all lines. */
  count: number
  bytes: number
}

/** Takes the lines of a run as they come. Nothing is lost, and memory stays bounded: a run may print gigabytes. */
export interface TranscriptWriter {
  add: (line: string) => void
  /** Ends the transcript. No `add` after that. */
  end: () => Transcript
}

/**
 * @param scratch where the part that is too long for memory goes, until {@link discardTranscript}.
 * @param name unique in the scratch folder.
 * @param memory bytes to keep in memory. Default 1 MiB.
 */
export function writeTranscript(scratch: string, name: string, memory = 1024 * 1024): TranscriptWriter {
  const transcript: Transcript = { head: [], rest: null, count: 0, bytes: 0 }
  let file: number | null = null
  return {
    add(line) {
      transcript.count += 1
      transcript.bytes += Buffer.byteLength(line) + 1
      if (file === null && transcript.bytes <= memory) {
        transcript.head.push(line)
        return
      }
      if (file === null) {
        const folder = join(scratch, 'transcripts')
        mkdirSync(folder, { recursive: true })
        transcript.rest = join(folder, `${name}.jsonl`)
        file = openSync(transcript.rest, 'w')
      }
      writeSync(file, `${line}\n`)
    },
    end() {
      if (file !== null)
        closeSync(file)
      file = null
      return transcript
    },
  }
}

/** All lines in order, without line breaks. */
export async function* transcriptLines(transcript: Transcript): AsyncGenerator<string> {
  yield* transcript.head
  if (transcript.rest !== null)
    yield* linesOf(transcript.rest)
}

/**
 * Lines of a file in order, without line breaks, also those that a checkout on Windows made of them. Memory does not grow with the file.
 * Only `\n` ends a line: `node:readline` also cuts at U+2028, which may stand inside a JSON string. Each line is decoded out of one
 * block of memory, which grows where a line needs it: fresh memory for each chunk took longer than reading did.
 */
export async function* linesOf(file: string): AsyncGenerator<string> {
  const handle = await open(file)
  try {
    let block = Buffer.allocUnsafe(256 * 1024)
    let filled = 0
    for (;;) {
      if (filled === block.length)
        block = Buffer.concat([block], block.length * 2)
      const { bytesRead } = await handle.read(block, filled, block.length - filled, null)
      if (bytesRead === 0)
        break
      let start = 0
      let end = block.subarray(0, filled + bytesRead).indexOf(lineBreak, filled)
      filled += bytesRead
      for (; end !== -1; end = block.subarray(0, filled).indexOf(lineBreak, start)) {
        yield withoutReturn(block.toString('utf8', start, end))
        start = end + 1
      }
      block.copyWithin(0, start, filled)
      filled -= start
    }
    const last = withoutReturn(block.toString('utf8', 0, filled))
    if (last !== '')
      yield last
  }
  finally {
    await handle.close()
  }
}

function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line
}

/** Removes what a transcript holds on disk. */
export async function discardTranscript(transcript: Transcript): Promise<void> {
  if (transcript.rest !== null)
    await rm(transcript.rest, { force: true })
}
