import { stripVTControlCharacters } from 'node:util'

/** The part of Vitest's `expect` that hands its own printing to matchers. */
interface ExtendableExpect {
  extend: (matchers: Record<string, (this: MatcherContext, error: ShownError) => { pass: boolean, message: () => string }>) => void
}

interface MatcherContext {
  utils: { printDiffOrStringify: (received: unknown, expected: unknown, options?: object, memory?: object) => string | undefined }
}

interface ShownError { actual?: unknown, expected?: unknown, showDiff?: unknown, diffOptions?: object }

/** Makes the diff of a failed assertion, without colours; `null` where there is nothing to compare. */
export type AssertionDiff = (error: object) => string | null

/**
 * Diffs as Vitest prints them. Vitest makes them when a test has failed and exports no function that does, but it lends
 * that function to every matcher, in 4.1 as in 5.
 *
 * @param expect Vitest's
 */
export function vitestDiff(expect: unknown): AssertionDiff {
  return (error: ShownError) => {
    const shown = error.showDiff ?? (error.expected !== undefined && error.actual !== undefined)
    if (!shown || !isExpect(expect))
      return null
    let diff: string | undefined
    // anew each time: a matcher is what it was last extended with, whoever else did so
    expect.extend({
      skillEvalsDiff({ actual, expected, diffOptions }) {
        diff = this.utils.printDiffOrStringify(actual, expected, diffOptions, {})
        return { pass: true, message: () => '' }
      },
    })
    expect(error).skillEvalsDiff()
    return diff === undefined || diff === '' ? null : stripVTControlCharacters(diff)
  }
}

function isExpect(expect: unknown): expect is ExtendableExpect & ((error: object) => { skillEvalsDiff: () => void }) {
  return typeof expect === 'function' && 'extend' in expect
}
