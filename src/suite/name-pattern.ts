import type { Snapshot } from './catalog-index.ts'

/**
 * `-t 'c++ (v1)'` names an evaluation, but Vitest reads it as a regular expression: it would match nothing, or not be one
 * at all. A text that is exactly the id of an evaluation is therefore taken literally.
 * @returns `null` where Vitest's own reading stands.
 */
export function literalPattern(pattern: string | RegExp | undefined, snapshot: Snapshot): RegExp | null {
  if (typeof pattern !== 'string' || !/[.*+?^${}()|[\]\\]/.test(pattern))
    return null
  const known = [...snapshot.byDatasetFile.values()].some(({ entry }) => entry.dataset.evaluations.some(evaluation => evaluation.id === pattern.trim()))
  return known ? new RegExp(escapePattern(pattern.trim())) : null
}

/** A regular expression that matches just this text. */
export function escapePattern(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

/** Whether a text is a regular expression at all. */
export function isPattern(text: string): boolean {
  try {
    return Boolean(new RegExp(text))
  }
  catch {
    return false
  }
}
