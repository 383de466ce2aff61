import type { Screen } from './paint.ts'
import type { Report } from './report.ts'
import { cut } from './columns.ts'
import { count } from './figures.ts'
import { oneLine } from './plain-text.ts'

/** When kept runs were graded again: which of them are graded otherwise than before. Empty for any other run. */
export function changeLines(report: Report, { paint, width }: Screen): string[] {
  const again = [
    ...report.cases.map(one => ({ id: one.id, tier: 'routing', before: one.before, now: one.verdict })),
    ...report.behavior.map(one => ({ id: one.id, tier: 'behavior', before: one.before, now: one.outcome })),
  ].filter(one => one.before !== undefined)
  if (again.length === 0)
    return []
  const changed = again.filter(one => one.before !== one.now)
  const head = ` ${paint.bold(`Graded again ${again.length}`)}${paint.dim(`, ${changed.length === 0 ? 'all as before' : `${count(changed.length, 'verdict')} changed`}`)}`
  return [head, ...changed.map(one => cut(` ${paint.yellow('~')} ${oneLine(one.id)}  ${one.before} → ${one.now}${paint.dim(` in ${one.tier}`)}`, width))]
}
