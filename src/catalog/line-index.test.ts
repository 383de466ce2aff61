import { describe, expect, it } from 'vitest'
import { lineIndex } from './line-index.ts'

describe('lineIndex', () => {
  it.each([
    ['LF', 'ab\ncd\n', 4, 2, 2],
    ['CRLF', 'ab\r\ncd', 5, 2, 2],
    ['the CR of a CRLF belongs to its line', 'ab\r\ncd', 2, 1, 3],
    ['lone CR in a file without LF', 'ab\rcd', 4, 2, 2],
    ['lone CR in a file with LF, as Vitest cuts its frames', 'a\rb\nc', 2, 1, 3],
    ['an offset past the end', 'ab\n', 3, 2, 1],
    ['UTF-16 code units', '🚀x', 2, 1, 3],
  ])('%s', (_, text, offset, line, column) => {
    expect(lineIndex(text)(offset)).toEqual({ line, column })
  })
})
