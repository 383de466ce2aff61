import type { CheckLift } from './lift.ts'
import type { Screen } from './paint.ts'
import type { Report } from './report.ts'
import { cut, fill, widthOf } from './columns.ts'
import { count } from './figures.ts'
import { labelled } from './labels.ts'
import { answerInWords, armsInWords, armSpendingInWords, checkInWords, hinderedBySkill, liftInWords, needNoSkill, unmeasuredInWords } from './lift-wording.ts'
import { summarizeLift } from './lift.ts'
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
    ...[
      ...arms === null ? [liftInWords(all)] : [`without the skill ${arms.without}`, `with the skill    ${arms.withSkill}`, `lift ${liftInWords(all)}, ${answerInWords(all, perSkill.length > 1 ? 'the skills' : 'the skill')}`],
      ...spending === null ? [] : [`agents ${spending}`],
    ].flatMap((text, index) => labelled(index === 0 ? 'Baseline' : '', text, screen)),
    ...unmeasured.flatMap(({ reason, cases }) => labelled('', unmeasuredInWords(cases.length, oneLine(reason)), screen, screen.paint.yellow)),
    ...skills.slice(0, MOST_ROWS).map(({ skill, lift }) => ` ${fill(cut(oneLine(skill), width), width)}  ${cut(`${liftInWords(lift)}, ${lift.answer}`, screen.width - width - 3)}`),
    ...skills.length > MOST_ROWS ? [screen.paint.dim(`   and ${count(skills.length - MOST_ROWS, 'skill')} more`)] : [],
    ...checkLines('Met without the skill too', needNoSkill(checks), checks.length, screen),
    ...checkLines('Met less often with the skill', hinderedBySkill(checks), checks.length, screen),
  ]
}

function checkLines(title: string, checks: CheckLift[], all: number, { paint, width }: Screen): string[] {
  if (checks.length === 0)
    return []
  return [
    ` ${paint.bold(title)}, ${checks.length} of ${count(all, 'check')}`,
    ...checks.slice(0, MOST_CHECKS).map(check => cut(`   ${oneLine(check.id)}  ${check.kind === 'hook' ? '' : `${check.kind}: `}${oneLine(check.text)} (${checkInWords(check)})`, width)),
    ...checks.length > MOST_CHECKS ? [paint.dim(`   and ${checks.length - MOST_CHECKS} more`)] : [],
  ]
}
