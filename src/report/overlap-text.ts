import type { OverlapEstimate, OverlapMiss, OverlapPair } from '../structure/overlap.ts'
import type { Paint } from './paint.ts'
import { count, percent } from './figures.ts'
import { oneLine } from './plain-text.ts'
import { some } from './wording.ts'

const MOST_ENTRIES = 20
const MOST_WORDS = 6

/** The estimate in one line: `an estimate, by words alone: 38 of 45 …`. */
export function overlapInWords({ positives, first, amongThree, pairCount }: OverlapEstimate): string {
  const rates = positives === 0
    ? 'no positive evaluation'
    : `${first} of ${count(positives, 'positive prompt')} ${first === 1 ? 'speaks' : 'speak'} most of their own skill (${percent(first / positives)}), ${amongThree} have it among the first three (${percent(amongThree / positives)})`
  const alike = pairCount === 0 ? '' : `; ${count(pairCount, 'pair')} of descriptions can hardly be told apart`
  return `an estimate, by words alone: ${rates}${alike}`
}

/** What became of the near misses, in one line; `null` when there are none. */
export function nearMissesInWords({ nearMisses: { count: all, ownerFirst, unlike, otherFirst } }: OverlapEstimate): string | null {
  if (all === 0)
    return null
  const parts = [`${ownerFirst} speak most of the skill that must not fire`, `${otherFirst.length} of another skill`, ...unlike > 0 ? [`${unlike} of none`] : []]
  return `Near misses, ${all}: ${parts.join(', ')}`
}

/** The whole estimate for a terminal: the rates, the evaluations that miss, the pairs. `at` says where an evaluation stands. */
export function overlapText(estimate: OverlapEstimate, at: (miss: OverlapMiss) => string, paint: Paint): string {
  const nearMisses = nearMissesInWords(estimate)
  return [
    `${paint.bold('Overlap')}, ${overlapInWords(estimate)}.`,
    ...listed(estimate.missed, miss => missText(miss, at, paint)),
    ...nearMisses === null ? [] : [`${nearMisses}.`],
    ...listed(estimate.nearMisses.otherFirst, miss => missText(miss, at, paint)),
    ...estimate.pairs.length === 0 ? [] : ['Hardly to be told apart:'],
    ...listed(estimate.pairs, pair => `  ${pairText(pair)}`, estimate.pairCount),
  ].join('\n')
}

function listed<T>(entries: readonly T[], text: (entry: T) => string, all = entries.length): string[] {
  const more = all - Math.min(entries.length, MOST_ENTRIES)
  return [...entries.slice(0, MOST_ENTRIES).map(text), ...more > 0 ? [`  and ${more} more`] : []]
}

function missText(miss: OverlapMiss, at: (miss: OverlapMiss) => string, paint: Paint): string {
  return `  ${paint.cyan(at(miss))}: ${oneLine(miss.id)}: ${firstInWords(miss)}${miss.first === null ? '' : `; ${ownerInWords(miss)}`}`
}

/** `first sql-review (index, slow)`. */
export function firstInWords({ first, words }: OverlapMiss): string {
  return first === null ? 'no skill has a word of it' : `first ${oneLine(first)} (${someWords(words)})`
}

/** `pdf-tools number 2 (page)`. */
export function ownerInWords({ skill, rank, ownerWords }: OverlapMiss): string {
  return rank === null ? `${oneLine(skill)} has no word of it` : `${oneLine(skill)} number ${rank} (${someWords(ownerWords)})`
}

/** Which words two descriptions do not share. */
export function pairText({ skills: [a, b], likeness, words: [ofA, ofB] }: OverlapPair): string {
  const own = (words: string[]): string => words.length === 0 ? 'no word of its own' : someWords(words)
  return `${oneLine(a)} and ${oneLine(b)}: ${percent(likeness)} of their words are the same; only in ${oneLine(a)}: ${own(ofA)}; only in ${oneLine(b)}: ${own(ofB)}`
}

function someWords(words: string[]): string {
  return some(words.map(oneLine), MOST_WORDS)
}
