import type { Activation, Observation, RoutingDecision, StopReason, Verdict } from './result.ts'
import { isOtherSkill } from './names.ts'
import { roomNote } from './strict-room.ts'

/** The answer to one evaluation, and what the reader should know about it. */
export interface RoutingVerdict {
  verdict: Verdict
  /** Why there is no answer; `null` with every verdict but `error`. */
  error: string | null
  notes: string[]
}

/** Raised when the same run would get another verdict than before: reports with different ones are not comparable. */
export const routingGrader = 2

const STOPS_WITHOUT_VERDICT: StopReason[] = ['timeout', 'crash', 'api_error', 'cut', 'cancelled', 'not_run']

/**
 * Compares what a run showed with what was expected. Total: every decision has a verdict, and none that proves nothing
 * passes.
 *
 * @param expected folder name of the skill that should fire; `null` when none should
 * @param decision what the run showed
 * @param refusal why this run may answer nothing, whatever it showed
 */
export function verdictOf(expected: string | null, decision: RoutingDecision, refusal: string | null = null): RoutingVerdict {
  const compared = compare(expected, decision)
  // What broke the run says more than that its room was wrong, too.
  const { verdict, error } = refusal === null || compared.verdict === 'error' ? compared : noAnswer(refusal)
  return { verdict, error, notes: notesOn(expected, decision, verdict) }
}

function compare(expected: string | null, decision: RoutingDecision): Omit<RoutingVerdict, 'notes'> {
  const { observed, stop } = decision
  const failed = failedLoads(decision)
  if (observed !== null && !isOtherSkill(observed)) {
    if (expected === null)
      return answer('false_trigger')
    if (observed === expected)
      return answer('correct_trigger')
    // The agent chose right and could not load it; what it fell back to says nothing about the choice.
    const expectedFailed = failed.find(attempt => attempt.skill === expected)
    return expectedFailed ? noAnswer(loadFailure(expectedFailed)) : answer('wrong_skill')
  }
  // The attempt was the mistake, and nothing that went wrong later undoes it. One that loaded may be undecided: another was called before it.
  if (expected === null && decision.activations.some(one => !isOtherSkill(one.skill)))
    return answer('false_trigger')
  if (decision.error !== null)
    return noAnswer(decision.error)
  if (STOPS_WITHOUT_VERDICT.includes(stop))
    return noAnswer(`The run ended (${stop}) before the agent decided.`)
  const attempt = failed.find(one => one.skill === expected) ?? failed[0]
  if (attempt)
    return noAnswer(loadFailure(attempt))
  if (observed !== null)
    return answer(expected === null ? 'false_trigger' : 'wrong_skill')
  // A decision for no skill cannot be; taken as "nothing fired", it would let a `false` pass on a damaged record.
  if (stop === 'decision')
    return noAnswer('The run was stopped at a decision, but no skill is on record.')
  return answer(expected === null ? 'true_negative' : 'missed_trigger')
}

function notesOn(expected: string | null, decision: RoutingDecision, verdict: Verdict): string[] {
  const { observed, activations } = decision
  const notes = contamination(decision)
  const deciding = activations.find(one => one.ok && one.skill === observed)
  if (deciding?.subagent)
    notes.push(`${deciding.skill} fired inside a subagent.`)
  if (verdict !== 'error')
    notes.push(...failedLoads(decision).map(loadFailure))
  notes.push(...strangeNames(decision))
  const budget = budgetNote(decision)
  if (budget !== null)
    notes.push(budget)
  return notes
}

/** What the reader should know of the skills in a run that was to the end, its own skill among them. */
export function notesOnSkills(skill: string | null, seen: Observation): string[] {
  const notes = [...contamination(seen), ...failedLoads(seen).map(loadFailure), ...strangeNames(seen)]
  if (skill === null)
    return notes
  if (!seen.activations.some(one => one.skill === skill))
    notes.push(neverLoaded(skill))
  return notes
}

/** Says of a run that it was made without the skill. */
export function neverLoaded(skill: string): string {
  return `The agent never loaded ${skill}: what it did, it did without the skill.`
}

/** Whether skills from outside the room had a part in a run, or some of the room had none: the next run may be another. */
export function isContaminated({ activations, room }: Pick<Observation, 'activations' | 'room'>): boolean {
  return room.missing.length > 0 || activations.some(one => isOtherSkill(one.skill))
}

function contamination({ activations, room }: Observation): string[] {
  const used = unique(activations.filter(one => isOtherSkill(one.skill)).map(one => one.skill.slice('other:'.length)))
  const listed = roomNote({ room })
  return [
    ...used.length === 0 ? [] : [`Contaminated room: by its own words the agent loaded ${used.join(', ')}, which ${used.length === 1 ? 'is' : 'are'} not in the room.`],
    ...listed === null ? [] : [listed],
  ]
}

function strangeNames({ unknownNames }: Observation): string[] {
  const unknown = unique(unknownNames.map(name => name || '(no name)'))
  return unknown.length === 0 ? [] : [`The agent called ${unknown.join(', ')}, which no installed skill is named.`]
}

/** Says which budget stopped a run; `null` when none did. */
export function budgetNote({ stop, toolCalls, inspections }: RoutingDecision): string | null {
  if (stop === 'tool_budget')
    return `Stopped by the budget at tool call ${toolCalls}.`
  return stop === 'inspection_budget' ? `Stopped by the budget at look ${inspections} at the skills tree.` : null
}

function failedLoads(decision: Observation): Activation[] {
  return decision.activations.filter(one => !one.ok && !isOtherSkill(one.skill))
}

function loadFailure({ skill, reason, subagent }: Activation): string {
  const where = subagent ? ' inside a subagent' : ''
  const why = reason === undefined ? '' : `: ${reason.trim().replace(/\s+/g, ' ')}`
  return `The agent called ${skill}${where}, but it did not load${why}${/[.!?]$/.test(why) ? '' : '.'}`
}

function answer(verdict: Exclude<Verdict, 'error'>): Omit<RoutingVerdict, 'notes'> {
  return { verdict, error: null }
}

function noAnswer(error: string): Omit<RoutingVerdict, 'notes'> {
  return { verdict: 'error', error }
}

function unique(names: string[]): string[] {
  return [...new Set(names)]
}
