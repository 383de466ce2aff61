import type { AgentEvent } from '../agent/events.ts'
import type { RunEnd } from './ending.ts'
import type { ObserverOptions, Sight } from './observe.ts'
import type { RoutingDecision } from './result.ts'
import { createObserver } from './observe.ts'

/** What a decider has to know before the first event. */
export interface DeciderOptions extends ObserverOptions {
  /** How many calls are allowed; the next one ends the run. */
  limits: { toolCalls: number, inspections: number }
}

/** Reads one run, event by event, live or from a recording. */
export interface Decider {
  /** Takes the next event. Anything but `null` means that the run has its answer and must be stopped now. */
  push: (event: AgentEvent) => 'decision' | 'tool_budget' | 'inspection_budget' | null
  /** Says what the run showed, once its process is gone. */
  finish: (run: RunEnd) => RoutingDecision
}

/** Makes the decider of one routing run. The same rules decide a live run and its replay. */
export function createDecider({ limits, ...options }: DeciderOptions): Decider {
  const observer = createObserver(options)
  /** Skills of the room that loaded, by the order of their calls: an earlier call without an answer may be the first choice yet. */
  const loaded: { skill: string, order: number }[] = []
  let freeCalls = 0
  let observed: string | null = null
  let stop: 'decision' | 'tool_budget' | 'inspection_budget' | null = null

  function push(event: AgentEvent): typeof stop {
    // The run ends at its decision; what was still under way when the process was stopped must not differ from its replay.
    if (stop !== null && event.type !== 'end' && event.type !== 'warning')
      return stop
    const sight = observer.push(event)
    if (sight?.kind === 'load')
      load(sight)
    // The answer to a call comes before what it loaded.
    if (event.type !== 'tool_result')
      decide()
    if (sight !== null)
      stopAtBudget()
    return stop
  }

  function load({ skill, ok, order }: Extract<Sight, { kind: 'load' }>): void {
    // A load that failed does not end the run. Agents are told what was wrong with the call and often make it again, and a
    // retry that loads is a true measurement where the first attempt alone would be an error. The attempt stays on record
    // (`verdictOf` needs it), it costs a tool call, and the budgets and the clock bound an agent that keeps trying.
    // Nor does a skill from outside the room: the question is what the room does, and a room skill may still follow.
    if (skill.kind === 'other')
      observed ??= skill.skill
    if (skill.kind === 'room' && ok)
      loaded.push({ skill: skill.skill, order })
    loaded.sort((a, b) => a.order - b.order)
  }

  function decide(): void {
    const [first] = loaded
    if (stop !== null || first === undefined || observer.isLoadingBefore(first.order))
      return
    observe(first)
    stop = 'decision'
  }

  function observe(first: typeof loaded[number]): void {
    observed = first.skill
    // The call that decides is free, so that an agent which loads the skill with its last call is not over its budget.
    if (first.order > 0)
      freeCalls = 1
  }

  function stopAtBudget(): void {
    // Calls of one reply arrive before their answers: a run must not be stopped as undecided while a skill is loading.
    if (stop !== null || observer.isLoading())
      return
    const { toolCalls, inspections } = observer.observation()
    if (toolCalls > limits.toolCalls)
      stop = 'tool_budget'
    else if (inspections > limits.inspections)
      stop = 'inspection_budget'
  }

  function finish(run: RunEnd): RoutingDecision {
    const seen = observer.observation()
    const ending = stop === null ? observer.ending(run, 'decided') : { stop, error: null }
    const [first] = loaded
    // The agent is done, so what was called earlier and has no answer will never load. A run that broke might have shown that it does.
    if (stop === null && first !== undefined && ending.error === null)
      observe(first)
    return { observed, ...ending, ...seen, toolCalls: seen.toolCalls - freeCalls }
  }

  return { push, finish }
}
