import type { BehaviorSummary } from '../behavior/summary.ts'
import type { RoutingSummary } from '../routing/summary.ts'
import type { Screen } from './paint.ts'
import type { Report, RunOutcome } from './report.ts'
import { acrossAgents } from './across-agents.ts'
import { widthOf, wrap } from './columns.ts'
import { eachAgent, outcomeOfAll } from './each-agent.ts'
import { duration, percent } from './figures.ts'
import { label, labelled } from './labels.ts'
import { createPaint } from './paint.ts'
import { oneLine } from './plain-text.ts'
import { behaviorSummaryOf, outcomeOf, shownPath, summaryOf } from './report.ts'
import { acrossLines, differingLines } from './terminal-agents.ts'
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
  const across = acrossAgents(report)
  if (across === null)
    return renderAgent(report, screen, { title: title(report), isAlone: true })
  // each by itself, below what they are beside each other; what is of the whole run comes once, at the end
  const agents = across.columns.map(one => renderAgent(one.report, screen, { title: oneLine(one.name), isAlone: false }))
  const sections = [acrossLines(across, screen), differingLines(across, screen)].filter(lines => lines.length > 0)
  const end = [fileLines(report, screen), reasonLines(outcomeOfAll(report), screen)].filter(lines => lines.length > 0)
  return [block(title(report), sections, screen), ...agents, block('All agents', end, screen)].filter(text => text !== '').join('\n\n')
}

/** What a run has to tell of one agent, below a line with a title. */
function renderAgent(report: Report, screen: Screen, { title, isAlone }: { title: string, isAlone: boolean }): string {
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
    [...footLines(report, routing, behavior, screen), ...isAlone ? fileLines(report, screen) : [], ...recordLines(report, screen)],
    outcomeLines(report, routing, behavior, isAlone, screen),
  ].filter(lines => lines.length > 0)
  // With nothing to list, head and foot read as one block.
  return block(title, sections, screen, sections.length === 2 && routing.cases + behavior.cases > 0)
}

/** Sections below a line with a title; `''` without one. */
function block(title: string, sections: string[][], screen: Screen, isCompact = false): string {
  return sections.length === 0 ? '' : [[divider(title, screen)], ...sections].map(lines => lines.join('\n')).join(isCompact ? '\n' : '\n\n')
}

function title({ shard }: Report): string {
  return `Skill evals${shard === undefined ? '' : ` · shard ${oneLine(shard)}`}`
}

function divider(name: string, { paint, width }: Screen): string {
  const title = ` ${name} `
  return paint.dim('⎯⎯⎯') + paint.bold(title) + paint.dim('⎯'.repeat(Math.max(0, width - 3 - widthOf(title))))
}

function footLines(report: Report, routing: RoutingSummary, behavior: BehaviorSummary, screen: Screen): string[] {
  if (routing.cases + behavior.cases === 0)
    return []
  const lines = costs(routing, behavior).flatMap(({ of, text }, index) => labelled(index === 0 ? 'Cost' : '', of === null ? text : `${of} ${text}`, screen))
  lines.push(...labelled('Time', `${duration(report.wallMs)} (${times(routing, behavior)})`, screen))
  return lines
}

function fileLines(report: Report, screen: Screen): string[] {
  return isEmpty(report) ? [] : [...pathLine('Report', report.reportFile, report, screen), ...pathLine('Page', report.htmlFile, report, screen)]
}

function recordLines(report: Report, screen: Screen): string[] {
  return isEmpty(report) ? [] : pathLine('Run records', report.runsFolder, report, screen)
}

function isEmpty(report: Report): boolean {
  return eachAgent(report).every(one => one.cases.length + one.behavior.length === 0)
}

function pathLine(name: string, file: string | undefined, report: Report, screen: Screen): string[] {
  return file === undefined ? [] : [label(name, screen.paint.dim(oneLine(shownPath(report, file))), screen)]
}

/** Why the run fails, last, where a reader looks first; and that it passes, where failed tests say otherwise. */
function outcomeLines(report: Report, routing: RoutingSummary, behavior: BehaviorSummary, isAlone: boolean, screen: Screen): string[] {
  const { paint } = screen
  const outcome = outcomeOf(report, routing, behavior)
  if (outcome.ok) {
    return routing.passed < routing.graded && report.shard === undefined
      ? [` ${paint.bold(paint.green('PASS'))}  ${routing.passed} of ${routing.graded} right reaches the bar of ${percent(report.minAccuracy)}.`]
      : []
  }
  return isAlone ? reasonLines(outcome, screen) : []
}

function reasonLines({ reasons }: RunOutcome, { paint, width }: Screen): string[] {
  return reasons
    .flatMap(reason => wrap(oneLine(reason), width - 8))
    .map((line, index) => index === 0 ? ` ${paint.failBadge(' FAIL ')} ${line}` : `        ${line}`)
}
