import type { CheckLift } from './lift.ts'
import type { Screen } from './paint.ts'
import type { Report } from './report.ts'
import { cut, fill, widthOf } from './columns.ts'
import { count } from './figures.ts'
import { labelled } from './labels.ts'
import { answerInWords, armsInWords, armSpendingInWords, checkInWords, liftInWords, needNoSkill, unmeasuredInWords } from './lift-wording.ts'
import { summarizeLift } from './lift.ts'
import { arrowLines } from './places.ts'
import { oneLine } from './plain-text.ts'

const MOST_ROWS = 40
const MOST_CHECKS = 10
const WIDEST_NAME = 40

/** What the skills add: both arms side by side, and the checks that need no skill. */
export function baselineLines(report: Report, screen: Screen): string[] {
  const summary = summarizeLift(report.behavior)
  if (!summary)
    return report.noBaseline === undefined ? [] : labelled('Baseline', `none: ${oneLine(report.noBaseline)}`, screen)
  const { all, perSkill, checks, unmeasured } = summary
  const arms = armsInWords(all)
  const spending = armSpendingInWords(all)
  const skills = perSkill.length > 1 ? perSkill : []
  const width = Math.min(WIDEST_NAME, Math.max(0, ...skills.map(row => widthOf(oneLine(row.skill)))))
  return [
    ...labelled('Baseline', `lift ${liftInWords(all)}`, screen),
    ...arms === null ? [] : [...labelled('', answerInWords(all, perSkill.length > 1 ? 'the skills' : 'the skill'), screen), ...labelled('with', arms.withSkill, screen), ...labelled('without', arms.without, screen)],
    ...spending === null ? [] : labelled('agents', spending, screen),
    ...unmeasured.flatMap(({ reason, cases }) => labelled('', unmeasuredInWords(cases.length, oneLine(reason)), screen, screen.paint.yellow)),
    ...skills.slice(0, MOST_ROWS).map(({ skill, lift }) => ` ${fill(cut(oneLine(skill), width), width)}  ${cut(`${liftInWords(lift)}, ${lift.answer}`, screen.width - width - 3)}`),
    ...skills.length > MOST_ROWS ? [screen.paint.dim(`   and ${count(skills.length - MOST_ROWS, 'skill')} more`)] : [],
    ...checkLines(report, 'Met without the skill too: does not need it', needNoSkill(checks), screen),
    ...checkLines(report, 'Met less often with the skill', checks.filter(check => check.lift !== null && check.lift < 0), screen),
  ]
}

function checkLines(report: Report, title: string, checks: CheckLift[], screen: Screen): string[] {
  if (checks.length === 0)
    return []
  return [
    ` ${screen.paint.bold(`${title}, ${checks.length}`)}`,
    ...checks.slice(0, MOST_CHECKS).flatMap(check => arrowLines(report, `${check.id}: ${check.kind === 'hook' ? '' : `${check.kind}: `}${check.text} (${checkInWords(check)})`, check, screen)),
    ...checks.length > MOST_CHECKS ? [screen.paint.dim(`     and ${checks.length - MOST_CHECKS} more`)] : [],
  ]
}
