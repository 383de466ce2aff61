import type { BehaviorSummary } from '../behavior/summary.ts'
import type { RoutingSummary } from '../routing/summary.ts'
import type { Screen } from './paint.ts'
import type { Report } from './report.ts'
import { widthOf, wrap } from './columns.ts'
import { duration, percent } from './figures.ts'
import { label, labelled } from './labels.ts'
import { createPaint } from './paint.ts'
import { oneLine } from './plain-text.ts'
import { behaviorSummaryOf, outcomeOf, shownPath, summaryOf } from './report.ts'
import { baselineLines } from './terminal-baseline.ts'
import { failedLines, unmetAllTheSameLines } from './terminal-behavior.ts'
import { wrongLines } from './terminal-cases.ts'
import { changeLines } from './terminal-changes.ts'
import { headLines } from './terminal-head.ts'
import { remarkLines, structureLines } from './terminal-remarks.ts'
import { behaviorSkillLines, confusionLines, skillLines } from './terminal-skills.ts'
import { trialLines } from './terminal-trials.ts'
import { unmeasuredLines } from './terminal-unmeasured.ts'
import { costs, times } from './wording.ts'

/**
 * The report for a terminal, printed after Vitest's own summary: many lines without a line break at the end, or `''`
 * when the run has nothing of ours to tell. Text from prompts and agents cannot colour it or move the cursor.
 */
export function renderTerminal(report: Report, options: { color: boolean, width: number }): string {
  const screen: Screen = { paint: createPaint(options.color), width: Math.max(60, options.width) }
  const routing = summaryOf(report)
  const behavior = behaviorSummaryOf(report)
  const sections = [
    headLines(report, routing, behavior, screen),
    trialLines(report, screen),
    baselineLines(report, screen),
    wrongLines(report, screen),
    unmeasuredLines(report, 'routing', routing.unmeasured, screen),
    failedLines(report, screen),
    unmeasuredLines(report, 'behavior', behavior.unmeasured.map(({ outcome, reason, cases }) => ({ reason: `${outcome}: ${reason}`, cases })), screen),
    unmetAllTheSameLines(report, screen),
    skillLines(routing, screen),
    confusionLines(routing, screen),
    behaviorSkillLines(behavior, screen),
    changeLines(report, screen),
    remarkLines(report, routing, behavior, screen),
    structureLines(report, screen),
    footLines(report, routing, behavior, screen),
    outcomeLines(report, routing, behavior, screen),
  ].filter(lines => lines.length > 0)
  if (sections.length === 0)
    return ''
  // With nothing to list, head and foot read as one block.
  const compact = sections.length === 2 && routing.cases + behavior.cases > 0
  return [[divider(report, screen)], ...sections].map(lines => lines.join('\n')).join(compact ? '\n' : '\n\n')
}

function divider(report: Report, { paint, width }: Screen): string {
  const title = ` Skill evals${report.shard === undefined ? '' : ` · shard ${oneLine(report.shard)}`} `
  return paint.dim('⎯⎯⎯') + paint.bold(title) + paint.dim('⎯'.repeat(Math.max(0, width - 3 - widthOf(title))))
}

function footLines(report: Report, routing: RoutingSummary, behavior: BehaviorSummary, screen: Screen): string[] {
  if (routing.cases + behavior.cases === 0)
    return []
  const lines = costs(routing, behavior).flatMap(({ of, text }, index) => labelled(index === 0 ? 'Cost' : '', of === null ? text : `${of} ${text}`, screen))
  lines.push(...labelled('Time', `${duration(report.wallMs)} (${times(routing, behavior)})`, screen))
  if (report.reportFile !== undefined)
    lines.push(label('Report', screen.paint.dim(oneLine(shownPath(report, report.reportFile))), screen))
  if (report.htmlFile !== undefined)
    lines.push(label('Page', screen.paint.dim(oneLine(shownPath(report, report.htmlFile))), screen))
  if (report.runsFolder !== undefined)
    lines.push(label('Run records', screen.paint.dim(oneLine(shownPath(report, report.runsFolder))), screen))
  return lines
}

/** Why the run fails, last, where a reader looks first; and that it passes, where failed tests say otherwise. */
function outcomeLines(report: Report, routing: RoutingSummary, behavior: BehaviorSummary, { paint, width }: Screen): string[] {
  const { ok, reasons } = outcomeOf(report, routing, behavior)
  if (ok) {
    return routing.passed < routing.graded && report.shard === undefined
      ? [` ${paint.bold(paint.green('PASS'))}  ${routing.passed} of ${routing.graded} right reaches the bar of ${percent(report.minAccuracy)}.`]
      : []
  }
  return reasons
    .flatMap(reason => wrap(oneLine(reason), width - 8))
    .map((line, index) => index === 0 ? ` ${paint.failBadge(' FAIL ')} ${line}` : `        ${line}`)
}
