import type { Passage } from './passages.ts'
import { distance } from 'fastest-levenshtein'

/** Characters of a run that are looked at: a transcript may have tens of megabytes. Of more, the ends of each passage count. */
const MOST_TEXT = 1_000_000
/** Of a long literal, this much is compared. */
const LONGEST = 200
/** Places that are compared in full. */
const CANDIDATES = 24
/** What differs in more than this share of its characters is nothing like the literal. */
const MOST_DIFFERENT = 0.6

interface Candidate {
  passage: Passage
  at: number
  score: number
}

/** The piece of a run that is most like a text which is nowhere in it, or `null` when nothing is. The work is bounded. */
export function nearestPassage(passages: readonly Passage[], wanted: string): Passage | null {
  const literal = wanted.slice(0, LONGEST).toLowerCase()
  const parts = trigrams(literal)
  if (parts.size === 0)
    return null
  const share = Math.max(2 * LONGEST, Math.floor(MOST_TEXT / Math.max(1, passages.length)))
  let left = MOST_TEXT
  const candidates: Candidate[] = []
  // The end of a run is nearer to its outcome.
  for (const passage of [...passages].reverse()) {
    if (left <= 0)
      break
    for (const text of ends(passage.text, Math.min(left, share))) {
      left -= text.length
      candidates.push(...candidatesIn({ where: passage.where, text }, literal.length, parts))
    }
    candidates.sort((a, b) => b.score - a.score).splice(CANDIDATES)
  }
  return best(candidates, literal)
}

function best(candidates: Candidate[], literal: string): Passage | null {
  let nearest: { passage: Passage, different: number } | null = null
  for (const candidate of candidates) {
    const { where, text } = candidate.passage
    for (const at of beginnings(candidate, literal.length)) {
      const different = distance(text.slice(at, at + literal.length).toLowerCase(), literal) / literal.length
      if (different <= MOST_DIFFERENT && (nearest === null || different < nearest.different))
        nearest = { passage: { where, text: wholeWords(text, at, at + literal.length) }, different }
    }
  }
  return nearest?.passage ?? null
}

/** Trigrams say that something like the literal is here, and not where it starts. */
function beginnings({ passage, at }: Candidate, length: number): number[] {
  const words = [...passage.text.slice(at, at + length).matchAll(/(?<=\s)\S/g)].map(match => at + match.index)
  return [at, ...words.slice(0, 40)]
}

/** In each stretch as long as the literal, the place that shares most of its trigrams. */
function candidatesIn(passage: Passage, length: number, parts: Set<number>): Candidate[] {
  const { text } = passage
  const shares = Math.max(1, length - 2)
  const candidates: Candidate[] = []
  const hits = new Uint8Array(text.length)
  let score = 0
  let stretch: Candidate = { passage, at: 0, score: 0 }
  const lower = text.toLowerCase()
  for (let index = 0; index + 2 < lower.length && index < hits.length; index++) {
    hits[index] = parts.has(trigram(lower, index)) ? 1 : 0
    score += (hits[index] ?? 0) - (index >= shares ? hits[index - shares] ?? 0 : 0)
    if (score > stretch.score)
      stretch = { passage, at: Math.max(0, index - shares + 1), score }
    if (index % length === length - 1) {
      if (stretch.score > 0)
        candidates.push(stretch)
      stretch = { passage, at: index, score: 0 }
    }
  }
  if (stretch.score > 0)
    candidates.push(stretch)
  return candidates.sort((a, b) => b.score - a.score).slice(0, CANDIDATES)
}

function trigrams(text: string): Set<number> {
  return new Set(Array.from({ length: Math.max(0, text.length - 2) }, (_, index) => trigram(text, index)))
}

/** Three characters as one number, below 2 ** 48. */
function trigram(text: string, index: number): number {
  return (text.charCodeAt(index) * 65_536 + text.charCodeAt(index + 1)) * 65_536 + text.charCodeAt(index + 2)
}

function ends(text: string, room: number): string[] {
  return text.length <= room ? [text] : [text.slice(0, Math.ceil(room / 2)), text.slice(text.length - Math.floor(room / 2))]
}

function wholeWords(text: string, from: number, to: number): string {
  const before = /\S{0,20}$/.exec(text.slice(Math.max(0, from - 20), from))?.[0].length ?? 0
  const after = /^\S{0,20}/.exec(text.slice(to, to + 20))?.[0].length ?? 0
  return text.slice(from - before, to + after).replace(/\s+/g, ' ').trim()
}
