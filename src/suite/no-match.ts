import type { Snapshot } from './catalog-index.ts'
import type { EndedTest } from './ended-test.ts'
import { didYouMean } from '../catalog/did-you-mean.ts'
import { wasChosen } from './ended-test.ts'

/**
 * What to say when `-t` chose nothing at all. Test runners call that a success, and a mistyped id in CI would stay green for
 * ever.
 *
 * @returns `null` when something was chosen, or nothing was asked for.
 */
export function nothingChosen(pattern: RegExp | undefined, tests: readonly EndedTest[], snapshots: Snapshot[]): string | null {
  if (!pattern || tests.length === 0 || tests.some(wasChosen))
    return null
  const malformed = snapshots.flatMap(snapshot => [...snapshot.byDatasetFile.values()].flatMap(({ entry }) => entry.findings)).find(finding => finding.id === pattern.source)
  if (malformed)
    return `The evaluation \`${malformed.id}\` has no test of its own, since it cannot be read: ${malformed.message} (${malformed.file}:${malformed.line}:${malformed.column})`
  const ids = snapshots.flatMap(snapshot => [...snapshot.byDatasetFile.values()].flatMap(({ entry }) => entry.dataset.evaluations.map(evaluation => evaluation.id)))
  return `No test matches -t ${pattern.source}.${didYouMean(pattern.source, ids)}`
}
