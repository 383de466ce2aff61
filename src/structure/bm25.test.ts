import { expect, it } from 'vitest'
import { bm25 } from './bm25.ts'

const set = (text: string): Set<string> => new Set(text.split(' '))

it('is the sum over terms and fields, by hand', () => {
  // one field: 3 texts of 2, 1 and 3 terms, 2 on average; "a" is in two of them, "b" in one
  const score = bm25([[set('a b')], [set('a')], [set('c d e')]])
  const rarity = (having: number): number => Math.log(1 + (3 - having + 0.5) / (having + 0.5))
  const weight = (length: number): number => 0.5 + 2.2 / (1 + 1.2 * (0.3 + 0.7 * length / 2))
  expect([...score(['a'])].map(one => one.toFixed(12))).toEqual([rarity(2) * weight(2), rarity(2) * weight(1), 0].map(one => one.toFixed(12)))
  expect(score(['b', 'a', 'unknown'])[0]).toBeCloseTo(rarity(1) * weight(2) + rarity(2) * weight(2), 12)
})

it('adds up fields', () => {
  const [name, text, both] = [bm25([[set('a')], [set('x')]]), bm25([[set('b a')], [set('y')]]), bm25([[set('a'), set('b a')], [set('x'), set('y')]])]
  expect(both(['a'])[0]).toBeCloseTo((name(['a'])[0] ?? 0) + (text(['a'])[0] ?? 0), 12)
})

it('takes the rarer term, and the shorter text, for the better', () => {
  const [first = 0, second = 0, third = 0] = bm25([[set('often rare')], [set('often seldom other more')], [set('often else')]])(['rare', 'often'])
  expect(first).toBeGreaterThan(third)
  expect(third).toBeGreaterThan(second)
})

it('scores nothing where there is nothing', () => {
  expect([...bm25([])(['a'])]).toEqual([])
  expect([...bm25([[new Set<string>()], [set('a')]])([])]).toEqual([0, 0])
})
