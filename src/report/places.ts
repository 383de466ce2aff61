import type { Screen } from './paint.ts'
import type { Report } from './report.ts'
import { cut, widthOf, wrap } from './columns.ts'
import { oneLine } from './plain-text.ts'
import { shownPath } from './report.ts'

/** Something that stands in a file. */
export interface Placed {
  file: string
  line: number
  column: number
}

/** Where something stands. Never cut: terminals and editors make it a link. */
export function placeOf(report: Report, { file, line, column }: Placed): string {
  return `${oneLine(shownPath(report, file))}:${line}:${column}`
}

/** A text and its place below an entry: on one line where both fit. */
export function arrowLines(report: Report, text: string, at: Placed, { paint, width }: Screen): string[] {
  const shown = cut(oneLine(text), width - 5)
  const where = placeOf(report, at)
  return 5 + widthOf(shown) + 3 + widthOf(where) <= width
    ? [`${paint.dim('   ↳')} ${shown}${paint.dim(' · ')}${paint.cyan(where)}`]
    : [`${paint.dim('   ↳')} ${shown}`, `     ${paint.cyan(where)}`]
}

/** A text of any length below an entry, cut after some lines. */
export function indented(text: string, width: number, most = Infinity): string[] {
  return short(wrap(text, width - 5), width - 5, most).map(line => `     ${line}`)
}

/** The first lines of many, with `…` where something is missing. */
export function short(lines: string[], width: number, most: number): string[] {
  return lines.length > most ? [...lines.slice(0, most - 1), cut(`${lines[most - 1] ?? ''}…`, width)] : lines
}
