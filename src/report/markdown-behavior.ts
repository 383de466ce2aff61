import type { BehaviorCase } from '../behavior/result.ts'
import type { BehaviorSummary } from '../behavior/summary.ts'
import type { Extent } from './markdown-parts.ts'
import type { Report } from './report.ts'
import { unmetChecks } from '../behavior/summary.ts'
import { percent } from './figures.ts'
import { more, place, prompts } from './markdown-parts.ts'
import { code, escaped, table } from './markdown-text.ts'
import { hasBothTiers } from './report.ts'
import { checkKinds, passedWithoutSkillInWords, some } from './wording.ts'

/** The sections of the behavior tier; none when it was not asked for. */
export function behaviorSections(report: Report, summary: BehaviorSummary, extent: Extent): string[] {
  if (report.behavior.length === 0)
    return []
  return [
    ...hasBothTiers(report) ? ['### Behavior'] : [],
    outcomes(summary),
    ...withoutSkill(summary),
    ...unmet(report, extent),
    ...unmeasured(report, summary, extent),
    ...skills(summary, extent),
  ]
}

function outcomes({ outcomes, byKind, checks }: BehaviorSummary): string {
  const rows = Object.entries(outcomes).map(([outcome, number]) => [`<code>${outcome}</code>`, String(number)])
  const kinds = checkKinds.map(({ kind }) => ({ kind, ...byKind[kind] }))
    .filter(one => one.graded + one.open > 0)
    .map(one => `<code>${one.kind}</code> ${one.met} of ${one.graded}`)
  const open = checks.open === 0 ? '' : ` ${checks.open} could not be graded.`
  const met = kinds.length === 0 ? '' : `\n\nChecks met: ${checks.met} of ${checks.graded}, ${kinds.join(', ')}.${open}`
  return `${table(['Outcome', 'Evaluations'], rows, [1])}${met}`
}

function withoutSkill(summary: BehaviorSummary): string[] {
  const text = passedWithoutSkillInWords(summary)
  return text === null ? [] : [`⚠️ ${escaped(`${text}.`)}`]
}

/** Every check that is not met, those of evaluations that could not be measured as a whole among them. */
function unmet(report: Report, extent: Extent): string[] {
  const cases = report.behavior.filter(one => unmetChecks(one).length > 0)
  const all = cases.flatMap(one => unmetChecks(one).map(check => ({ one, check })))
  if (all.length === 0)
    return []
  const shown = all.slice(0, extent.entries)
  const rows = shown.map(({ one, check }) => [
    code(one.id),
    `<code>${check.kind}</code>`,
    escaped(cut(check.expanded ?? check.text, extent)),
    escaped(check.observed),
    escaped(cut(check.evidence ?? '', extent)),
    place(report, { ...one, line: check.line, column: check.column }),
  ])
  return [
    `### Not met: ${all.length}`,
    table(['Evaluation', 'Check', 'Expectation', 'Observed', 'Evidence', 'Place'], rows),
    more(all.length - shown.length),
    notes(cases, extent),
    prompts(cases.slice(0, extent.entries), extent),
  ]
}

function notes(cases: BehaviorCase[], extent: Extent): string {
  return cases.flatMap(one => one.notes.map(note => `- ${code(one.id)} ${escaped(note)}`)).slice(0, extent.entries).join('\n')
}

function unmeasured(report: Report, summary: BehaviorSummary, extent: Extent): string[] {
  if (summary.errors === 0)
    return []
  const shown = summary.unmeasured.slice(0, extent.entries)
  const rows = shown.map(({ outcome, reason, cases }) => [
    String(cases.length),
    `<code>${outcome}</code>`,
    escaped(reason),
    cases.length === 1 ? cases.map(one => `${code(one.id)} ${place(report, one)}`).join('') : escaped(some(cases.map(one => one.id), 20)),
  ])
  return [`### Could not be measured${hasBothTiers(report) ? ' in behavior' : ''}: ${summary.errors}`, table(['', 'Outcome', 'Reason', 'Evaluations'], rows, [0]), more(summary.unmeasured.length - shown.length)]
}

function skills({ perSkill }: BehaviorSummary, extent: Extent): string[] {
  const rows = perSkill.slice(0, extent.entries).map(({ skill, passed, graded, errors, checks }) => [
    code(skill),
    `${passed} of ${graded}`,
    `${checks.met} of ${checks.graded}`,
    percent(checks.graded === 0 ? null : checks.met / checks.graded),
    String(errors),
  ])
  return ['### Skills in behavior', table(['Skill', 'Passed', 'Checks met', '', 'Not measured'], rows, [1, 2, 3, 4]), more(perSkill.length - rows.length)]
}

function cut(text: string, { prompt }: Extent): string {
  return text.length > prompt ? `${text.slice(0, prompt)}…` : text
}
