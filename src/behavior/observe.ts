import type { AgentEvent, Usage } from '../agent/events.ts'
import type { RunEnd } from '../routing/ending.ts'
import type { ObserverOptions } from '../routing/observe.ts'
import type { StopReason } from '../routing/result.ts'
import type { Outcome, ShownByRun } from './result.ts'
import { createObserver } from '../routing/observe.ts'
import { noDecision } from '../routing/result.ts'
import { notesOnSkills } from '../routing/verdict.ts'
import { spoken } from './passages.ts'

/** What has to be known beside the events of a run. */
export interface ObserveOptions extends ObserverOptions {
  /** Folder name of the evaluation's skill, for the notes; `null` for a run without it. */
  skill: string | null
  /** Tokens of the replies that the agent printed: all there is to know of a run that was stopped before its end. */
  usage?: Usage
}

/** What a finished run showed, by the rules of routing, without an end at the first decision and without budgets. Plain data. */
export interface ObservedRun extends ShownByRun {
  /** Why the run grades nothing, and in words; both `null` when the agent ended properly. */
  failure: Extract<Outcome, 'agent_error' | 'timeout' | 'over_budget'> | null
  error: string | null
  /** The agent's last word; `''` when it said nothing. */
  resultText: string
  /** Remarks for the reader: a contaminated room, a skill that was never loaded. */
  notes: string[]
}

/** Says what a finished run showed, live or from a recording. */
export function observeRun(events: readonly AgentEvent[], end: RunEnd, { skill, usage = {}, ...options }: ObserveOptions): ObservedRun {
  const observer = createObserver(options)
  for (const event of events)
    observer.push(event)
  const seen = observer.observation()
  const { stop, error } = observer.ending(end, 'was done')
  return {
    stop,
    failure: error === null ? null : failureOf(stop, end, observer.end()),
    error,
    activations: seen.activations,
    toolCalls: seen.toolCalls + seen.inspections,
    room: seen.room,
    model: seen.model,
    agentVersion: seen.agentVersion,
    usage: Object.keys(seen.usage).length > 0 ? seen.usage : usage,
    costUsd: seen.costUsd,
    apiStatus: seen.apiStatus,
    resultText: observer.end()?.text ?? spoken(events).findLast(one => !one.subagent)?.text ?? '',
    // Why the run ended is the one thing to know of it.
    notes: error === null ? notesOnSkills(skill, seen) : [],
  }
}

/** The part of {@link notRun} that the graded evaluation has too. */
export function shownNothing(error: string): ShownByRun {
  const { stop, activations, toolCalls, room, model, agentVersion, usage, costUsd, apiStatus } = noDecision('not_run', error)
  return { stop, activations, toolCalls, room, model, agentVersion, usage, costUsd, apiStatus }
}

/** What is known of a run that did not take place: a hook failed before it, or there is no recording to grade. */
export function notRun(error: string): ObservedRun {
  return { ...shownNothing(error), failure: 'agent_error', error, resultText: '', notes: [] }
}

function failureOf(stop: StopReason, run: RunEnd, end: Extract<AgentEvent, { type: 'end' }> | null): ObservedRun['failure'] {
  if (stop === 'timeout')
    return 'timeout'
  // Nothing but a limit stops a run that is not asked to decide.
  return end?.reason === 'budget' || run.reason === 'stopped' ? 'over_budget' : 'agent_error'
}
