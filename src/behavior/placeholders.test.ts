import { describe, expect, it } from 'vitest'
import { expandPlaceholders } from './placeholders.ts'

describe('expandPlaceholders', () => {
  it('fills in one pass, and leaves other braces alone', () => {
    expect(expandPlaceholders('Return {"answer": {n}}, keep {"ok":1}, {{x}}, {a.b} and $& for {name}', { n: '3', name: '$1 {n}' }))
      .toBe('Return {"answer": 3}, keep {"ok":1}, {{x}}, {a.b} and $& for $1 {n}')
  })

  it.each([
    ['{b}{a}', { a: '{b}', b: '{a}' }, '{a}{b}'],
    ['{a}{a}', { a: '' }, ''],
    ['{constructor} {toString} {__proto__}', {}, '{constructor} {toString} {__proto__}'],
    ['{constructor}', { constructor: 'x' }, 'x'],
    ['{a b} {café}', { 'a b': '1', 'café': '2' }, '1 2'],
    ['{ a } {A} {} { {a', { a: '1' }, '{ a } {A} {} { {a'],
    ['{a', { 'a': '1', '': '2' }, '{a'],
  ] as [string, Record<string, string>, string][])('%j with %j is %j', (text, values, expanded) => {
    expect(expandPlaceholders(text, values)).toBe(expanded)
  })
})
