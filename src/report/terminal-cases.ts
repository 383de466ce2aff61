import type { RoutingCase } from '../routing/result.ts'
import type { RoutingSummary } from '../routing/summary.ts'
import type { Screen } from './paint.ts'
import type { Report } from './report.ts'
import { cut, fill, widthOf, wrap } from './columns.ts'
import { oneLine } from './plain-text.ts'
import { shownPath } from './report.ts'
import { firedInWords, furtherNotes, skillName, some, whyStopped, wrongCases } from './wording.ts'

// Vitest has printed each failure with its code frame already; a report of thousands of lines would bury the figures.
const MOST_WRONG = 40
const MOST_REASONS = 15
const REASON_LINES = 4
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
    : [` ${mark} ${paint.bold(id)}`, ...indent(verdict, width)]
  const why = whyStopped(one)
  const place = placeOf(report, one)
  if (5 + widthOf(why) + 3 + widthOf(place) <= width)
    lines.push(paint.dim(`   ↳ ${why} · `) + paint.cyan(place))
  else
    lines.push(paint.dim(`   ↳ ${why}`), `     ${paint.cyan(place)}`)
  for (const note of furtherNotes(one))
    lines.push(...indent(oneLine(note), width).map(paint.yellow))
  return lines
}

/** What could not be measured, each reason once with the evaluations that it cost. */
export function errorLines(report: Report, summary: RoutingSummary, { paint, width }: Screen): string[] {
  if (summary.errors === 0)
    return []
  const lines = summary.unmeasured.slice(0, MOST_REASONS).flatMap(({ reason, cases }) => {
    const wrapped = wrap(oneLine(reason), width - 3)
    const text = wrapped.length > REASON_LINES ? [...wrapped.slice(0, REASON_LINES - 1), cut(`${wrapped[REASON_LINES - 1] ?? ''}…`, width - 3)] : wrapped
    const where = cases.length <= 3
      ? cases.flatMap(one => place(one))
      : wrap(oneLine(some(cases.map(one => one.id), 20)), width - 5).map((line, index) => paint.dim(index === 0 ? `   ↳ ${line}` : `     ${line}`))
    return [...text.map((line, index) => index === 0 ? ` ${paint.yellow('!')} ${line}` : `   ${line}`), ...where]
  })
  if (summary.unmeasured.length > MOST_REASONS)
    lines.push(paint.dim(`   and ${summary.unmeasured.length - MOST_REASONS} more reasons`))
  return [` ${paint.bold(paint.yellow(`Could not be measured ${summary.errors}`))}`, ...lines]

  function place(one: RoutingCase): string[] {
    const id = cut(oneLine(one.id), width - 5)
    const where = placeOf(report, one)
    return 5 + widthOf(id) + 3 + widthOf(where) <= width
      ? [`${paint.dim('   ↳')} ${id}${paint.dim(' · ')}${paint.cyan(where)}`]
      : [`${paint.dim('   ↳')} ${id}`, `     ${paint.cyan(where)}`]
  }
}

/** Never cut: terminals and editors make it a link. */
function placeOf(report: Report, { file, line, column }: RoutingCase): string {
  return `${oneLine(shownPath(report, file))}:${line}:${column}`
}

function indent(text: string, width: number): string[] {
  return wrap(text, width - 5).map(line => `     ${line}`)
}
