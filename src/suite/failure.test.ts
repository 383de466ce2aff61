import { describe, expect, it } from 'vitest'
import { renderFrame } from './failure.ts'

describe('renderFrame', () => {
  it('puts the caret under the very column', () => {
    expect(renderFrame(['{', '  "id": "a"', '}'], 9, { line: 10, column: 9 })).toBe([
      '      9| {',
      '     10|   "id": "a"',
      '       |         ^',
      '     11| }',
    ].join('\n'))
  })

  it.each([1, 49, 50, 51, 100, 2500, 5000])('of a long line shows the part around column %i', (column) => {
    const line = Array.from({ length: 5000 }, (_, i) => String.fromCharCode(97 + i % 26)).join('')
    const [, shown = '', caret = ''] = renderFrame(['short', line, 'x'.repeat(300)], 1, { line: 2, column }).split('\n')
    expect(shown.length).toBeLessThan(110)
    expect(shown[caret.indexOf('^')]).toBe(line[column - 1])
  })

  it('keeps the caret in place behind tabs', () => {
    const [shown = '', caret = ''] = renderFrame(['\t\t"x"'], 1, { line: 1, column: 3 }).split('\n')
    expect(shown[caret.indexOf('^')]).toBe('"')
  })
})
