import { bm25 } from './bm25.ts'
import { withoutExclusions } from './description-text.ts'
import { termsOf } from './terms.ts'

/** What the words of a prompt say. */
export interface Ranking {
  /** The skill that has most of it; of equal ones, the first of those given. `null`: none has a word of it. */
  first: string | null
  /** Place of a skill among those that have a word of it, from 1, equal ones in the order in which they were given; `null` when it has none. */
  placeOf: (name: string) => number | null
  /** The words that a skill has, those that few skills have first, then as in the prompt. */
  wordsOf: (name: string) => string[]
}

/** Indexes names and descriptions. The function that is returned ranks the skills for a prompt. */
export function skillRanker(skills: readonly { name: string, description: string | null }[]): (prompt: string) => Ranking {
  // a name is split at its hyphens, and is a field of its own: its few words weigh more
  const fields = skills.map(({ name, description }) => [name, withoutExclusions(description ?? '')].map(text => new Set(termsOf(text).keys())))
  const score = bm25(fields)
  const byName = new Map(skills.map(({ name }, i) => [name, new Set(fields[i]?.flatMap(terms => [...terms]))]))
  const indexOf = new Map(skills.map(({ name }, i) => [name, i]))
  const frequency = new Map<string, number>()
  for (const term of [...byName.values()].flatMap(terms => [...terms]))
    frequency.set(term, (frequency.get(term) ?? 0) + 1)

  return (prompt) => {
    const asked = termsOf(prompt)
    // equal skills get equal sums: the weights of a query are added in one order for all of them
    const scores = score(asked.keys())
    // who is first, and how many are before one: a sorted list of all skills for each prompt takes the square of the catalog
    const best = scores.reduce((most, own, i) => own > (scores[most] ?? 0) ? i : most, 0)
    return {
      first: (scores[best] ?? 0) > 0 ? skills[best]?.name ?? null : null,
      placeOf(name) {
        const at = indexOf.get(name) ?? -1
        const own = scores[at] ?? 0
        return own > 0 ? 1 + scores.reduce((before, other, i) => before + (other > own || (other === own && i < at) ? 1 : 0), 0) : null
      },
      wordsOf(name) {
        const shared = [...asked].filter(([term]) => byName.get(name)?.has(term))
        return shared.sort(([a], [b]) => (frequency.get(a) ?? 0) - (frequency.get(b) ?? 0)).map(([, word]) => word)
      },
    }
  }
}
