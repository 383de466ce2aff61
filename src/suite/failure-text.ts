import type { BehaviorCase } from '../behavior/result.ts'
import type { RoutingCase } from '../routing/result.ts'
import { trialsOf } from '../report/trials.ts'
import { trialsOfOne } from '../report/wording.ts'

/** A prompt is shown whole up to here; the frame shows where the rest is. */
const promptLimit = 600

/** A text of any other row; the run record has all of it. A line of the agent may have megabytes, and every reporter carries it along. */
const rowLimit = 2000

/** Rows of a failure below its headline; those without a text are left out. */
export function failureRows(rows: [name: string, text: string | null][]): string {
  return rows
    .filter((row): row is [string, string] => row[1] !== null)
    .map(([name, text]) => `  ${name.padEnd(9)}${bounded(text).replaceAll('\n', `\n${' '.repeat(11)}`)}`)
    .join('\n')
}

/** A prompt, cut where it is long. */
export function quoted(prompt: string): string {
  return prompt.length > promptLimit ? `${prompt.slice(0, promptLimit)}… (${prompt.length} characters)` : prompt
}

/** A text up to the limit of a row. */
export function bounded(text: string): string {
  return text.length > rowLimit ? `${text.slice(0, rowLimit)}… (${text.length} characters)` : text
}

/** How all runs of an evaluation went; `null` when there was to be one. */
export function trialsRow(graded: RoutingCase | BehaviorCase): string | null {
  const [trials] = trialsOf([graded])
  return trials ? trialsOfOne(trials) : null
}
