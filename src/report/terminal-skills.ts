import type { BehaviorSummary } from '../behavior/summary.ts'
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

/** Recall and precision, skill by skill. Nothing when all skills are right. */
export function skillLines({ perSkill }: RoutingSummary, screen: Screen): string[] {
  return tableLines(['Skill', 'recall', 'precision', 'missed', 'lost', 'errors'], perSkill.map(row => ({
    hasTrouble: row.correct < row.expected || row.firedWhenNotExpected > 0 || row.errors > 0,
    cells: [
      oneLine(row.skill),
      fraction(row.correct, row.expected, row.recall),
      fraction(row.correct, row.firedTotal, row.precision),
      figure(row.missed),
      figure(row.lostToOtherSkill),
      figure(row.errors),
    ],
  })), screen)
}

/** Evaluations that passed and checks that are met, skill by skill. Nothing when all passed. */
export function behaviorSkillLines({ perSkill }: BehaviorSummary, screen: Screen): string[] {
  return tableLines(['Skill', 'passed', 'checks met', 'errors'], perSkill.map(({ skill, passed, graded, errors, checks }) => ({
    hasTrouble: passed < graded || errors > 0,
    cells: [oneLine(skill), fraction(passed, graded, passed / graded), fraction(checks.met, checks.graded, checks.met / checks.graded), figure(errors)],
  })), screen)
}

/** A table with a name first and figures after it; of many rows, only those with trouble. */
function tableLines(head: string[], all: { cells: string[], hasTrouble: boolean }[], { paint, width }: Screen): string[] {
  const troubled = all.filter(row => row.hasTrouble)
  if (troubled.length === 0)
    return []
  const rows = (all.length <= SMALL_ROOM ? all : troubled).slice(0, MOST_ROWS)
  const rest = all.length - rows.length
  const [nameWidth = 0, ...widths] = head.map((title, index) => Math.max(...[title, ...rows.map(row => row.cells[index] ?? '')].map(widthOf)))
  const room = width - 1 - widths.reduce((sum, column) => sum + column + 2, 0)
  const line = ([name = '', ...figures]: string[]): string => {
    const first = Math.max(8, Math.min(nameWidth, room))
    return [fill(cut(name, first), first), ...figures.map((cell, index) => fill(cell, widths[index] ?? 0, 'left'))].join('  ')
  }
  const lines = rows.map(row => row.hasTrouble ? ` ${line(row.cells)}` : paint.dim(` ${line(row.cells)}`))
  if (rest > 0)
    lines.push(paint.dim(` and ${count(rest, 'skill')} more${rows.length === troubled.length ? ' with nothing wrong' : ''}`))
  return [` ${paint.bold(line(head))}`, ...lines]
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

function fraction(part: number, whole: number, ratio: number | null): string {
  return whole === 0 ? '-' : `${part}/${whole} ${percent(ratio).padStart(6)}`
}

function figure(number: number): string {
  return number === 0 ? '-' : String(number)
}
