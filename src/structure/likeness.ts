import { compareText } from '../catalog/compare-text.ts'
import { groupBy } from '../catalog/group-by.ts'

/** A text as a set of terms. */
export interface Termed {
  name: string
  terms: ReadonlySet<string>
}

/** Two texts that have much in common. */
export interface LikePair<T extends Termed> {
  one: T
  other: T
  /** Terms in common, of all terms of both: 0 to 1. */
  likeness: number
  /** Terms that only one of them has. */
  ofOne: string[]
  ofOther: string[]
}

/**
 * All pairs that are alike by at least `least`, above 0: the most alike first, then by name. `one` is the smaller of the two.
 * Only texts that share a rare term are compared, so that the time grows with the catalog and not with its square.
 */
export function likePairs<T extends Termed>(texts: readonly T[], least: number): LikePair<T>[] {
  const frequency = new Map<string, number>()
  for (const term of texts.flatMap(({ terms }) => [...terms]))
    frequency.set(term, (frequency.get(term) ?? 0) + 1)
  const rareFirst = (a: string, b: string): number => (frequency.get(a) ?? 0) - (frequency.get(b) ?? 0) || compareText(a, b)
  const sorted = texts.filter(({ terms }) => terms.size > 0).sort((a, b) => a.terms.size - b.terms.size || compareText(a.name, b.name))
  // of two sets that are alike by `least`, the rarest terms of each cannot all be missing in the other
  const marks = sorted.flatMap((text, at) => [...text.terms].sort(rareFirst).slice(0, text.terms.size - Math.ceil(least * text.terms.size - 1e-9) + 1).map(term => ({ term, at })))
  const byTerm = groupBy(marks, mark => mark.term)
  const pairs = sorted.flatMap((one, at) => {
    const near = new Set(marksOf(one, byTerm).filter(candidate => candidate > at))
    return [...near].sort((a, b) => a - b).flatMap((index) => {
      const other = sorted[index]
      const pair = other && compare(one, other)
      return pair && pair.likeness >= least ? [pair] : []
    })
  })
  return pairs.sort((a, b) => b.likeness - a.likeness || compareText(a.one.name, b.one.name) || compareText(a.other.name, b.other.name))
}

function marksOf({ terms }: Termed, byTerm: Map<string, { at: number }[]>): number[] {
  return [...terms].flatMap(term => byTerm.get(term)?.map(mark => mark.at) ?? [])
}

function compare<T extends Termed>(one: T, other: T): LikePair<T> {
  const ofOne = [...one.terms].filter(term => !other.terms.has(term))
  const ofOther = [...other.terms].filter(term => !one.terms.has(term))
  const shared = one.terms.size - ofOne.length
  return { one, other, likeness: shared / (shared + ofOne.length + ofOther.length), ofOne, ofOther }
}
