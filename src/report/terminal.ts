import type { RoutingSummary } from '../routing/summary.ts'
import type { Screen } from './paint.ts'
import type { Report } from './report.ts'
import { cut, widthOf, wrap } from './columns.ts'
import { count, duration, money, percent } from './figures.ts'
import { createPaint } from './paint.ts'
import { oneLine } from './plain-text.ts'
import { outcomeOf, shownPath, summaryOf } from './report.ts'
import { errorLines, wrongLines } from './terminal-cases.ts'
import { remarkLines, structureLines } from './terminal-remarks.ts'
import { confusionLines, skillLines } from './terminal-skills.ts'

const LABEL = 11

/**
 * The report for a terminal, printed after Vitest's own summary: many lines without a line break at the end, or `''`
 * when the run has nothing of ours to tell. Text from prompts and agents cannot colour it or move the cursor.
 */
export function renderTerminal(report: Report, options: { color: boolean, width: number }): string {
  const screen: Screen = { paint: createPaint(options.color), width: Math.max(60, options.width) }
  const summary = summaryOf(report)
  const sections = [
    [...headLines(report, summary, screen)],
    wrongLines(report, screen),
    errorLines(report, summary, screen),
    skillLines(summary, screen),
    confusionLines(summary, screen),
    remarkLines(report, summary, screen),
    structureLines(report, screen),
    footLines(report, summary, screen),
    outcomeLines(report, summary, screen),
  ].filter(lines => lines.length > 0)
  if (sections.length === 0)
    return ''
  // With nothing to list, head and foot read as one block.
  const compact = sections.length === 2 && report.cases.length > 0
  return [[divider(report, screen)], ...sections].map(lines => lines.join('\n')).join(compact ? '\n' : '\n\n')
}

function divider(report: Report, { paint, width }: Screen): string {
  const title = ` Skill evals${report.shard === undefined ? '' : ` · shard ${oneLine(report.shard)}`} `
  return paint.dim('⎯⎯⎯') + paint.bold(title) + paint.dim('⎯'.repeat(Math.max(0, width - 3 - widthOf(title))))
}

function headLines(report: Report, summary: RoutingSummary, screen: Screen): string[] {
  if (report.cases.length === 0)
    return []
  const { paint } = screen
  const { version, model, name } = report.agent
  const lines = [
    ...headline(report, summary, screen),
    label('Room', cut(`${count(report.room.length, 'skill')}: ${report.room.map(oneLine).join(', ')}`, screen.width - LABEL - 2), screen),
    label('Agent', cut(oneLine([`${name}${version === null ? '' : ` ${version}`}`, model ?? 'model unknown'].join(', ')), screen.width - LABEL - 2), screen),
  ]
  if (summary.replayed > 0)
    lines.push(label('Replayed', paint.yellow(`${summary.replayed === summary.cases ? 'all' : `${summary.replayed} of ${summary.cases}`} from recordings: no agent ran, and nothing is said of a model today`), screen))
  const categories = ([['positive', 'positive'], ['near_miss', 'near miss'], ['unrelated', 'unrelated']] as const)
    .map(([key, name]) => ({ name, ...summary.byCategory[key] }))
    .filter(group => group.graded + group.errors > 0)
    .map(group => `${group.name} ${group.passed}/${group.graded}`)
  lines.push(label('Categories', paint.dim(categories.join(' | ')), screen))
  if (report.structure.errors.length > 0)
    lines.push(label('Structure', paint.red(count(report.structure.errors.length, 'error')), screen))
  if (report.skipped.count > 0)
    lines.push(...labelled('Skipped', `${report.skipped.count}: ${report.skipped.reasons.map(one => oneLine(one.reason)).join('; ')}`, screen, paint.yellow))
  if (report.leftOut > 0)
    lines.push(label('Selected', paint.dim(`${report.cases.length} of ${report.cases.length + report.leftOut} evaluations`), screen))
  if (report.shard !== undefined)
    lines.push(label('Shard', paint.dim(`${oneLine(report.shard)}: the bar is held where the shards are merged`), screen))
  if (report.partial)
    lines.push(label('Partial', paint.yellow('not every evaluation had its turn'), screen))
  return lines
}

function headline(report: Report, summary: RoutingSummary, screen: Screen): string[] {
  const { graded, passed, errors, cases, accuracy } = summary
  const { paint, width } = screen
  const right = graded === 0 ? '' : `${passed} of ${graded} right (${percent(accuracy)})`
  const bar = graded > 0 && report.minAccuracy < 1 ? `, bar ${percent(report.minAccuracy)}` : ''
  const unmeasured = errors === 0 ? '' : `${errors} of ${cases} could not be measured`
  const parts = [
    paint.bold(passed === graded ? paint.green(right) : paint.red(right)) + paint.dim(bar),
    paint.bold(paint.yellow(unmeasured)),
  ].filter(part => part !== '')
  return LABEL + 5 + widthOf(right + bar + unmeasured) <= width
    ? [label('Routing', parts.join(paint.dim(' | ')), screen)]
    : parts.map((part, index) => label(index === 0 ? 'Routing' : '', part, screen))
}

function footLines(report: Report, summary: RoutingSummary, screen: Screen): string[] {
  if (report.cases.length === 0)
    return []
  const lines = [
    ...labelled('Cost', money(summary.spending), screen),
    label('Time', `${duration(report.wallMs)} ${screen.paint.dim(`(agents ${duration(summary.elapsedMs)}${summary.replayed > 0 ? ', as recorded' : ''})`)}`, screen),
  ]
  if (report.reportFile !== undefined)
    lines.push(label('Report', screen.paint.dim(oneLine(shownPath(report, report.reportFile))), screen))
  if (report.runsFolder !== undefined)
    lines.push(label('Run records', screen.paint.dim(oneLine(shownPath(report, report.runsFolder))), screen))
  return lines
}

/** Why the run fails, last, where a reader looks first; and that it passes, where failed tests say otherwise. */
function outcomeLines(report: Report, summary: RoutingSummary, { paint, width }: Screen): string[] {
  const { ok, reasons } = outcomeOf(report, summary)
  if (ok) {
    return summary.passed < summary.graded && report.shard === undefined
      ? [` ${paint.bold(paint.green('PASS'))}  ${summary.passed} of ${summary.graded} right reaches the bar of ${percent(report.minAccuracy)}.`]
      : []
  }
  return reasons
    .flatMap(reason => wrap(oneLine(reason), width - 8))
    .map((line, index) => index === 0 ? ` ${paint.failBadge(' FAIL ')} ${line}` : `        ${line}`)
}

function label(name: string, text: string, { paint }: Screen): string {
  return `${paint.dim(name.padStart(LABEL))}  ${text}`
}

function labelled(name: string, text: string, screen: Screen, color = (line: string): string => line): string[] {
  return wrap(text, screen.width - LABEL - 2).map((line, index) => label(index === 0 ? name : '', color(line), screen))
}
