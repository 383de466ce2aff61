import { stemmer } from 'stemmer'
import { stopWords } from './stop-words.ts'

/** Scripts that put no blanks between words. */
const UNSPACED = '\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{scx=Thai}\\p{scx=Lao}\\p{scx=Khmer}\\p{scx=Myanmar}'
// the engine runs out of stack in a word of megabytes
const RUNS = new RegExp(`[${UNSPACED}]{1,2000}|(?:(?![${UNSPACED}])[\\p{L}\\p{M}\\p{N}]){1,2000}`, 'gu')
const IS_UNSPACED = new RegExp(`^[${UNSPACED}]`, 'u')

let segmenter: Intl.Segmenter | undefined
/** A catalog says the same words over and over, and stemming takes most of the time. */
const stems = new Map<string, string>()

/**
 * The terms of a text, each with the word that it first stood for: lower case, English words without their endings, no words that say
 * nothing. Chinese, Japanese and other scripts without blanks are cut into words by the tables of Unicode.
 */
export function termsOf(text: string): Map<string, string> {
  const terms = new Map<string, string>()
  for (const word of wordsOf(text.normalize('NFKC').toLowerCase())) {
    if (stopWords.has(word))
      continue
    const term = stems.get(word) ?? (/^[a-z]+$/.test(word) ? stemmer(word) : word)
    stems.set(word, term)
    if (!terms.has(term))
      terms.set(term, word)
  }
  return terms
}

function wordsOf(text: string): string[] {
  return (text.match(RUNS) ?? []).flatMap(run => IS_UNSPACED.test(run) ? segmented(run) : [run])
}

function segmented(run: string): string[] {
  // takes a while to make, and most catalogs need none
  segmenter ??= new Intl.Segmenter('und', { granularity: 'word' })
  return [...segmenter.segment(run)].filter(part => part.isWordLike).map(part => part.segment)
}
