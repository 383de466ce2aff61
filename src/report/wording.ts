import type { CheckKind } from '../behavior/result.ts'
import type { BehaviorSummary } from '../behavior/summary.ts'
import type { RoutingCase } from '../routing/result.ts'
import type { Interval } from '../routing/statistics.ts'
import type { RoutingSummary, Sighting } from '../routing/summary.ts'
import type { Report } from './report.ts'
import type { EvaluationTrials, TrialsSummary } from './trials.ts'
import { groupBy } from '../catalog/group-by.ts'
import { isOtherSkill } from '../routing/names.ts'
import { firedSkill } from '../routing/skill-summary.ts'
import { budgetNote, neverLoaded } from '../routing/verdict.ts'
import { count, duration, money, percent } from './figures.ts'

/** Evaluations that were graded and are wrong, in the order they came. */
export function wrongCases(cases: RoutingCase[]): RoutingCase[] {
  return cases.filter(one => one.verdict !== 'error' && !one.passed)
}

/** A skill by name, or `no skill`. */
export function skillName(skill: string | null): string {
  return skill ?? 'no skill'
}

/** What fired, in words that also say when it did not load or is not of the room. */
export function firedInWords(one: RoutingCase): string {
  const fired = firedSkill(one)
  if (fired === null)
    return 'no skill fired'
  if (one.observed === null)
    return `called ${fired}, which did not load`
  return isOtherSkill(fired) ? `fired ${fired} (not in the room)` : `fired ${fired}`
}

/** Why a graded run stopped, short enough to stand beside a place: `decided after 2 tool calls`. */
export function whyStopped(one: RoutingCase): string {
  switch (one.stop) {
    case 'tool_budget': return `budget ran out at tool call ${one.toolCalls}`
    case 'inspection_budget': return `budget ran out at look ${one.inspections} at the skills tree`
    case 'decision': return `decided after ${count(one.toolCalls, 'tool call')}`
    default: return `agent ended after ${count(one.toolCalls, 'tool call')}`
  }
}

/** The notes of an evaluation without the one on its budget, which `whyStopped` or the remarks say. */
export function furtherNotes(one: RoutingCase): string[] {
  return one.notes.filter(note => note !== budgetNote(one))
}

/** What the reader should know of the sessions before trusting the figures. */
export function remarksOn(summary: RoutingSummary, { name, observes }: Report['agent']): string[] {
  const { sessions, nearBudget, graded } = summary
  const remarks: string[] = []
  if (graded > 0 && observes?.activation === 'read')
    remarks.push(`${name} has no tool for skills: a skill counts as loaded when its SKILL.md is printed.`)
  if (sessions.other.length > 0)
    remarks.push(`Contaminated room: skills from outside it fired: ${runs(sessions.other)}.`)
  if (sessions.extra.length > 0)
    remarks.push(`Agents listed skills that are not in the room: ${runs(sessions.extra)}.`)
  if (sessions.missing.length > 0)
    remarks.push(`Agents did not list skills of the room: ${runs(sessions.missing)}.`)
  if (graded > 0 && sessions.checked === 0)
    remarks.push(observes?.skills === false ? `${name} does not list its skills: the room could not be checked.` : 'The room could not be checked: no agent listed its skills.')
  if (nearBudget.length > 0)
    remarks.push(`Stopped by a budget, or within one call of it (${nearBudget.length}): ${some(nearBudget)}.`)
  return remarks
}

/** What the reader should know of the sessions of behavior before trusting the figures. */
export function remarksOnBehavior({ sessions }: BehaviorSummary): string[] {
  return sessions.extra.length === 0 ? [] : [`In behavior, agents listed skills beside the one that was installed: ${runs(sessions.extra)}.`]
}

/** Which evaluations passed without their skill; `null` when none did. The number that passed does not say it. */
export function passedWithoutSkillInWords({ passed, passedWithoutSkill }: BehaviorSummary): string | null {
  const number = passedWithoutSkill.length
  return number === 0 ? null : `${number} of the ${passed} that passed did so without the skill, which the agent never loaded: ${some(passedWithoutSkill)}`
}

/** Notes on evaluations that passed, identical ones together, but for what `passedWithoutSkillInWords` says. A wrong evaluation says its notes itself. */
export function notesOnPassed({ cases, behavior }: Pick<Report, 'cases' | 'behavior'>): string[] {
  const noted = [...cases.map(one => ({ ...one, notes: furtherNotes(one) })), ...behavior.map(one => ({ ...one, notes: one.notes.filter(note => note !== neverLoaded(one.skill)) }))]
  const notes = noted.filter(one => one.passed).flatMap(({ id, notes }) => notes.map(note => ({ id, note })))
  return [...groupBy(notes, one => one.note)].map(([note, group]) => `${note} (${some(group.map(one => one.id))})`)
}

/** The kinds of checks in the order they are told, and their short names. */
export const checkKinds: { kind: CheckKind, short: string }[] = [
  { kind: 'expected_behavior', short: 'expected' },
  { kind: 'unexpected_behavior', short: 'unexpected' },
  { kind: 'logs_contain', short: 'logs' },
  { kind: 'files_exist', short: 'files' },
  { kind: 'hook', short: 'hooks' },
]

/** What the run cost, the judge apart from the agents. `of` is whose it is, where there is more than one. */
export function costs(routing: RoutingSummary, behavior: BehaviorSummary): { of: string | null, text: string }[] {
  if (behavior.cases === 0)
    return [{ of: null, text: money(routing.spending) }]
  return [
    ...routing.cases > 0 ? [{ of: 'routing', text: money(routing.spending) }] : [],
    { of: routing.cases > 0 ? 'behavior' : 'agents', text: money(behavior.spending.agent) },
    ...behavior.spending.judge.runs > 0 ? [{ of: 'judge', text: money(behavior.spending.judge) }] : [],
    ...behavior.spending.baseline.runs > 0 ? [{ of: 'baseline', text: money(behavior.spending.baseline) }] : [],
  ]
}

/** How many evaluations no agent was run for, and what they were graded from instead. */
export function replayedInWords(routing: RoutingSummary, behavior: BehaviorSummary): { of: string, text: string }[] {
  const cases = routing.cases + behavior.cases
  const cached = routing.cached + behavior.cached
  const recorded = routing.replayed + behavior.replayed - cached
  const share = (part: number): string => part === cases ? 'all' : `${part} of ${cases}`
  return [
    ...recorded > 0 ? [{ of: 'Replayed', text: `${share(recorded)} from recordings: no agent ran, and nothing is said of a model today` }] : [],
    ...cached > 0 ? [{ of: 'Reused', text: `${share(cached)} from the cache: nothing they could see has changed, and no agent ran` }] : [],
  ]
}

/** How long agents and judge took, apart. */
export function times(routing: RoutingSummary, behavior: BehaviorSummary): string {
  const replayed = routing.replayed + behavior.replayed > 0 ? ', as recorded' : ''
  const judge = behavior.judgeCalls > 0 ? `, judge ${duration(behavior.elapsedMs.judge)}` : ''
  const agents = routing.cases > 0 && behavior.cases > 0
    ? `routing ${duration(routing.elapsedMs)}, behavior ${duration(behavior.elapsedMs.agent)}`
    : `agents ${duration(routing.elapsedMs + behavior.elapsedMs.agent)}`
  const baseline = behavior.elapsedMs.baseline > 0 ? `, baseline ${duration(behavior.elapsedMs.baseline)}` : ''
  return agents + judge + baseline + replayed
}

/** How the runs of many evaluations went: `5 of each, 92% of runs passed (82% to 97%)`. */
export function trialsInWords(summary: TrialsSummary): string {
  const { asked, rate, interval, passAtK, passHatK, flaky, errors, stoppedEarly } = summary
  return [
    `${asked} of each`,
    `${percent(rate)} of runs passed${range(interval)}`,
    ...passAtK === null || passHatK === null ? [] : [`any of ${asked} ${percent(passAtK)}, all ${asked} ${percent(passHatK)}`],
    ...flaky.length === 0 ? [] : [`${flaky.length} flaky`],
    ...errors === 0 ? [] : [`${count(errors, 'run')} could not be measured`],
    ...stoppedEarly ? ['stopped where the answer was sure, so that rates have no interval'] : [],
  ].join(' | ')
}

/** How the runs of one evaluation went: `3 of 5 passed (23% to 88%), bar 60%, flaky`. */
export function trialsOfOne({ one, graded, passed, errors, interval, flaky, stoppedEarly }: EvaluationTrials): string {
  const bar = one.trials?.passRate ?? 1
  return [
    `${passed} of ${graded} passed${range(interval)}`,
    ...bar < 1 ? [`bar ${percent(bar)}`] : [],
    ...flaky ? ['flaky'] : [],
    ...errors === 0 ? [] : [`${errors} not measured`],
    ...stoppedEarly ? ['stopped early'] : [],
  ].join(', ')
}

function range(interval: Interval | null): string {
  return interval === null ? '' : ` (${percent(interval.low)} to ${percent(interval.high)})`
}

/** The first few of many, and how many more there are. */
export function some(names: string[], limit = 8): string {
  const more = names.length - limit
  return more > 0 ? `${names.slice(0, limit).join(', ')} and ${more} more` : names.join(', ')
}

function runs(sightings: Sighting[]): string {
  return some(sightings.map(one => `${one.skill.replace(/^other:/, '')} (${count(one.count, 'run')})`))
}
