import type { Position } from './finding.ts'

/**
 * Turns offsets of a text into lines and columns, both from 1.
 *
 * LF and CRLF end a line, which is how Vitest cuts its code frames. A lone CR ends a line only in a text that has no
 * LF at all: editors show such a file in lines, and in any other file counting it would put Vitest's frame a line off.
 * @param text the text without its byte order mark, which no editor counts as a column
 */
export function lineIndex(text: string): (offset: number) => Position {
  const starts = [0]
  const lineBreak = text.includes('\n') ? '\n' : '\r'
  for (let at = text.indexOf(lineBreak); at !== -1; at = text.indexOf(lineBreak, at + 1))
    starts.push(at + 1)

  return (offset) => {
    let low = 0
    let high = starts.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((starts[middle] ?? 0) <= offset)
        low = middle
      else
        high = middle - 1
    }
    return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 }
  }
}
