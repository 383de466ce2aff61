import type { ResolvedOptions } from '../options/resolved-options.ts'

/** @throws {Error} when an option asks for what cannot be held under Jest: it is never left out in silence. */
export function refuseForJest({ minAccuracy, grade }: ResolvedOptions): void {
  if (minAccuracy < 1)
    throw new Error(`minAccuracy: ${minAccuracy} cannot be held under Jest, which fails every run with a failed test. Leave it out, or run the evals by Vitest.`)
  if (grade !== null)
    throw new Error('SKILL_EVALS_GRADE is said by `skill-evals grade`, which runs Vitest. Unset it.')
}
