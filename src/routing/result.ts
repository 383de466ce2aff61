import type { Usage } from '../agent/events.ts'
import type { Trials } from '../run/trials.ts'

/** The answer to one routing evaluation. `error` is not an answer: it is in no denominator. */
export type Verdict = 'correct_trigger' | 'true_negative' | 'missed_trigger' | 'wrong_skill' | 'false_trigger' | 'error'

/** Why a run stopped. Only the first four can carry a verdict. `not_run`: there is neither an agent's run nor a recording to grade. */
export type StopReason = 'decision' | 'end' | 'tool_budget' | 'inspection_budget' | 'timeout' | 'crash' | 'api_error' | 'cut' | 'cancelled' | 'not_run'

/** A skill load that the run saw, in order. */
export interface Activation {
  /** Folder name of the room skill, or `other:<name>` for an installed skill that is not in the room. */
  skill: string
  /** Loaded. */
  ok: boolean
  reason?: string
  /** Inside a subagent. */
  subagent: boolean
}

/** How the room that the agent says it saw differs from the one it was given. Empty lists when it says nothing. */
export interface RoomCheck {
  /** Whether the agent listed its skills at all. */
  observed: boolean
  missing: string[]
  extra: string[]
}

/** What a run showed, whatever the question is. */
export interface Observation {
  activations: Activation[]
  /** Calls to a name that no installed skill has. */
  unknownNames: string[]
  /** Calls, without bookkeeping and looks at the skills tree. */
  toolCalls: number
  inspections: number
  room: RoomCheck
  model: string | null
  agentVersion: string | null
  usage: Usage
  /** US dollars as the agent says; `null` is unknown, not free. */
  costUsd: number | null
  /** HTTP status of the API error that ended the run; `null` when none did, or it is not known. */
  apiStatus: number | null
}

/** What one routing run showed, independent of what was expected. */
export interface RoutingDecision extends Observation {
  /** Room skill that fired first, `other:<name>`, or `null`. */
  observed: string | null
  stop: StopReason
  /** The reason when nothing can be concluded. */
  error: string | null
}

/** What is known of a run that did not take place, or left nothing. */
export function noDecision(stop: StopReason, error: string): RoutingDecision {
  return {
    observed: null,
    stop,
    activations: [],
    unknownNames: [],
    toolCalls: 0,
    inspections: 0,
    room: { observed: false, missing: [], extra: [] },
    error,
    model: null,
    agentVersion: null,
    usage: {},
    costUsd: null,
    apiStatus: null,
  }
}

/** One of several runs of a routing evaluation. */
export type RoutingTrial = Pick<RoutingCase, 'verdict' | 'passed' | 'observed' | 'stop' | 'error' | 'elapsedMs' | 'usage' | 'costUsd' | 'record' | 'notes'>

/** One graded routing evaluation: what the report, `report.json` and `task.meta.eval` hold. Plain data. */
export interface RoutingCase extends RoutingDecision {
  tier: 'routing'
  id: string
  /** Owner of the evaluation; `null` for the shared pool. */
  skill: string | null
  category: 'positive' | 'near_miss' | 'unrelated'
  extended: boolean
  prompt: string
  /** Absolute path and place of the evaluation's id. */
  file: string
  line: number
  column: number
  /** Skill that should fire, or `null`. */
  expected: string | null
  verdict: Verdict
  /** `correct_trigger` or `true_negative`. */
  passed: boolean
  /** Wall time of the agent in milliseconds; of the recorded run when replayed. */
  elapsedMs: number
  /** All its runs, when several were asked for; the rest of this is that of the one that shows what was decided. */
  trials: Trials<RoutingTrial> | null
  /** Folder of the run record, absolute, when one was kept. */
  record: string | null
  /** Graded from a recording, or from the cache: no agent ran. */
  replayed: boolean
  /** From the cache: a run that saw the same was made before. */
  cached: boolean
  /** When a kept run is graded again: what it was graded as before. */
  before?: string
  /** Remarks for the reader: contaminated room, changed room, budget stop. */
  notes: string[]
}
