import MiniSearch from 'minisearch'
import { compareText } from '../catalog/compare-text.ts'
import { withoutExclusions } from './description-text.ts'
import { termsOf } from './terms.ts'

/** A skill that has words of a prompt. */
export interface Ranked {
  name: string
  /** The words, those that few skills have first, then as in the prompt. */
  words: string[]
}

/** Indexes names and descriptions. The function that is returned ranks the skills that have a word of a prompt, best first. */
export function skillRanker(skills: readonly { name: string, description: string | null }[]): (prompt: string) => Ranked[] {
  const documents = skills.map(({ name, description }, id) => {
    // a name is split at its hyphens, and counts as a field of its own: its few words weigh more
    const fields = { name: termsOf(name), description: termsOf(withoutExclusions(description ?? '')) }
    return { id, skill: name, ...fields, terms: new Set([...fields.name.keys(), ...fields.description.keys()]) }
  })
  const frequency = new Map<string, number>()
  for (const term of documents.flatMap(document => [...document.terms]))
    frequency.set(term, (frequency.get(term) ?? 0) + 1)
  const index = new MiniSearch<typeof documents[number]>({
    fields: ['name', 'description'],
    extractField: (document, field) => field === 'id' ? String(document.id) : [...(field === 'name' ? document.name : document.description).keys()].join(' '),
    tokenize: text => text.split(' '),
    processTerm: term => term,
  })
  index.addAll(documents)

  return (prompt) => {
    const asked = termsOf(prompt)
    if (asked.size === 0)
      return []
    const rareFirst = [...asked].sort(([a], [b]) => (frequency.get(a) ?? 0) - (frequency.get(b) ?? 0))
    return index.search([...asked.keys()].join(' '))
      .flatMap(({ id, score }) => {
        const document = documents[Number(id)]
        return document ? [{ document, score: Number(score.toPrecision(12)) }] : []
      })
      .sort((a, b) => b.score - a.score || compareText(a.document.skill, b.document.skill))
      .map(({ document }) => ({ name: document.skill, words: rareFirst.filter(([term]) => document.terms.has(term)).map(([, word]) => word) }))
  }
}
