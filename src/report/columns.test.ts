import { describe, expect, it } from 'vitest'
import { cut, fill, widthOf, wrap } from './columns.ts'

const texts = ['', 'plain words of text', '請求書を作成する', 'a×b → 請求書 … ü', '👨‍👩‍👧‍👦👨‍👩‍👧‍👦 family', `${'x'.repeat(90)} end`, 'e\u0301clair'.repeat(5)]

describe('columns', () => {
  it('never exceeds a width, and cuts no character in part', () => {
    for (const text of texts) {
      for (let width = 2; width <= 60; width++) {
        const short = cut(text, width)
        expect(widthOf(short), JSON.stringify([text, width, short])).toBeLessThanOrEqual(Math.max(width, 3))
        expect(text.startsWith(short.replace(/…$/, '')) || short === text).toBe(true)
        const lines = wrap(text, width)
        expect(Math.max(...lines.map(widthOf))).toBeLessThanOrEqual(width)
        expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''))
        expect(widthOf(fill(short, 70))).toBe(70)
      }
    }
  })

  it.each([['請求書', 6, '請求書'], ['請求書', 5, '請求…'], ['請求書', 4, '請…'], ['abc', 2, 'a…'], ['👨‍👩‍👧‍👦x', 2, '👨‍👩‍👧‍👦…']])('cuts %s to %i as %s', (text, width, short) => {
    expect(cut(text, width)).toBe(short)
  })

  it('fills at either side', () => {
    expect([fill('請', 4), fill('7', 3, 'left'), fill('long', 2)]).toEqual(['請  ', '  7', 'long'])
  })
})
