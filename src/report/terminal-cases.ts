import type { RoutingCase } from '../routing/result.ts'
import type { Screen } from './paint.ts'
import type { Report } from './report.ts'
import { cut, fill, widthOf } from './columns.ts'
import { indented, placeOf } from './places.ts'
import { oneLine } from './plain-text.ts'
import { firedInWords, furtherNotes, skillName, whyStopped, wrongCases } from './wording.ts'

// Vitest has printed each failure with its code frame already; a report of thousands of lines would bury the figures.
const MOST_WRONG = 40
const WIDEST_ID = 30

/** One evaluation per entry: what was expected, what fired, why the run stopped, and where it is written. */
export function wrongLines(report: Report, screen: Screen): string[] {
  const { paint } = screen
  const wrong = wrongCases(report.cases)
  if (wrong.length === 0)
    return []
  const shown = wrong.slice(0, MOST_WRONG)
  const idWidth = Math.min(WIDEST_ID, Math.max(...shown.map(one => widthOf(oneLine(one.id)))))
  const lines = shown.flatMap(one => wrongEntry(report, one, idWidth, screen))
  if (wrong.length > shown.length)
    lines.push(paint.dim(`   and ${wrong.length - shown.length} more`))
  return [` ${paint.bold(paint.red(`Wrong ${wrong.length}`))}`, ...lines]
}

function wrongEntry(report: Report, one: RoutingCase, idWidth: number, screen: Screen): string[] {
  const { paint, width } = screen
  const id = cut(oneLine(one.id), width - 4)
  const mark = paint.red('×')
  const verdict = oneLine(`expected ${skillName(one.expected)}, ${firedInWords(one)}`)
  const lines = 5 + Math.max(idWidth, widthOf(id)) + widthOf(verdict) <= width
    ? [` ${mark} ${paint.bold(fill(id, idWidth))}  ${verdict}`]
    : [` ${mark} ${paint.bold(id)}`, ...indented(verdict, width)]
  const why = whyStopped(one)
  const place = placeOf(report, one)
  if (5 + widthOf(why) + 3 + widthOf(place) <= width)
    lines.push(paint.dim(`   ↳ ${why} · `) + paint.cyan(place))
  else
    lines.push(paint.dim(`   ↳ ${why}`), `     ${paint.cyan(place)}`)
  for (const note of furtherNotes(one))
    lines.push(...indented(oneLine(note), width).map(paint.yellow))
  return lines
}
