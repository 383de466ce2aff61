import type { AgentEvent } from '../agent/events.ts'
import type { Ending, RunEnd } from './ending.ts'
import type { NamedSkill, RoomSkill } from './names.ts'
import type { Activation, Observation } from './result.ts'
import { readEnding } from './ending.ts'
import { lookAtSkillsTree } from './inspection.ts'
import { createRoomNames } from './names.ts'

/** What an observer has to know before the first event. */
export interface ObserverOptions {
  room: readonly RoomSkill[]
  agent: {
    /** Relative, with `/`: `.claude/skills`. */
    skillsFolder: string
    /** Tools that load a skill. Empty for an agent that opens SKILL.md itself. */
    skillTools: readonly string[]
    /** Tools that plan or note only: no work, and free for all budgets. */
    bookkeepingTools: readonly string[]
  }
}

/** An event that counts: a call, or the attempt to load a skill. */
export type Sight
  = | { kind: 'call' }
  /** `order`: place of its call among the calls for a skill, from 1; 0 where it took no call of its own. */
    | { kind: 'load', skill: NamedSkill, ok: boolean, order: number }

/** Reads one run, event by event, live or from a recording: the one set of rules for all tiers. */
export interface Observer {
  /** Takes the next event and says what it counts for; `null`: nothing. */
  push: (event: AgentEvent) => Sight | null
  /** Whether the agent called for a skill and has no answer yet. */
  isLoading: () => boolean
  /** Whether it did so before the call with this place, and has no answer to that yet. */
  isLoadingBefore: (order: number) => boolean
  observation: () => Observation
  /** Why the run stopped, once its process is gone. `due`: what the agent was to do before that. */
  ending: (run: RunEnd, due: 'decided' | 'was done') => Ending
  /** The last `end` event, unless the agent went on working after it. */
  end: () => Extract<AgentEvent, { type: 'end' }> | null
}

/** Makes the observer of one run. */
export function createObserver({ room, agent }: ObserverOptions): Observer {
  const names = createRoomNames(room)
  const roomNames = new Set(room.map(skill => skill.name))
  const activations: { order: number, activation: Activation }[] = []
  const unknownNames: string[] = []
  const calls = new Set<string>()
  /** Calls for a skill, and which of them each was. */
  const skillCalls = new Map<string, number>()
  const unansweredSkillCalls = new Set<string>()
  const unansweredReads = new Map<string, string[]>()
  const surveys = new Set<string>()
  let toolCalls = 0
  let inspections = 0
  let start: Extract<AgentEvent, { type: 'start' }> | null = null
  let end: Extract<AgentEvent, { type: 'end' }> | null = null
  let endIsLast = false
  let lastSeen: string | null = null
  let lastWarning: string | null = null

  function push(event: AgentEvent): Sight | null {
    if (event.type === 'end') {
      end = event
      endIsLast = true
      return null
    }
    if (event.type === 'warning')
      lastWarning = event.text
    if (event.type === 'warning' || event.type === 'unknown')
      return null
    // An `end` that is followed by work was not the end: a subagent went on, and what it did next counts.
    endIsLast = false
    lastSeen = inWords(event)
    switch (event.type) {
      case 'start': return begin(event)
      case 'tool_call': return call(event)
      case 'activation': return activate(event)
      case 'tool_result': return answered(event.id)
      default: return null
    }
  }

  function begin(event: Extract<AgentEvent, { type: 'start' }>): null {
    start ??= event
    if (event.skills !== null)
      names.list(event.skills)
    return null
  }

  function call(event: Extract<AgentEvent, { type: 'tool_call' }>): Sight | null {
    if (event.id !== '' && calls.has(event.id))
      return null
    calls.add(event.id)
    if (agent.bookkeepingTools.includes(event.name))
      return null
    if (agent.skillTools.includes(event.name)) {
      toolCalls++
      skillCalls.set(event.id, skillCalls.size + 1)
      unansweredSkillCalls.add(event.id)
      return { kind: 'call' }
    }
    const look = lookAtSkillsTree(event.input, agent.skillsFolder, name => roomNames.has(name))
    if (look.opens.length > 0)
      unansweredReads.set(event.id, look.opens)
    if (look.inspects)
      inspections++
    else
      toolCalls++
    return { kind: 'call' }
  }

  function activate(event: Extract<AgentEvent, { type: 'activation' }>): Sight | null {
    if (event.via === 'read' && (hasSkillTool() || isSurvey(event)))
      return null
    answered(event.call)
    const skill = names.identify(event.skill, event.ok)
    const order = skillCalls.get(event.call) ?? 0
    if (skill.kind === 'unknown') {
      unknownNames.push(skill.name)
    }
    else {
      const reason = event.reason === undefined ? {} : { reason: event.reason }
      activations.push({ order, activation: { skill: skill.skill, ok: event.ok, ...reason, subagent: event.parent !== undefined } })
    }
    return { kind: 'load', skill, ok: event.ok, order }
  }

  function answered(id: string): null {
    unansweredSkillCalls.delete(id)
    unansweredReads.delete(id)
    return null
  }

  function hasSkillTool(): boolean {
    const tools = start?.tools ?? null
    return tools === null ? agent.skillTools.length > 0 : tools.some(tool => agent.skillTools.includes(tool))
  }

  /** Several skills' files opened side by side are a look around, not a choice: none of them counts. */
  function isSurvey(event: Extract<AgentEvent, { type: 'activation' }>): boolean {
    const opened = new Set([event.skill, ...[...unansweredReads.values()].flat()])
    if (opened.size > 1) {
      for (const read of [event.call, ...unansweredReads.keys()])
        surveys.add(read)
    }
    return surveys.has(event.call)
  }

  function lastEnd(): Extract<AgentEvent, { type: 'end' }> | null {
    return endIsLast ? end : null
  }

  return {
    push,
    isLoading: () => unansweredSkillCalls.size > 0,
    isLoadingBefore: order => [...unansweredSkillCalls].some(id => (skillCalls.get(id) ?? 0) < order),
    end: lastEnd,
    ending: (run, due) => readEnding(run, { end: lastEnd(), lastSeen, lastWarning }, due),
    observation: () => ({
      // Answers of calls side by side come in any order; the calls tell what was chosen first.
      activations: activations.toSorted((a, b) => a.order - b.order).map(({ activation }) => activation),
      unknownNames: [...unknownNames],
      toolCalls,
      inspections,
      room: names.check(),
      model: start?.model ?? null,
      agentVersion: start?.version ?? null,
      // Money that was spent is spent, also when the agent's last word came after a decision.
      usage: end?.usage ?? {},
      costUsd: end?.costUsd ?? null,
      apiStatus: end?.status ?? null,
    }),
  }
}

function inWords(event: AgentEvent): string {
  switch (event.type) {
    case 'start': return 'the agent started'
    case 'tool_call': return `a call of ${event.name}`
    case 'tool_result': return 'the answer to a call'
    case 'activation': return `the load of the skill ${event.skill}`
    default: return 'a message'
  }
}
