import type { Stats } from 'node:fs'
import type { Position } from './finding.ts'
import { readFileSync, realpathSync, statSync } from 'node:fs'
import { lineIndex } from './line-index.ts'
import { forwardSlashes, isInside } from './paths.ts'

/** The text of a file without its byte order mark, or why there is none. */
export type Decoded
  = | { text: string }
    | { text: null, reason: 'encoding' | 'unreadable', message: string, position: Position }

/**
 * Decodes UTF-8 strictly, with or without a byte order mark. A lenient decoder would put U+FFFD into a prompt, and the
 * run would measure a prompt that nobody wrote.
 */
export function decodeUtf8(bytes: Uint8Array): Decoded {
  const wide = wideEncoding(bytes)
  if (wide)
    return refuse(`The file is ${wide}, not UTF-8. Save it as UTF-8.`, { line: 1, column: 1 })
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
  }
  catch {
    const at = firstInvalidByte(bytes)
    const before = new TextDecoder('utf-8').decode(bytes.subarray(0, at))
    const byte = `0x${(bytes[at] ?? 0).toString(16).toUpperCase().padStart(2, '0')}`
    return refuse(
      `The file is not UTF-8: byte ${byte} here is not valid. It looks like Latin-1 or Windows-1252. Save it as UTF-8.`,
      lineIndex(before)(before.length),
    )
  }
}

/** Bytes of the largest file that is read. Nothing that people write by hand comes near it. */
const LARGEST = 64 * 1024 * 1024
const IS_FOLDER = 'it is a folder'

/** Where a file must be. */
interface Bounds {
  folder: string
  /** What the folder is. */
  of: 'skill' | 'repository'
}

/**
 * Reads and decodes a file. Never throws, and never waits: a pipe or a device, which a link can lead to, has no end.
 *
 * @param file path
 * @param within a folder that the file must be in once links are followed, as a finding that quotes it may be read by anybody. Default: it may be anywhere
 */
export function readUtf8(file: string, within?: Bounds): Decoded {
  try {
    const info = statSync(file)
    if (within !== undefined && !isInside(forwardSlashes(realpathSync(file)), forwardSlashes(realpathSync(within.folder))))
      return unreadable(`it is a link that leads out of its ${within.of}. Replace it by the file itself`)
    const why = endless(info)
    if (why !== null)
      return unreadable(why)
    const text = readFileSync(file, 'utf8')
    // several times as fast as the strict decoder, which is needed only for what may not be UTF-8
    return /\uFFFD|^.?\0/.test(text) ? decodeUtf8(readFileSync(file)) : { text: text.startsWith('\uFEFF') ? text.slice(1) : text }
  }
  catch (error) {
    return unreadable(inWords(error))
  }
}

/** Why a file cannot be read that we do not read ourselves, such as a module; `null` when it can. Never throws. */
export function unreadableFile(file: string): string | null {
  try {
    const info = statSync(file)
    const why = info.isDirectory() ? IS_FOLDER : endless(info)
    return why === null ? null : unreadable(why).message
  }
  catch (error) {
    return unreadable(inWords(error)).message
  }
}

function endless(info: Stats): string | null {
  if (!info.isFile() && !info.isDirectory())
    return 'it is a pipe, a socket or a device. Replace it by a plain file'
  return info.size > LARGEST ? `it is larger than ${LARGEST / 1024 / 1024} MB` : null
}

function inWords(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
  return code === 'ENOENT' ? 'it does not exist' : code === 'EISDIR' ? IS_FOLDER : code
}

function unreadable(why: string): Extract<Decoded, { text: null }> {
  return { text: null, reason: 'unreadable', message: `The file cannot be read: ${why}.`, position: { line: 1, column: 1 } }
}

function refuse(message: string, position: Position): Decoded {
  return { text: null, reason: 'encoding', message, position }
}

function wideEncoding(bytes: Uint8Array): string | null {
  const [a, b, c, d] = bytes
  if (a === 0xFF && b === 0xFE)
    return c === 0 && d === 0 ? 'UTF-32 (little-endian)' : 'UTF-16 (little-endian)'
  if (a === 0xFE && b === 0xFF)
    return 'UTF-16 (big-endian)'
  if (a === 0 && b === 0 && c === 0xFE && d === 0xFF)
    return 'UTF-32 (big-endian)'
  // Without a byte order mark: both kinds of file start with ASCII (`{`, `[`, `-`), and half of it is zeros.
  if (a === 0 && b !== 0 && c === 0 && d !== 0 && bytes.length >= 4)
    return 'UTF-16 (big-endian)'
  if (a !== 0 && b === 0 && c !== 0 && d === 0 && bytes.length >= 4)
    return 'UTF-16 (little-endian)'
  return null
}

/** What a lenient decoder replaced differs from the original when it is encoded again. */
function firstInvalidByte(bytes: Uint8Array): number {
  const again = new TextEncoder().encode(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes))
  const at = bytes.findIndex((byte, index) => byte !== again[index])
  return at === -1 ? bytes.length : at
}
