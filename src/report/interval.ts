/** Where the true ratio lies, with 95% confidence. 0 to 1. */
export interface Interval {
  low: number
  high: number
}

/** z of 95% confidence. */
const z = 1.959964

/** Wilson's score interval of `passed` in `graded`; `null` when nothing was graded. */
export function intervalOf(passed: number, graded: number): Interval | null {
  if (graded === 0)
    return null
  const ratio = passed / graded
  const square = z * z
  const middle = ratio + square / (2 * graded)
  const reach = z * Math.sqrt(ratio * (1 - ratio) / graded + square / (4 * graded * graded))
  const whole = 1 + square / graded
  return { low: Math.max(0, (middle - reach) / whole), high: Math.min(1, (middle + reach) / whole) }
}
