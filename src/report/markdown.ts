import type { BehaviorSummary } from '../behavior/summary.ts'
import type { RoutingSummary } from '../routing/summary.ts'
import type { Extent } from './markdown-parts.ts'
import type { Report } from './report.ts'
import { Buffer } from 'node:buffer'
import { acrossAgents } from './across-agents.ts'
import { count, duration, percent } from './figures.ts'
import { agentsSections } from './markdown-agents.ts'
import { baselineSections } from './markdown-baseline.ts'
import { behaviorSections } from './markdown-behavior.ts'
import { matrixSection } from './markdown-matrix.ts'
import { overlapSections } from './markdown-overlap.ts'
import { more, place, prompts } from './markdown-parts.ts'
import { code, escaped, table } from './markdown-text.ts'
import { behaviorSummaryOf, hasBothTiers, outcomeOf, summaryOf } from './report.ts'
import { sandboxInWords } from './sandbox-text.ts'
import { summarizeTrials, trialsOf } from './trials.ts'
import { costs, firedInWords, furtherNotes, notesOnPassed, remarksOn, remarksOnBehavior, replayedInWords, skillName, some, times, trialsInWords, trialsOfOne, whyStopped, wrongCases } from './wording.ts'

// GitHub drops a step summary above 1 MiB whole; other steps' text and our own next append need room too.
const MOST_BYTES = 900_000
const EXTENTS: Extent[] = [{ prompt: Infinity, entries: Infinity }, { prompt: 2000, entries: 200 }, { prompt: 300, entries: 50 }]

/**
 * The report as GitHub markdown, for `$GITHUB_STEP_SUMMARY`. Ends with a line break; `''` when the run has nothing of
 * ours to tell. Prompts are whole as long as everything fits into a step summary.
 */
export function renderMarkdown(report: Report): string {
  const across = acrossAgents(report)
  const agents = across?.columns ?? [{ report, routing: summaryOf(report), behavior: behaviorSummaryOf(report) }]
  let text = ''
  for (const extent of EXTENTS) {
    text = across === null
      ? agents.map(one => render(one.report, one.routing, one.behavior, extent)).join('')
      : `${[...agentsSections(report, across, extent), ...across.columns.flatMap(one => [`## ${escaped(one.name)}`, ...sectionsOf(one.report, one.routing, one.behavior, extent)])].filter(section => section !== '').join('\n\n')}\n`
    if (Buffer.byteLength(text) <= MOST_BYTES)
      break
  }
  return text
}

function render(report: Report, summary: RoutingSummary, behavior: BehaviorSummary, extent: Extent): string {
  const outcome = outcomeOf(report, summary, behavior)
  const ran = report.cases.length + report.behavior.length > 0
  if (!ran && outcome.ok && report.structure.warnings.length === 0 && report.overlap === undefined)
    return ''
  const sections = [
    headline(report, summary, behavior),
    outcome.reasons.map(reason => `- ${escaped(reason)}`).join('\n'),
    ...sectionsOf(report, summary, behavior, extent),
  ]
  return `${sections.filter(section => section !== '').join('\n\n')}\n`
}

function sectionsOf(report: Report, summary: RoutingSummary, behavior: BehaviorSummary, extent: Extent): string[] {
  const ran = report.cases.length + report.behavior.length > 0
  return [
    ...(ran ? [facts(report, summary, behavior)] : []),
    ...(report.cases.length === 0 ? [] : [verdicts(summary)]),
    ...trials(report, extent),
    ...wrong(report, extent),
    ...unmeasured(report, summary, extent),
    ...skills(summary, extent),
    ...matrixSection(summary),
    ...confused(summary, extent),
    ...behaviorSections(report, behavior, extent),
    ...baselineSections(report, extent),
    ...remarks(report, summary, behavior, extent),
    ...structure(report, extent),
    ...overlapSections(report, extent),
  ]
}

function headline(report: Report, routing: RoutingSummary, behavior: BehaviorSummary): string {
  const { ok } = outcomeOf(report, routing, behavior)
  const shard = report.shard === undefined ? '' : `, shard ${escaped(report.shard)}`
  const ran = report.cases.length + report.behavior.length > 0
  if (routing.graded + behavior.graded === 0)
    return `## ${ok ? '' : '❌ '}Skill evals${shard}${!ran && ok ? '' : ': nothing was measured'}`
  const both = hasBothTiers(report)
  const figures = [
    ...report.cases.length === 0 ? [] : [`${both ? 'routing ' : ''}${ratio(routing, 'right')}`],
    ...report.behavior.length === 0 ? [] : [`${both ? 'behavior ' : ''}${ratio(behavior, 'passed')}`],
  ]
  return `## ${ok ? '✅' : '❌'} Skill evals${shard}: ${figures.join('; ')}`
}

function ratio({ cases, graded, passed, errors }: { cases: number, graded: number, passed: number, errors: number }, word: string): string {
  const parts = [
    ...graded > 0 ? [`${passed} of ${graded} ${word} (${percent(passed / graded)})`] : [],
    ...errors > 0 ? [`${errors} of ${cases} could not be measured`] : [],
  ]
  return parts.join(', ')
}

function facts(report: Report, routing: RoutingSummary, behavior: BehaviorSummary): string {
  const { name, version, model } = report.agent
  const rows = [
    ...routing.cases > 0 ? [['Room', `${count(report.room.length, 'skill')}: ${report.room.map(code).join(', ')}`]] : [],
    ['Agent', escaped(`${name}${version === null ? '' : ` ${version}`}, ${model ?? 'model unknown'}`)],
    ...behavior.judges.length > 0 ? [['Judge', escaped(`${behavior.judges.join('; ')}, ${count(behavior.judgeCalls, 'call')}`)]] : [],
    ...sandboxInWords(report.sandbox ?? []).map(text => ['Sandbox', escaped(text)]),
    ...routing.cases > 0 ? [['Bar', percent(report.minAccuracy)]] : [],
    ...costs(routing, behavior).map(({ of, text }) => [of === null ? 'Cost' : `Cost, ${of}`, escaped(text)]),
    ['Time', `${duration(report.wallMs)} (${times(routing, behavior)})`],
  ]
  rows.push(...replayedInWords(routing, behavior).map(({ of, text }) => [of, text]))
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

function trials(report: Report, extent: Extent): string[] {
  const tiers = [['routing', trialsOf(report.cases)], ['behavior', trialsOf(report.behavior)]] as const
  return tiers.flatMap(([tier, all]) => {
    const summary = summarizeTrials(all)
    if (!summary)
      return []
    const unsure = all.filter(one => one.passed < one.graded || one.errors > 0)
    const rows = unsure.slice(0, extent.entries).map(row => [code(row.one.id), escaped(trialsOfOne(row)), row.one.passed ? 'passed' : 'failed', place(report, row.one)])
    return [
      `### Trials${hasBothTiers(report) ? ` in ${tier}` : ''}: ${escaped(trialsInWords(summary))}`,
      ...rows.length === 0 ? [] : [table(['Evaluation', 'Runs', 'Evaluation as a whole', 'Place'], rows), more(unsure.length - rows.length)],
    ]
  })
}

function wrong(report: Report, extent: Extent): string[] {
  const cases = wrongCases(report.cases)
  if (cases.length === 0)
    return []
  const shown = cases.slice(0, extent.entries)
  const rows = shown.map(one => [code(one.id), code(skillName(one.expected)), escaped(firedInWords(one)), escaped([whyStopped(one), ...furtherNotes(one)].join('. ')), place(report, one)])
  return [
    `### Wrong: ${cases.length}`,
    table(['Evaluation', 'Expected', 'Observed', 'Why it stopped', 'Place'], rows),
    more(cases.length - shown.length),
    prompts(shown, extent),
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
  return [`### Could not be measured${hasBothTiers(report) ? ' in routing' : ''}: ${summary.errors}`, table(['', 'Reason', 'Evaluations'], rows, [0]), more(summary.unmeasured.length - shown.length)]
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

function remarks(report: Report, routing: RoutingSummary, behavior: BehaviorSummary, extent: Extent): string[] {
  const lines = [...remarksOn(routing, report.agent), ...remarksOnBehavior(behavior), ...notesOnPassed(report)].slice(0, extent.entries)
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
