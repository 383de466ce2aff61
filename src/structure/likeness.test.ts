import type { LikePair, Termed } from './likeness.ts'
import { describe, expect, it } from 'vitest'
import { compareLikeness, eachLikePair } from './likeness.ts'

function pairs(texts: Termed[], least: number): string[] {
  const found: LikePair<Termed>[] = []
  eachLikePair(texts, least, pair => found.push(pair))
  return found.sort(compareLikeness).map(({ one, other, shared, likeness }) => `${one.name} ${other.name} ${shared} ${likeness.toFixed(3)}`)
}

/** The same by comparing each with each. */
function eachWithEach(texts: Termed[], least: number): string[] {
  const named = texts.filter(({ terms }) => terms.size > 0).sort((a, b) => a.terms.size - b.terms.size || (a.name < b.name ? -1 : 1))
  const all = named.flatMap((one, at) => named.slice(at + 1).map((other) => {
    const shared = [...one.terms].filter(term => other.terms.has(term)).length
    return { one, other, shared, likeness: shared / (one.terms.size + other.terms.size - shared) }
  }))
  return all.filter(({ likeness }) => likeness >= least).sort(compareLikeness).map(({ one, other, shared, likeness }) => `${one.name} ${other.name} ${shared} ${likeness.toFixed(3)}`)
}

describe('eachLikePair', () => {
  it('finds what comparing each with each finds, once', () => {
    // terms from a small set, the first of them frequent, as in real descriptions
    const texts = Array.from({ length: 120 }, (_, at) => ({ name: `skill-${at}`, terms: new Set(Array.from({ length: at % 9 }, (_, term) => `t${(at * (term + 3) + term * term) % (4 + 3 * term)}`)) }))
    for (const least of [0.01, 0.34, 0.5, 0.8, 1]) {
      const expected = eachWithEach(texts, least)
      expect(expected.length).toBeGreaterThan(0)
      expect(pairs(texts, least)).toEqual(expected)
    }
  })

  it('knows no pair of texts without terms, or with none in common', () => {
    const text = (name: string, ...terms: string[]): Termed => ({ name, terms: new Set(terms) })
    expect(pairs([text('a'), text('b'), text('c', 'x'), text('d', 'y')], 0.1)).toEqual([])
  })
})
