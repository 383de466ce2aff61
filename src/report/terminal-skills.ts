import type { SkillSummary } from '../routing/skill-summary.ts'
import type { RoutingSummary } from '../routing/summary.ts'
import type { Screen } from './paint.ts'
import { cut, fill, widthOf } from './columns.ts'
import { count, percent } from './figures.ts'
import { oneLine } from './plain-text.ts'
import { skillName } from './wording.ts'

// A small room is shown whole; of a large one, only the skills that something is to be said about.
const SMALL_ROOM = 12
const MOST_ROWS = 40
const MOST_PAIRS = 15
/** A count as `7/8` and a ratio as `87.5%`, together. */
const RATIO = 14

/** Recall and precision, skill by skill. Nothing when all skills are right. */
export function skillLines(summary: RoutingSummary, { paint, width }: Screen): string[] {
  const troubled = summary.perSkill.filter(hasTrouble)
  if (troubled.length === 0)
    return []
  const rows = (summary.perSkill.length <= SMALL_ROOM ? summary.perSkill : troubled).slice(0, MOST_ROWS)
  const rest = summary.perSkill.length - rows.length
  const figures = 2 * (RATIO + 2) + 8 + 6 + 8
  const nameWidth = Math.min(Math.max(10, width - 1 - figures), Math.max(5, ...rows.map(row => widthOf(oneLine(row.skill)))))
  const line = (cells: string[]): string => cells.map((cell, index) => fill(cell, [nameWidth, RATIO, RATIO, 6, 4, 6][index] ?? 0, index === 0 ? 'right' : 'left')).join('  ')
  const lines = rows.map((row) => {
    const text = ` ${line([
      cut(oneLine(row.skill), nameWidth),
      fraction(row.correct, row.expected, row.recall),
      fraction(row.correct, row.firedTotal, row.precision),
      figure(row.missed),
      figure(row.lostToOtherSkill),
      figure(row.errors),
    ])}`
    return hasTrouble(row) ? text : paint.dim(text)
  })
  if (rest > 0)
    lines.push(paint.dim(` and ${count(rest, 'skill')} more${rows.length === troubled.length ? ' with nothing wrong' : ''}`))
  return [` ${paint.bold(line(['Skill', 'recall', 'precision', 'missed', 'lost', 'errors']))}`, ...lines]
}

/** Who was taken for whom. One wrong evaluation has said it already. */
export function confusionLines(summary: RoutingSummary, { paint, width }: Screen): string[] {
  const pairs = summary.confusion.filter(pair => pair.expected !== pair.fired)
  if (summary.graded - summary.passed < 2)
    return []
  const countWidth = String(pairs[0]?.count ?? 0).length
  const lines = pairs.slice(0, MOST_PAIRS).map(pair =>
    cut(` ${String(pair.count).padStart(countWidth)}× ${oneLine(skillName(pair.expected))} → ${oneLine(skillName(pair.fired))}`, width))
  if (pairs.length > MOST_PAIRS)
    lines.push(paint.dim(`   and ${pairs.length - MOST_PAIRS} more pairs`))
  return [` ${paint.bold('Confused')} ${paint.dim('expected → fired')}`, ...lines]
}

function hasTrouble(row: SkillSummary): boolean {
  return row.correct < row.expected || row.firedWhenNotExpected > 0 || row.errors > 0
}

function fraction(part: number, whole: number, ratio: number | null): string {
  return whole === 0 ? '-' : `${part}/${whole} ${percent(ratio).padStart(6)}`
}

function figure(number: number): string {
  return number === 0 ? '-' : String(number)
}
