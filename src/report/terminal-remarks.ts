import type { BehaviorSummary } from '../behavior/summary.ts'
import type { RoutingSummary } from '../routing/summary.ts'
import type { Screen } from './paint.ts'
import type { Report } from './report.ts'
import { widthOf, wrap } from './columns.ts'
import { oneLine } from './plain-text.ts'
import { shownPath } from './report.ts'
import { notesOnPassed, remarksOn, remarksOnBehavior } from './wording.ts'

const MOST_NOTES = 5
const MOST_WARNINGS = 10

/** What to know before trusting the figures: rooms that differed, runs near a budget, notes on what passed. */
export function remarkLines(report: Report, routing: RoutingSummary, behavior: BehaviorSummary, screen: Screen): string[] {
  const notes = notesOnPassed(report)
  const remarks = [...remarksOn(routing, report.agent), ...remarksOnBehavior(behavior), ...notes.slice(0, MOST_NOTES)]
  if (notes.length > MOST_NOTES)
    remarks.push(`${notes.length - MOST_NOTES} more notes are in the report file.`)
  return remarks.flatMap(remark => marked(remark, screen))
}

/** Warnings of the structure tier; its errors are failed tests, and Vitest has printed them. */
export function structureLines(report: Report, screen: Screen): string[] {
  const { paint, width } = screen
  const { warnings } = report.structure
  if (warnings.length === 0)
    return []
  const lines = warnings.slice(0, MOST_WARNINGS).flatMap((finding) => {
    const place = `${oneLine(shownPath(report, finding.file))}:${finding.line}:${finding.column}`
    const rule = oneLine(finding.rule)
    const where = 5 + widthOf(place) + 3 + widthOf(rule) <= width
      ? [`${paint.dim('   ↳')} ${paint.cyan(place)}${paint.dim(` · ${rule}`)}`]
      : [`${paint.dim('   ↳')} ${paint.cyan(place)}`, paint.dim(`     ${rule}`)]
    return [...marked(finding.message, screen), ...where]
  })
  if (warnings.length > MOST_WARNINGS)
    lines.push(paint.dim(`   and ${warnings.length - MOST_WARNINGS} more`))
  return [` ${paint.bold(paint.yellow(`Structure warnings ${warnings.length}`))}`, ...lines]
}

function marked(text: string, { paint, width }: Screen): string[] {
  return wrap(oneLine(text), width - 3).map((line, index) => index === 0 ? ` ${paint.yellow('!')} ${line}` : `   ${line}`)
}
