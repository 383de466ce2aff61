import type { BehaviorCase, Check } from '../behavior/result.ts'
import type { Screen } from './paint.ts'
import type { Report } from './report.ts'
import { isGraded, unmetChecks } from '../behavior/summary.ts'
import { cut, widthOf, wrap } from './columns.ts'
import { count } from './figures.ts'
import { arrowLines, indented, placeOf } from './places.ts'
import { oneLine } from './plain-text.ts'

// Vitest has printed each failure with its code frame already; a report of thousands of lines would bury the figures.
const MOST_CASES = 40
const MOST_CHECKS = 10
const EVIDENCE_LINES = 2

/** Evaluations that failed, each with the checks that are not met and what they rest on. */
export function failedLines(report: Report, screen: Screen): string[] {
  const failed = report.behavior.filter(one => one.outcome === 'failed')
  return section(report, screen.paint.red(`Failed ${failed.length}`), failed, screen)
}

/** What is not met in evaluations that could not be measured as a whole: no error hides it. */
export function unmetAllTheSameLines(report: Report, screen: Screen): string[] {
  const cases = report.behavior.filter(one => !isGraded(one) && unmetChecks(one).length > 0)
  return section(report, screen.paint.yellow(`Not met, though the rest could not be measured ${cases.length}`), cases, screen)
}

function section(report: Report, title: string, cases: BehaviorCase[], screen: Screen): string[] {
  const { paint } = screen
  if (cases.length === 0)
    return []
  const lines = cases.slice(0, MOST_CASES).flatMap(one => entry(report, one, screen))
  if (cases.length > MOST_CASES)
    lines.push(paint.dim(`   and ${cases.length - MOST_CASES} more`))
  return [` ${paint.bold(title)}`, ...lines]
}

function entry(report: Report, one: BehaviorCase, screen: Screen): string[] {
  const { paint, width } = screen
  const unmet = unmetChecks(one)
  const id = cut(oneLine(one.id), width - 4)
  const what = oneLine(`${one.skill}, ${unmet.length} of ${count(one.checks.length, 'check')} not met`)
  const mark = one.outcome === 'failed' ? paint.red('×') : paint.yellow('!')
  const head = 3 + widthOf(id) + 2 + widthOf(what) <= width ? [` ${mark} ${paint.bold(id)}  ${paint.dim(what)}`] : [` ${mark} ${paint.bold(id)}`, ...indented(what, width).map(paint.dim)]
  const lines = unmet.slice(0, MOST_CHECKS).flatMap(check => checkEntry(report, one, check, screen))
  if (unmet.length > MOST_CHECKS)
    lines.push(paint.dim(`     and ${unmet.length - MOST_CHECKS} more, from ${placeOf(report, { ...one, ...unmet[MOST_CHECKS] })}`))
  return [...head, ...lines, ...one.notes.flatMap(note => wrap(oneLine(note), width - 5).map((line, index) => `   ${paint.yellow(index === 0 ? '!' : ' ')} ${line}`))]
}

function checkEntry(report: Report, { file }: BehaviorCase, check: Check, screen: Screen): string[] {
  const evidence = check.evidence === null ? check.observed : check.evidence
  const votes = check.votes === undefined || check.votes.of === 1 ? '' : ` (${check.votes.pass} of ${check.votes.of} votes for a pass)`
  return [
    ...arrowLines(report, `${check.kind === 'hook' ? '' : `${check.kind}: `}${check.expanded ?? check.text}`, { file, line: check.line, column: check.column }, screen),
    ...indented(oneLine(evidence + votes), screen.width, EVIDENCE_LINES).map(screen.paint.dim),
  ]
}
