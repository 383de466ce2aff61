import type { CheckLift } from './lift.ts'
import type { Extent } from './markdown-parts.ts'
import type { Report } from './report.ts'
import { answerInWords, armsInWords, armSpendingInWords, checkInWords, hinderedBySkill, liftInWords, needNoSkill, unmeasuredInWords } from './lift-wording.ts'
import { summarizeLift } from './lift.ts'
import { more, place } from './markdown-parts.ts'
import { code, escaped, table } from './markdown-text.ts'

/** What the skills add: both arms side by side, and the checks that need no skill. */
export function baselineSections(report: Report, extent: Extent): string[] {
  const summary = summarizeLift(report.behavior)
  if (!summary)
    return report.noBaseline === undefined ? [] : [`### Baseline: none`, escaped(report.noBaseline)]
  const { all, perSkill, checks, unmeasured } = summary
  const arms = armsInWords(all)
  const rows = [
    ...arms === null ? [] : [['Without the skill', escaped(arms.without)], ['With the skill', escaped(arms.withSkill)]],
    ['Lift', escaped(liftInWords(all))],
    ...arms === null ? [] : [['Answer', escaped(answerInWords(all, perSkill.length > 1 ? 'the skills' : 'the skill'))]],
    ...[armSpendingInWords(all)].flatMap(text => text === null ? [] : [['Agents', escaped(text)]]),
    ...unmeasured.slice(0, extent.entries).map(({ reason, cases }) => ['Not measured', escaped(unmeasuredInWords(cases.length, reason))]),
  ]
  const skills = perSkill.slice(0, extent.entries).map(({ skill, lift }) => [code(skill), escaped(liftInWords(lift)), lift.answer])
  return [
    '### Baseline: with and without the skill',
    table(['', ''], rows),
    ...perSkill.length > 1 ? [table(['Skill', 'Lift', ''], skills), more(perSkill.length - skills.length)] : [],
    ...checkTable(report, 'Met without the skill too', needNoSkill(checks), extent),
    ...checkTable(report, 'Met less often with the skill', hinderedBySkill(checks), extent),
  ]
}

function checkTable(report: Report, title: string, checks: CheckLift[], extent: Extent): string[] {
  if (checks.length === 0)
    return []
  const rows = checks.slice(0, extent.entries).map(check => [code(check.id), `<code>${check.kind}</code>`, escaped(check.text.slice(0, extent.prompt)), checkInWords(check), place(report, check)])
  return [`#### ${title}: ${checks.length}`, table(['Evaluation', 'Check', 'Expectation', 'Met', 'Place'], rows), more(checks.length - rows.length)]
}
