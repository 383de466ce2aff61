import type { BehaviorSummary, CheckCount } from '../behavior/summary.ts'
import type { RoutingSummary } from '../routing/summary.ts'
import type { Screen } from './paint.ts'
import type { Report } from './report.ts'
import { cut, widthOf } from './columns.ts'
import { count, percent } from './figures.ts'
import { besideLabel, label, labelled } from './labels.ts'
import { overlapInWords } from './overlap-text.ts'
import { oneLine } from './plain-text.ts'
import { sandboxInWords } from './sandbox-text.ts'
import { checkKinds, passedWithoutSkillInWords, replayedInWords } from './wording.ts'

/** The figures of both paid tiers, and what they are figures of. Nothing of a tier that was not asked for. */
export function headLines(report: Report, routing: RoutingSummary, behavior: BehaviorSummary, screen: Screen): string[] {
  const { paint } = screen
  const overlap = report.overlap === undefined ? [] : labelled('Overlap', overlapInWords(report.overlap), screen, paint.dim)
  if (routing.cases + behavior.cases === 0)
    return overlap
  const { version, model, name } = report.agent
  return [
    ...routing.cases > 0 ? headline('Routing', `${routing.passed} of ${routing.graded} right`, routing, screen, report.minAccuracy) : [],
    ...behavior.cases > 0 ? headline('Behavior', `${behavior.passed} of ${behavior.graded} passed`, behavior, screen) : [],
    ...withoutSkillLines(behavior, screen),
    ...checkLines(behavior, screen),
    ...routing.cases > 0 ? [label('Room', cut(`${count(report.room.length, 'skill')}: ${report.room.map(oneLine).join(', ')}`, besideLabel(screen)), screen)] : [],
    label('Agent', cut(oneLine([`${name}${version === null ? '' : ` ${version}`}`, model ?? 'model unknown'].join(', ')), besideLabel(screen)), screen),
    ...sandboxInWords(report.sandbox ?? []).flatMap(text => labelled('Sandbox', oneLine(text), screen)),
    ...behavior.judges.length > 0 ? [label('Judge', cut(oneLine(`${behavior.judges.join('; ')}, ${count(behavior.judgeCalls, 'call')}`), besideLabel(screen)), screen)] : [],
    ...replayedLines(routing, behavior, screen),
    ...routing.cases > 0 ? [label('Categories', paint.dim(categories(routing)), screen)] : [],
    ...overlap,
    ...remainderLines(report, routing, behavior, screen),
  ]
}

function headline(name: string, right: string, { graded, passed, errors, cases }: { graded: number, passed: number, errors: number, cases: number }, screen: Screen, minAccuracy = 1): string[] {
  const { paint } = screen
  const shown = graded === 0 ? '' : `${right} (${percent(passed / graded)})`
  const bar = graded > 0 && minAccuracy < 1 ? `, bar ${percent(minAccuracy)}` : ''
  const unmeasured = errors === 0 ? '' : `${errors} of ${cases} could not be measured`
  const parts = [
    paint.bold(passed === graded ? paint.green(shown) : paint.red(shown)) + paint.dim(bar),
    paint.bold(paint.yellow(unmeasured)),
  ].filter(part => part !== '')
  return besideLabel(screen) > widthOf(shown + bar + unmeasured) + 3
    ? [label(name, parts.join(paint.dim(' | ')), screen)]
    : parts.map((part, index) => label(index === 0 ? name : '', part, screen))
}

function withoutSkillLines(behavior: BehaviorSummary, screen: Screen): string[] {
  const text = passedWithoutSkillInWords(behavior)
  return text === null ? [] : labelled('', oneLine(text), screen, screen.paint.yellow)
}

function checkLines({ cases, checks, byKind }: BehaviorSummary, screen: Screen): string[] {
  if (cases === 0 || checks.graded + checks.open === 0)
    return []
  const kinds = checkKinds.map(({ kind, short }) => ({ short, ...byKind[kind] })).filter(one => one.graded + one.open > 0)
  return labelled('Checks', [`${inWords(checks)}:`, kinds.map(one => `${one.short} ${one.met}/${one.graded}`).join(', ')].join(' '), screen, screen.paint.dim)
}

function inWords({ met, graded, open }: CheckCount): string {
  return `${met} of ${graded} met${open > 0 ? `, ${open} not graded` : ''}`
}

function replayedLines(routing: RoutingSummary, behavior: BehaviorSummary, screen: Screen): string[] {
  return replayedInWords(routing, behavior).map(({ of, text }) => label(of, screen.paint.yellow(text), screen))
}

function categories({ byCategory }: RoutingSummary): string {
  return ([['positive', 'positive'], ['near_miss', 'near miss'], ['unrelated', 'unrelated']] as const)
    .map(([key, name]) => ({ name, ...byCategory[key] }))
    .filter(group => group.graded + group.errors > 0)
    .map(group => `${group.name} ${group.passed}/${group.graded}`)
    .join(' | ')
}

/** What is not in the figures. */
function remainderLines(report: Report, routing: RoutingSummary, behavior: BehaviorSummary, screen: Screen): string[] {
  const { paint } = screen
  const lines: string[] = []
  if (report.structure.errors.length > 0)
    lines.push(label('Structure', paint.red(count(report.structure.errors.length, 'error')), screen))
  if (report.skipped.count > 0)
    lines.push(...labelled('Skipped', `${report.skipped.count}: ${report.skipped.reasons.map(one => oneLine(one.reason)).join('; ')}`, screen, paint.yellow))
  const selected = ([['routing', routing.cases, report.leftOut.routing], ['behavior', behavior.cases, report.leftOut.behavior]] as const)
    .filter(([, cases, leftOut]) => cases > 0 && leftOut > 0)
    .map(([tier, cases, leftOut]) => `${cases} of ${cases + leftOut} evaluations${behavior.cases > 0 ? ` in ${tier}` : ''}`)
  if (selected.length > 0)
    lines.push(label('Selected', paint.dim(selected.join(', ')), screen))
  if (report.shard !== undefined)
    lines.push(label('Shard', paint.dim(`${oneLine(report.shard)}${routing.cases > 0 ? ': the bar is held where the shards are merged' : ''}`), screen))
  if (report.partial)
    lines.push(label('Partial', paint.yellow('not every evaluation had its turn'), screen))
  return lines
}
