import { Buffer } from 'node:buffer'

/** Bytes that are kept from the start and from the end. */
const HALF = 32 * 1024

/** Text of any length of which the start and the end are kept. */
export interface BoundedText {
  push: (chunk: Buffer) => void
  /** What was kept, with a mark in the middle that says how many bytes are missing. */
  text: () => string
}

/**
 * Collects an agent's stderr. A cause stands at its start or at its end; an agent that floods it must not fill the
 * memory.
 */
export function boundedText(half: number = HALF): BoundedText {
  const head: Buffer[] = []
  let headSize = 0
  let tail: Buffer = Buffer.alloc(0)
  let tailParts: Buffer[] = []
  let tailSize = 0
  let cut = 0

  function compact(): void {
    tail = Buffer.concat([tail, ...tailParts])
    tailParts = []
    if (tail.length > half) {
      cut += tail.length - half
      tail = tail.subarray(tail.length - half)
    }
    tailSize = tail.length
  }

  return {
    push(chunk) {
      const room = half - headSize
      if (room > 0) {
        head.push(chunk.subarray(0, room))
        headSize += Math.min(room, chunk.length)
      }
      if (chunk.length > room) {
        tailParts.push(chunk.subarray(room))
        tailSize += chunk.length - room
        if (tailSize > 2 * half)
          compact()
      }
    },
    text() {
      compact()
      // Joined before it is decoded where nothing is missing: the seam may fall into a multi-byte character.
      return cut === 0
        ? Buffer.concat([...head, tail]).toString('utf8')
        : `${Buffer.concat(head).toString('utf8')}\n[... ${cut} bytes cut ...]\n${tail.toString('utf8')}`
    },
  }
}
