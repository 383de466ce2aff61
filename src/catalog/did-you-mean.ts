import { distance } from 'fastest-levenshtein'

/**
 * The candidate that a mistyped word most likely stands for, or `null` when none is close. Capitals, `-`, `_` and spaces
 * do not count, so `expectedBehavior` finds `expected_behavior`.
 */
export function nearest(word: string, candidates: Iterable<string>): string | null {
  const wanted = plain(word)
  let best: string | null = null
  let bestDistance = Infinity
  for (const candidate of candidates) {
    const length = Math.max(wanted.length, candidate.length)
    const limit = Math.max(1, Math.floor(length / 3))
    if (Math.abs(wanted.length - candidate.length) > limit + 4)
      continue
    const steps = distance(wanted, plain(candidate))
    if (steps <= limit && steps < bestDistance) {
      best = candidate
      bestDistance = steps
    }
  }
  return best
}

/** `; did you mean "x"?`-like ending for a message, or nothing. */
export function didYouMean(word: string, candidates: Iterable<string>): string {
  const near = nearest(word, candidates)
  return near === null ? '' : ` Did you mean \`${near}\`?`
}

function plain(word: string): string {
  return word.toLowerCase().replace(/[-_ ]/g, '')
}
