import type { AgentEvent } from '../agent/events.ts'
import type { RunEnd } from './ending.ts'
import type { RoomSkill } from './names.ts'
import type { Activation, RoutingDecision } from './result.ts'
import { readEnding } from './ending.ts'
import { lookAtSkillsTree } from './inspection.ts'
import { createRoomNames } from './names.ts'

/** What a decider has to know before the first event. */
export interface DeciderOptions {
  room: RoomSkill[]
  /** How many calls are allowed; the next one ends the run. */
  limits: { toolCalls: number, inspections: number }
  agent: {
    /** Relative, with `/`: `.claude/skills`. */
    skillsFolder: string
    /** Tools that load a skill. Empty for an agent that opens SKILL.md itself. */
    skillTools: string[]
    /** Tools that plan or note only: free for both budgets. */
    bookkeepingTools: string[]
  }
}

/** Reads one run, event by event, live or from a recording. */
export interface Decider {
  /** Takes the next event. Anything but `null` means that the run has its answer and must be stopped now. */
  push: (event: AgentEvent) => 'decision' | 'tool_budget' | 'inspection_budget' | null
  /** Says what the run showed, once its process is gone. */
  finish: (run: RunEnd) => RoutingDecision
}

/** Makes the decider of one routing run. The same rules decide a live run and its replay. */
export function createDecider({ room, limits, agent }: DeciderOptions): Decider {
  const names = createRoomNames(room)
  const roomNames = new Set(room.map(skill => skill.name))
  const activations: Activation[] = []
  const unknownNames: string[] = []
  const calls = new Set<string>()
  const skillCalls = new Set<string>()
  const unansweredSkillCalls = new Set<string>()
  const unansweredReads = new Map<string, string[]>()
  const surveys = new Set<string>()
  let toolCalls = 0
  let inspections = 0
  let observed: string | null = null
  let stop: 'decision' | 'tool_budget' | 'inspection_budget' | null = null
  let start: Extract<AgentEvent, { type: 'start' }> | null = null
  let end: Extract<AgentEvent, { type: 'end' }> | null = null
  let endIsLast = false
  let lastSeen: string | null = null
  let lastWarning: string | null = null

  function push(event: AgentEvent): typeof stop {
    if (event.type === 'end') {
      end = event
      endIsLast = true
      return stop
    }
    if (event.type === 'warning') {
      lastWarning = event.text
      return stop
    }
    // The run ends at its decision; what was still under way when the process was stopped must not differ from its replay.
    if (stop !== null || event.type === 'unknown')
      return stop
    // An `end` that is followed by work was not the end: a subagent went on, and what it did next decides.
    endIsLast = false
    lastSeen = inWords(event)
    if (event.type === 'start')
      begin(event)
    else if (event.type === 'tool_call')
      call(event)
    else if (event.type === 'activation')
      activate(event)
    else if (event.type === 'tool_result')
      answered(event.id)
    return stop
  }

  function begin(event: Extract<AgentEvent, { type: 'start' }>): void {
    start ??= event
    if (event.skills !== null)
      names.list(event.skills)
  }

  function call(event: Extract<AgentEvent, { type: 'tool_call' }>): void {
    if (event.id !== '' && calls.has(event.id))
      return
    calls.add(event.id)
    if (agent.bookkeepingTools.includes(event.name))
      return
    if (agent.skillTools.includes(event.name)) {
      toolCalls++
      skillCalls.add(event.id)
      unansweredSkillCalls.add(event.id)
      return stopAtBudget()
    }
    const look = lookAtSkillsTree(event.input, agent.skillsFolder, name => roomNames.has(name))
    if (look.opens.length > 0)
      unansweredReads.set(event.id, look.opens)
    if (look.inspects)
      inspections++
    else
      toolCalls++
    stopAtBudget()
  }

  function activate(event: Extract<AgentEvent, { type: 'activation' }>): void {
    if (event.via === 'read' && (hasSkillTool() || isSurvey(event)))
      return
    answered(event.call)
    const named = names.identify(event.skill, event.ok)
    if (named.kind === 'unknown') {
      unknownNames.push(named.name)
      return stopAtBudget()
    }
    activations.push({
      skill: named.skill,
      ok: event.ok,
      ...(event.reason === undefined ? {} : { reason: event.reason }),
      subagent: event.parent !== undefined,
    })
    if (named.kind === 'room' && event.ok) {
      observed = named.skill
      // The call that decides is free, so that an agent which loads the skill with its last call is not over its budget.
      if (skillCalls.has(event.call))
        toolCalls--
      stop = 'decision'
      return
    }
    // A load that failed does not end the run. Agents are told what was wrong with the call and often make it again, and a
    // retry that loads is a true measurement where the first attempt alone would be an error. The attempt stays on record
    // (`verdictOf` needs it), it costs a tool call, and the budgets and the clock bound an agent that keeps trying.
    // Nor does a skill from outside the room: the question is what the room does, and a room skill may still follow.
    if (named.kind === 'other')
      observed ??= named.skill
    stopAtBudget()
  }

  function answered(id: string): void {
    unansweredSkillCalls.delete(id)
    unansweredReads.delete(id)
  }

  function stopAtBudget(): void {
    // Calls of one reply arrive before their answers: a run must not be stopped as undecided while a skill is loading.
    if (unansweredSkillCalls.size > 0)
      return
    if (toolCalls > limits.toolCalls)
      stop = 'tool_budget'
    else if (inspections > limits.inspections)
      stop = 'inspection_budget'
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

  function finish(run: RunEnd): RoutingDecision {
    const ending = stop === null
      ? readEnding(run, { end: endIsLast ? end : null, lastSeen, lastWarning })
      : { stop, error: null }
    return {
      observed,
      ...ending,
      activations: [...activations],
      unknownNames: [...unknownNames],
      toolCalls,
      inspections,
      room: names.check(),
      model: start?.model ?? null,
      agentVersion: start?.version ?? null,
      // Money that was spent is spent, also when the agent's last word came after the decision.
      usage: end?.usage ?? {},
      costUsd: end?.costUsd ?? null,
    }
  }

  return { push, finish }
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
