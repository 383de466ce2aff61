import { Buffer } from 'node:buffer'
import { closeSync, createReadStream, mkdirSync, openSync, writeSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'

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
 * Only `\n` ends a line: `node:readline` also cuts at U+2028, which may stand inside a JSON string.
 */
export async function* linesOf(file: string): AsyncGenerator<string> {
  let begun: string[] = []
  for await (const chunk of createReadStream(file, { encoding: 'utf8' })) {
    const [first = '', ...more] = String(chunk).split('\n')
    begun.push(first)
    for (const part of more) {
      yield withoutReturn(begun.join(''))
      begun = [part]
    }
  }
  const last = withoutReturn(begun.join(''))
  if (last !== '')
    yield last
}

function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line
}

/** Removes what a transcript holds on disk. */
export async function discardTranscript(transcript: Transcript): Promise<void> {
  if (transcript.rest !== null)
    await rm(transcript.rest, { force: true })
}
