import type { RoutingCase } from '../routing/result.ts'
import type { RoutingSummary } from '../routing/summary.ts'
import type { Report } from './report.ts'
import { Buffer } from 'node:buffer'
import { count, duration, money, percent } from './figures.ts'
import { code, details, escaped, fenced, table } from './markdown-text.ts'
import { outcomeOf, shownPath, summaryOf } from './report.ts'
import { firedInWords, furtherNotes, notesOnPassed, remarksOn, skillName, some, whyStopped, wrongCases } from './wording.ts'

/** How much is shown: of a prompt in characters, and of every list in entries. */
interface Extent {
  prompt: number
  entries: number
}

// GitHub drops a step summary above 1 MiB whole; other steps' text and our own next append need room too.
const MOST_BYTES = 900_000
const EXTENTS: Extent[] = [{ prompt: Infinity, entries: Infinity }, { prompt: 2000, entries: 200 }, { prompt: 300, entries: 50 }]

/**
 * The report as GitHub markdown, for `$GITHUB_STEP_SUMMARY`. Ends with a line break; `''` when the run has nothing of
 * ours to tell. Prompts are whole as long as everything fits into a step summary.
 */
export function renderMarkdown(report: Report): string {
  const summary = summaryOf(report)
  let text = ''
  for (const extent of EXTENTS) {
    text = render(report, summary, extent)
    if (Buffer.byteLength(text) <= MOST_BYTES)
      break
  }
  return text
}

function render(report: Report, summary: RoutingSummary, extent: Extent): string {
  const outcome = outcomeOf(report, summary)
  if (report.cases.length === 0 && outcome.ok && report.structure.warnings.length === 0)
    return ''
  const sections = [
    headline(report, summary),
    outcome.reasons.map(reason => `- ${escaped(reason)}`).join('\n'),
    ...(report.cases.length === 0 ? [] : [facts(report, summary), verdicts(summary)]),
    ...wrong(report, extent),
    ...unmeasured(report, summary, extent),
    ...skills(summary, extent),
    ...confused(summary, extent),
    ...remarks(report, summary, extent),
    ...structure(report, extent),
  ]
  return `${sections.filter(section => section !== '').join('\n\n')}\n`
}

function headline(report: Report, summary: RoutingSummary): string {
  const { ok } = outcomeOf(report, summary)
  const shard = report.shard === undefined ? '' : `, shard ${escaped(report.shard)}`
  if (summary.graded === 0)
    return `## ${ok ? '' : '❌ '}Skill evals${shard}${report.cases.length === 0 && ok ? '' : ': nothing was measured'}`
  const errors = summary.errors > 0 ? `, ${summary.errors} of ${summary.cases} could not be measured` : ''
  return `## ${ok ? '✅' : '❌'} Skill evals${shard}: ${summary.passed} of ${summary.graded} right (${percent(summary.accuracy)})${errors}`
}

function facts(report: Report, summary: RoutingSummary): string {
  const { name, version, model } = report.agent
  const rows = [
    ['Room', `${count(report.room.length, 'skill')}: ${report.room.map(code).join(', ')}`],
    ['Agent', escaped(`${name}${version === null ? '' : ` ${version}`}, ${model ?? 'model unknown'}`)],
    ['Bar', percent(report.minAccuracy)],
    ['Cost', escaped(money(summary.spending))],
    ['Time', `${duration(report.wallMs)} (agents ${duration(summary.elapsedMs)})`],
  ]
  if (summary.replayed > 0)
    rows.push(['Replayed', `${summary.replayed} of ${summary.cases} from recordings: no agent ran, and nothing is said of a model today`])
  if (report.skipped.count > 0)
    rows.push(['Skipped', `${report.skipped.count}: ${report.skipped.reasons.map(one => escaped(one.reason)).join('; ')}`])
  if (report.partial)
    rows.push(['Partial', 'not every evaluation had its turn'])
  return table(['', ''], rows)
}

function verdicts(summary: RoutingSummary): string {
  const { verdicts, byCategory } = summary
  const groups = ([['positive', byCategory.positive], ['near miss', byCategory.near_miss], ['unrelated', byCategory.unrelated]] as const)
    .filter(([, group]) => group.graded + group.errors > 0)
    .map(([name, group]) => `${name} ${group.passed} of ${group.graded}`)
  const rows = Object.entries(verdicts).map(([verdict, number]) => [`<code>${verdict}</code>`, String(number)])
  return `${table(['Verdict', 'Evaluations'], rows, [1])}\n\nRight by category: ${groups.join(', ')}.`
}

function wrong(report: Report, extent: Extent): string[] {
  const cases = wrongCases(report.cases)
  if (cases.length === 0)
    return []
  const shown = cases.slice(0, extent.entries)
  const rows = shown.map(one => [code(one.id), code(skillName(one.expected)), escaped(firedInWords(one)), escaped([whyStopped(one), ...furtherNotes(one)].join('. ')), place(report, one)])
  const prompts = shown.map((one) => {
    const prompt = one.prompt.length > extent.prompt ? `${one.prompt.slice(0, extent.prompt)}…` : one.prompt
    return `${code(one.id)}\n\n${fenced(prompt)}`
  })
  return [
    `### Wrong: ${cases.length}`,
    table(['Evaluation', 'Expected', 'Observed', 'Why it stopped', 'Place'], rows),
    more(cases.length - shown.length),
    details('Prompts', prompts.join('\n\n')),
  ]
}

function unmeasured(report: Report, summary: RoutingSummary, extent: Extent): string[] {
  if (summary.errors === 0)
    return []
  const shown = summary.unmeasured.slice(0, extent.entries)
  const rows = shown.map(({ reason, cases }) => [
    String(cases.length),
    escaped(reason),
    cases.length === 1 ? cases.map(one => `${code(one.id)} ${place(report, one)}`).join('') : escaped(some(cases.map(one => one.id), 20)),
  ])
  return [`### Could not be measured: ${summary.errors}`, table(['', 'Reason', 'Evaluations'], rows, [0]), more(summary.unmeasured.length - shown.length)]
}

function skills(summary: RoutingSummary, extent: Extent): string[] {
  if (summary.perSkill.length === 0)
    return []
  const rows = summary.perSkill.slice(0, extent.entries).map(row => [
    code(row.skill),
    ...[row.expected, row.correct, row.missed, row.lostToOtherSkill, row.firedWhenNotExpected, row.errors].map(String),
    percent(row.recall),
    percent(row.precision),
  ])
  const head = ['Skill', 'Expected', 'Correct', 'Missed', 'Lost to another', 'Fired when not expected', 'Not measured', 'Recall', 'Precision']
  return ['### Skills', table(head, rows, [1, 2, 3, 4, 5, 6, 7, 8]), more(summary.perSkill.length - rows.length)]
}

function confused(summary: RoutingSummary, extent: Extent): string[] {
  const pairs = summary.confusion.filter(pair => pair.expected !== pair.fired)
  if (pairs.length === 0)
    return []
  const shown = pairs.slice(0, extent.entries)
  return ['### Confused', table(['Expected', 'Fired', 'Times'], shown.map(pair => [code(skillName(pair.expected)), code(skillName(pair.fired)), String(pair.count)]), [2]), more(pairs.length - shown.length)]
}

function remarks(report: Report, summary: RoutingSummary, extent: Extent): string[] {
  const lines = [...remarksOn(summary), ...notesOnPassed(report)].slice(0, extent.entries)
  return lines.length === 0 ? [] : ['### Remarks', lines.map(line => `- ${escaped(line)}`).join('\n')]
}

function structure(report: Report, extent: Extent): string[] {
  const { warnings } = report.structure
  if (warnings.length === 0)
    return []
  const shown = warnings.slice(0, extent.entries)
  const lines = shown.map(one => `- ${escaped(one.message)} ${place(report, one)}`)
  return [`### Structure warnings: ${warnings.length}`, lines.join('\n'), more(warnings.length - shown.length)]
}

function place(report: Report, { file, line, column }: Pick<RoutingCase, 'file' | 'line' | 'column'>): string {
  return code(`${shownPath(report, file)}:${line}:${column}`)
}

function more(number: number): string {
  return number > 0 ? `and ${number} more` : ''
}
