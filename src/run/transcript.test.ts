import { mkdtemp, readdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { removeTree } from './remove-tree.ts'
import { discardTranscript, linesOf, transcriptLines, writeTranscript } from './transcript.ts'

let base: string
beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'transcript-test-'))
  return () => removeTree(base)
})

async function read(lines: AsyncIterable<string>): Promise<string[]> {
  const all: string[] = []
  for await (const line of lines)
    all.push(line)
  return all
}

it('keeps a short transcript in memory', async () => {
  const writer = writeTranscript(base, 'a')
  writer.add('{"a":1}')
  writer.add('')
  writer.add('ü')
  const transcript = writer.end()
  expect(transcript).toEqual({ head: ['{"a":1}', '', 'ü'], rest: null, count: 3, bytes: 12 })
  expect(await read(transcriptLines(transcript))).toEqual(['{"a":1}', '', 'ü'])
  expect(await readdir(base)).toEqual([])
})

it('writes what does not fit into a file, and loses nothing of it', async () => {
  const writer = writeTranscript(base, 'run-1', 100)
  const lines = Array.from({ length: 2000 }, (_, index) => `${index} `.padEnd(100 + index, 'ä\u2028'))
  lines.splice(1000, 0, 'short')
  lines.forEach(line => writer.add(line))
  const transcript = writer.end()
  expect(transcript.head).toEqual([])
  expect(transcript.count).toBe(2001)
  expect(await read(transcriptLines(transcript))).toEqual(lines)
  await discardTranscript(transcript)
  await discardTranscript(transcript)
  expect(await readdir(join(base, 'transcripts'))).toEqual([])
})

it('reads the lines of a checkout with CRLF', async () => {
  await writeFile(join(base, 'f'), '{"a":1}\r\n\r\nb\r')
  expect(await read(linesOf(join(base, 'f')))).toEqual(['{"a":1}', '', 'b'])
})

it('reads a last line without a line break and keeps lone carriage returns', async () => {
  await writeFile(join(base, 'f'), 'a\rb\n\nc')
  expect(await read(linesOf(join(base, 'f')))).toEqual(['a\rb', '', 'c'])
})

it('reads lines of any length, and stops where nobody reads on', async () => {
  const lines = ['ü'.repeat(200_000), '', '世'.repeat(100_000), ...Array.from({ length: 3000 }, (_, index) => `${index}`.padStart(97, 'é')), '😀'.repeat(400_000)]
  await writeFile(join(base, 'f'), lines.join('\n'))
  expect(await read(linesOf(join(base, 'f')))).toEqual(lines)
  const some = linesOf(join(base, 'f'))
  expect(await some.next()).toEqual({ done: false, value: lines[0] })
  expect(await some.return(undefined)).toEqual({ done: true, value: undefined })
})
