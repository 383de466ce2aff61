import type { Placed } from './places.ts'
import type { Report } from './report.ts'
import { code, details, fenced } from './markdown-text.ts'
import { shownPath } from './report.ts'

/** How much is shown: of a prompt in characters, and of every list in entries. */
export interface Extent {
  prompt: number
  entries: number
}

/** Where something stands, as code. */
export function place(report: Report, { file, line, column }: Placed): string {
  return code(`${shownPath(report, file)}:${line}:${column}`)
}

/** Says how much of a list is not shown; `''` when all of it is. */
export function more(number: number): string {
  return number > 0 ? `and ${number} more` : ''
}

/** Whole prompts, closed until they are asked for. */
export function prompts(cases: { id: string, prompt: string }[], extent: Extent): string {
  return details('Prompts', cases.map(({ id, prompt }) => {
    const shown = prompt.length > extent.prompt ? `${prompt.slice(0, extent.prompt)}…` : prompt
    return `${code(id)}\n\n${fenced(shown)}`
  }).join('\n\n'))
}
