/** A range of ratios, both from 0 to 1. */
export interface Interval {
  low: number
  high: number
}

/** Quantile of the normal distribution that leaves 2.5 % on either side. */
const Z = 1.959963984540054

/**
 * Wilson's score interval for a rate, at 95 %: the rates with which what was seen is not surprising. It stays between 0 and 1, and says
 * something also of 0 of n and n of n. For runs that are independent of each other.
 * (Wilson 1927, without continuity correction; Brown, Cai and DasGupta 2001 recommend it for small n.)
 * @param passed how many passed, 0 to `graded`
 * @param graded how many were graded, at least 1; errors are not among them
 * @returns `null` when nothing was graded
 * @throws {RangeError} when the counts cannot be meant
 */
export function wilsonInterval(passed: number, graded: number): Interval | null {
  refuseCounts(passed, graded)
  return graded === 0 ? null : scoreInterval(passed / graded, graded)
}

/**
 * The interval of {@link wilsonInterval} for a rate that is no ratio of counts, such as a mean of rates.
 * @param rate 0 to 1
 * @param n observations that it is the mean of, at least 1
 */
export function scoreInterval(rate: number, n: number): Interval {
  const spread = Z * Z / n
  const center = (rate + spread / 2) / (1 + spread)
  const half = Z / (1 + spread) * Math.sqrt(rate * (1 - rate) / n + spread / (4 * n))
  // the ends are exact there, and binary fractions are not
  return { low: rate === 0 ? 0 : center - half, high: rate === 1 ? 1 : center + half }
}

/**
 * pass@k: the chance that at least one of k runs passes, estimated without bias from more runs than k: 1 − C(n−c, k) / C(n, k), the share
 * of all choices of k among them that hold a pass. (Chen et al. 2021, "Evaluating large language models trained on code".)
 * @param passed how many of the runs passed
 * @param graded how many runs were graded
 * @param k runs that are taken together, at least 1
 * @returns `null` when fewer than k runs were graded: they say nothing of k
 * @throws {RangeError} when the counts cannot be meant
 */
export function passAtK(passed: number, graded: number, k: number): number | null {
  const none = shareOfChoices(graded - passed, graded, k)
  return none === null ? null : 1 - none
}

/**
 * pass^k: the chance that all of k runs pass, estimated without bias: C(c, k) / C(n, k), the share of all choices of k among the runs
 * that hold nothing but passes. (Yao et al. 2024, "τ-bench".)
 * @param passed how many of the runs passed
 * @param graded how many runs were graded
 * @param k runs that are taken together, at least 1
 * @returns `null` when fewer than k runs were graded
 * @throws {RangeError} when the counts cannot be meant
 */
export function passHatK(passed: number, graded: number, k: number): number | null {
  return shareOfChoices(passed, graded, k)
}

/** C(some, k) / C(all, k), factor by factor: the binomials themselves grow beyond what a number holds. */
function shareOfChoices(some: number, all: number, k: number): number | null {
  refuseCounts(some, all)
  if (!Number.isInteger(k) || k < 1)
    throw new RangeError(`k is ${k}; it has to be a whole number of at least 1.`)
  if (k > all)
    return null
  let share = 1
  for (let i = 0; i < k; i++)
    share *= Math.max(0, some - i) / (all - i)
  return share
}

function refuseCounts(passed: number, graded: number): void {
  if (!Number.isInteger(passed) || !Number.isInteger(graded) || passed < 0 || passed > graded)
    throw new RangeError(`${passed} of ${graded} is no count of passed among graded.`)
}
