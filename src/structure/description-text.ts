/** Where a description says what the skill is not for. */
const EXCLUSION = /(?<=^|[.;:!?)]\s+)(?:(?:do not|don['’]t|never) use|not for|not intended for|excludes|skip this)\b(?:[^.;]|\.(?=\S))*/gi

/**
 * A description without what it says the skill is not for: "do not use to serve models" has the words of the prompts that it sends
 * away, and whoever goes by words would take it for the opposite. English only.
 */
export function withoutExclusions(description: string): string {
  return description.replace(EXCLUSION, ' ')
}
