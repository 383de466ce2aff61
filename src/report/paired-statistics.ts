import type { Interval } from '../routing/statistics.ts'
import { scoreInterval } from '../routing/statistics.ts'

/** How often one evaluation passed in each of two runs of the evals, of how many times that it was graded. */
export interface PairedCounts {
  before: { passed: number, graded: number }
  after: { passed: number, graded: number }
}

/** Draws of the test where counting all ways takes too long, and the work from which it does. */
const DRAWS = 20_000
const MOST_WORK = 2e7

/**
 * McNemar's exact test for pairs of verdicts, two-sided: of the pairs that changed, each is as likely to have changed one way as the other
 * if nothing is different. (McNemar 1947; binomial form.)
 * @param better pairs that failed before and pass after
 * @param worse pairs that passed before and fail after
 * @returns the chance of a split that is as uneven or more, 0 to 1
 */
export function mcnemarExact(better: number, worse: number): number {
  return signFlipTest([...Array.from<number>({ length: better }).fill(1), ...Array.from<number>({ length: worse }).fill(-1)])
}

/**
 * Sign-flip (paired permutation) test over differences of rates, two-sided. If nothing is different, the two runs of an evaluation could
 * be exchanged, so every difference could as well have the other sign. The evaluation is the unit and not the trial: trials of one prompt
 * resemble each other, and would be taken for more evidence than they are. With one trial each it is {@link mcnemarExact}.
 *
 * All ways are counted where that is quick, which it is for whole numbers of trials up to thousands of evaluations; beyond that, 20,000
 * are drawn by a generator with a fixed seed. The same data gives the same answer.
 * @param differences rate after less rate before, one for each evaluation that was graded in both
 * @returns the chance of a sum that is as far from 0 or further, 0 to 1; 1 when there is no difference
 */
export function signFlipTest(differences: readonly number[]): number {
  const sizes = differences.map(Math.abs).filter(size => size > 1e-12)
  const seen = Math.abs(differences.reduce((sum, one) => sum + one, 0))
  const unit = commonUnit(sizes)
  const total = unit === null ? Infinity : sizes.reduce((sum, size) => sum + Math.round(size / unit), 0)
  return unit !== null && total * sizes.length <= MOST_WORK
    ? byCounting(sizes.map(size => Math.round(size / unit)), Math.round(seen / unit))
    : byDrawing(sizes, seen)
}

/** The largest 1/n that all sizes are multiples of; `null` when n would be too large. Rates of up to ten trials have n ≤ 2520. */
function commonUnit(sizes: readonly number[]): number | null {
  let whole = 1
  for (const size of sizes) {
    const scaled = size * whole
    const factor = Array.from({ length: 400 }, (_, i) => i + 1).find(n => Math.abs(scaled * n - Math.round(scaled * n)) < 1e-9 * n)
    if (factor === undefined || whole * factor > 1e5)
      return null
    whole *= factor
  }
  return 1 / whole
}

/** Distribution of the sum over all signs, size by size. */
function byCounting(sizes: readonly number[], seen: number): number {
  const total = sizes.reduce((sum, size) => sum + size, 0)
  let chances = new Float64Array(2 * total + 1)
  chances[total] = 1
  let reach = 0
  for (const size of sizes) {
    const next = new Float64Array(2 * total + 1)
    for (let at = total - reach; at <= total + reach; at++) {
      const half = (chances[at] ?? 0) / 2
      next[at - size] = (next[at - size] ?? 0) + half
      next[at + size] = (next[at + size] ?? 0) + half
    }
    chances = next
    reach += size
  }
  return Math.min(1, chances.reduce((sum, chance, at) => Math.abs(at - total) >= seen ? sum + chance : sum, 0))
}

function byDrawing(sizes: readonly number[], seen: number): number {
  const random = generator(20_261_130)
  let extreme = 0
  for (let draw = 0; draw < DRAWS; draw++) {
    const sum = sizes.reduce((all, size) => random() < 0.5 ? all - size : all + size, 0)
    if (Math.abs(sum) >= seen - 1e-9)
      extreme++
  }
  // what was seen is one of the ways itself, so that no chance is 0
  return (extreme + 1) / (DRAWS + 1)
}

/** Mulberry32: small, and the same on every machine. */
function generator(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6D2B79F5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/**
 * Interval for the difference of two rates over the same evaluations, at 95 %: Newcombe's method for paired data, from the two Wilson
 * intervals and how far the evaluations go together. (Newcombe 1998, method 10.) The rate of each run is the mean over the evaluations, and
 * each evaluation counts as one observation however many trials it had, so that with several trials the interval is rather too wide.
 * @returns after less before, −1 to 1; `null` without a pair
 */
export function pairedInterval(pairs: readonly PairedCounts[]): Interval | null {
  const n = pairs.length
  if (n === 0)
    return null
  const before = pairs.map(pair => pair.before.passed / pair.before.graded)
  const after = pairs.map(pair => pair.after.passed / pair.after.graded)
  const [rateBefore, rateAfter] = [mean(before), mean(after)]
  const [ofBefore, ofAfter] = [scoreInterval(rateBefore, n), scoreInterval(rateAfter, n)]
  const together = correlation(before, after)
  const reach = (a: number, b: number): number => Math.sqrt(Math.max(0, a * a - 2 * together * a * b + b * b))
  const difference = rateAfter - rateBefore
  return {
    low: Math.max(-1, difference - reach(rateAfter - ofAfter.low, ofBefore.high - rateBefore)),
    high: Math.min(1, difference + reach(ofAfter.high - rateAfter, rateBefore - ofBefore.low)),
  }
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

/** Pearson's, with Newcombe's correction, so that few evaluations which all went the same way do not make a point of the interval; 0 where one does not vary. */
function correlation(a: readonly number[], b: readonly number[]): number {
  const [meanA, meanB] = [mean(a), mean(b)]
  const [offA, offB] = [a.map(value => value - meanA), b.map(value => value - meanB)]
  const product = (one: readonly number[], other: readonly number[]): number => one.reduce((sum, value, i) => sum + value * (other[i] ?? 0), 0)
  const scale = Math.sqrt(product(offA, offA) * product(offB, offB))
  const together = product(offA, offB)
  return scale < 1e-12 ? 0 : (together > 0 ? Math.max(0, together - 0.5) : together) / scale
}
