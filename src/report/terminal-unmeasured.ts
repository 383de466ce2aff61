import type { Screen } from './paint.ts'
import type { Placed } from './places.ts'
import type { Report } from './report.ts'
import { wrap } from './columns.ts'
import { arrowLines, short } from './places.ts'
import { oneLine } from './plain-text.ts'
import { hasBothTiers } from './report.ts'
import { some } from './wording.ts'

const MOST_REASONS = 15
const REASON_LINES = 4

/** What could not be measured in a tier, each reason once with the evaluations that it cost. */
export function unmeasuredLines(report: Report, tier: 'routing' | 'behavior', groups: { reason: string, cases: (Placed & { id: string })[] }[], screen: Screen): string[] {
  if (groups.length === 0)
    return []
  const { paint, width } = screen
  const lines = groups.slice(0, MOST_REASONS).flatMap(({ reason, cases }) => {
    const text = short(wrap(oneLine(reason), width - 3), width - 3, REASON_LINES)
    const where = cases.length <= 3
      ? cases.flatMap(one => arrowLines(report, one.id, one, screen))
      : wrap(oneLine(some(cases.map(one => one.id), 20)), width - 5).map((line, index) => paint.dim(index === 0 ? `   ↳ ${line}` : `     ${line}`))
    return [...text.map((line, index) => index === 0 ? ` ${paint.yellow('!')} ${line}` : `   ${line}`), ...where]
  })
  if (groups.length > MOST_REASONS)
    lines.push(paint.dim(`   and ${groups.length - MOST_REASONS} more reasons`))
  const count = groups.reduce((sum, group) => sum + group.cases.length, 0)
  return [` ${paint.bold(paint.yellow(`Could not be measured${hasBothTiers(report) ? ` in ${tier}` : ''} ${count}`))}`, ...lines]
}
