import { bm25 } from './bm25.ts'
import { withoutExclusions } from './description-text.ts'
import { termsOf } from './terms.ts'

/** What the words of a prompt say. */
export interface Ranking {
  /** The skills that have a word of it, best first; equal ones in the order in which they were given. */
  names: string[]
  /** The words that a skill has, those that few skills have first, then as in the prompt. */
  wordsOf: (name: string) => string[]
}

/** Indexes names and descriptions. The function that is returned ranks the skills for a prompt. */
export function skillRanker(skills: readonly { name: string, description: string | null }[]): (prompt: string) => Ranking {
  // a name is split at its hyphens, and is a field of its own: its few words weigh more
  const fields = skills.map(({ name, description }) => [name, withoutExclusions(description ?? '')].map(text => new Set(termsOf(text).keys())))
  const score = bm25(fields)
  const byName = new Map(skills.map(({ name }, i) => [name, new Set(fields[i]?.flatMap(terms => [...terms]))]))
  const frequency = new Map<string, number>()
  for (const term of [...byName.values()].flatMap(terms => [...terms]))
    frequency.set(term, (frequency.get(term) ?? 0) + 1)

  return (prompt) => {
    const asked = termsOf(prompt)
    // equal skills get equal sums: the weights of a query are added in one order for all of them
    const scores = score(asked.keys())
    return {
      names: skills.map(({ name }, i) => ({ name, score: scores[i] ?? 0 })).filter(one => one.score > 0).sort((a, b) => b.score - a.score).map(one => one.name),
      wordsOf(name) {
        const shared = [...asked].filter(([term]) => byName.get(name)?.has(term))
        return shared.sort(([a], [b]) => (frequency.get(a) ?? 0) - (frequency.get(b) ?? 0)).map(([, word]) => word)
      },
    }
  }
}
