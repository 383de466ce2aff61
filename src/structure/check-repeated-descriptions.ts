import type { Finding } from '../catalog/finding.ts'
import type { Dataset } from '../dataset/evaluation.ts'

/** Words in a row that two texts can share by chance, at most. */
const BY_CHANCE = 7
/** A text of fewer words is a phrase, and may well stand in another text. */
const SHORTEST = 4

/**
 * Warns of prompts that should trigger and repeat the description word for word: no user writes so, and a skill that is
 * found by its own words says nothing about whether it is found by theirs.
 */
export function checkRepeatedDescriptions(dataset: Dataset, description: string | null): Finding[] {
  const words = wordsOf(description ?? '')
  if (words.length < SHORTEST)
    return []
  const runs = new Set(runsOf(words))
  const repeats = (prompt: string[]): boolean =>
    prompt.length >= SHORTEST && (holds(words, prompt) || holds(prompt, words) || runsOf(prompt).some(run => runs.has(run)))
  return dataset.evaluations.filter(evaluation => evaluation.shouldTrigger && repeats(wordsOf(evaluation.prompt))).map(({ id, positions }) => ({
    rule: 'dataset/repeats-description',
    severity: 'warning',
    file: dataset.file,
    id,
    ...positions.prompt,
    message: 'The prompt repeats the description word for word, so it tests nothing but those words. Write what a user would.',
    blocks: false,
  }))
}

/** Scripts without blanks between words count by character. The engine runs out of stack in a word of megabytes. */
function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}]{1,2000}/gu) ?? []
}

function holds(words: string[], part: string[]): boolean {
  return ` ${words.join(' ')} `.includes(` ${part.join(' ')} `)
}

/** All runs of more words than chance gives. */
function runsOf(words: string[]): string[] {
  return Array.from({ length: Math.max(0, words.length - BY_CHANCE) }, (_, i) => words.slice(i, i + BY_CHANCE + 1).join(' '))
}
