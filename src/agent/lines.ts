import { Buffer } from 'node:buffer'

/** Longest line that is kept, in bytes. The rest of a longer one is dropped, so that an endless line cannot fill the memory. */
const LONGEST_LINE = 64 * 1024 * 1024

/** Takes a stream of bytes and hands on its lines. */
export interface LineSplitter {
  push: (chunk: Buffer) => void
  /** Hands on the last line, where it had no line break. */
  end: () => void
  /** A line was longer than the longest: what was in its end is not known. */
  readonly isCut: boolean
}

/**
 * Splits bytes at `\n` and nowhere else: JSON may hold other line separators. A `\r` before the break is dropped.
 * After `onLine` has said `stop`, what follows is thrown away.
 */
export function splitLines(onLine: (line: string) => 'stop' | void, longest: number = LONGEST_LINE): LineSplitter {
  // Decoded only once a line is whole: a multi-byte character may be spread over two chunks, and joining strings
  // chunk by chunk is quadratic for a line of many megabytes.
  let parts: Buffer[] = []
  let size = 0
  let stopped = false
  let isCut = false

  function keep(part: Buffer): void {
    const rest = longest - size
    isCut ||= part.length > rest
    if (rest <= 0 || part.length === 0)
      return
    const kept = part.length > rest ? part.subarray(0, rest) : part
    parts.push(kept)
    size += kept.length
  }

  function deliver(): void {
    const bytes = parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts, size)
    parts = []
    size = 0
    const line = bytes.toString('utf8', 0, bytes.at(-1) === 13 ? bytes.length - 1 : bytes.length)
    if (onLine(line) === 'stop')
      stopped = true
  }

  return {
    push(chunk) {
      let from = 0
      while (!stopped) {
        const at = chunk.indexOf(10, from)
        if (at < 0) {
          keep(chunk.subarray(from))
          return
        }
        keep(chunk.subarray(from, at))
        from = at + 1
        deliver()
      }
    },
    end() {
      if (!stopped && size > 0)
        deliver()
      stopped = true
    },
    get isCut() {
      return isCut
    },
  }
}
