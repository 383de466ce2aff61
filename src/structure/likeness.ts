import { compareText } from '../catalog/compare-text.ts'
import { groupBy } from '../catalog/group-by.ts'

/** A text as a set of terms. */
export interface Termed {
  name: string
  terms: ReadonlySet<string>
}

/** Two texts that have much in common. */
export interface LikePair<T extends Termed> {
  /** The one of fewer terms; of as many, the first by name. */
  one: T
  other: T
  /** Terms that both have. */
  shared: number
  /** Terms in common, of all terms of both: 0 to 1. */
  likeness: number
}

/** A text with its terms as numbers, rising: the rarer a term, the smaller its number. */
interface Numbered<T> {
  text: T
  terms: Int32Array
}

/**
 * Hands over all pairs that are alike by at least `least` (above 0), in no order that means anything. None is kept: a catalog of
 * descriptions that are all alike has as many pairs as the square of its skills.
 * Only texts that share a rare term are compared, so that in any other catalog the time grows with the catalog.
 */
export function eachLikePair<T extends Termed>(texts: readonly T[], least: number, visit: (pair: LikePair<T>) => void): void {
  const sorted = numbered(texts)
  // of two sets that are alike by `least`, the rarest terms of each cannot all be missing in the other
  const marks = sorted.flatMap(({ terms }, at) => [...terms.subarray(0, terms.length - Math.ceil(least * terms.length - 1e-9) + 1)].map(term => ({ term, at })))
  const byTerm = groupBy(marks, mark => mark.term)
  const comparedWith = new Int32Array(sorted.length).fill(-1)
  sorted.forEach((one, at) => {
    for (const term of one.terms) {
      for (const mark of byTerm.get(term) ?? []) {
        const other = sorted[mark.at]
        if (other === undefined || mark.at <= at || comparedWith[mark.at] === at)
          continue
        comparedWith[mark.at] = at
        const shared = inBoth(one.terms, other.terms)
        const likeness = shared / (one.terms.length + other.terms.length - shared)
        if (likeness >= least)
          visit({ one: one.text, other: other.text, shared, likeness })
      }
    }
  })
}

/** For `sort`: the most alike first, then by name. */
export function compareLikeness<T extends Termed>(a: LikePair<T>, b: LikePair<T>): number {
  return b.likeness - a.likeness || compareText(a.one.name, b.one.name) || compareText(a.other.name, b.other.name)
}

function numbered<T extends Termed>(texts: readonly T[]): Numbered<T>[] {
  const frequency = new Map<string, number>()
  for (const term of texts.flatMap(({ terms }) => [...terms]))
    frequency.set(term, (frequency.get(term) ?? 0) + 1)
  const rareFirst = [...frequency].sort(([a, timesA], [b, timesB]) => timesA - timesB || compareText(a, b))
  const numberOf = new Map(rareFirst.map(([term], at) => [term, at]))
  return texts
    .filter(({ terms }) => terms.size > 0)
    .map(text => ({ text, terms: Int32Array.from(text.terms, term => numberOf.get(term) ?? 0).sort() }))
    .sort((a, b) => a.terms.length - b.terms.length || compareText(a.text.name, b.text.name))
}

function inBoth(a: Int32Array, b: Int32Array): number {
  let shared = 0
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    const order = (a[i] ?? 0) - (b[j] ?? 0)
    shared += order === 0 ? 1 : 0
    i += order <= 0 ? 1 : 0
    j += order >= 0 ? 1 : 0
  }
  return shared
}
