import type { Usage } from '../agent/events.ts'
import type { Activation, RoomCheck, StopReason } from '../routing/result.ts'
import type { Trials } from '../run/trials.ts'

/**
 * What became of one behavior evaluation. Only `passed` and `failed` are answers about the skill; the others say that it could not be
 * measured, and are in no denominator.
 */
export type Outcome = 'passed' | 'failed' | 'agent_error' | 'judge_error' | 'hook_error' | 'timeout' | 'over_budget'

/** The keys of a dataset that hold expectations, and `hook` for what `check` of the hooks file found. */
export type CheckKind = 'expected_behavior' | 'unexpected_behavior' | 'logs_contain' | 'files_exist' | 'hook'

/** One graded expectation. Plain data. */
export interface Check {
  kind: CheckKind
  /** The expectation as it stands in the dataset; for a hook, `check` and the name of the hooks file. */
  text: string
  /** The expectation with its placeholders filled in, where that differs. */
  expanded?: string
  /** `null`: could not be graded, such as a judged line without an answer. Never taken for a failed expectation. */
  passed: boolean | null
  /** What was asked for and what was seen instead, in words for the reader. */
  expected: string
  observed: string
  /** What the answer rests on: the place where a literal was found or the nearest thing to it, a file's path, the judge's reason. */
  evidence: string | null
  /** Judged lines: how many of the judge's votes were for a pass. */
  votes?: { pass: number, of: number }
  /** A hook's failed assertion: Vitest's own diff, ready to print, without colours. */
  diff?: string
  /** Place of the expectation in the dataset; for a hook, of the evaluation's id. */
  line: number
  column: number
}

/** What the judge of one evaluation took, all its calls together. `null` is unknown, not free. */
export interface JudgeCost {
  agent: string
  version: string | null
  model: string | null
  /** Runs of the judge: votes, and questions that were asked again. */
  calls: number
  usage: Usage
  costUsd: number | null
  elapsedMs: number
}

/** What a run showed of itself. */
export interface ShownByRun {
  stop: StopReason
  activations: Activation[]
  /** Calls that the agent made, bookkeeping aside. */
  toolCalls: number
  room: RoomCheck
  model: string | null
  agentVersion: string | null
  /** Of the agent alone. */
  usage: Usage
  /** US dollars of the agent alone, as it says; `null` is unknown, not free. */
  costUsd: number | null
  /** HTTP status of the API error that ended the run; `null` when none did, or it is not known. */
  apiStatus: number | null
}

/** One of several runs of a behavior evaluation. */
export type BehaviorTrial = Pick<BehaviorCase, 'outcome' | 'passed' | 'checks' | 'stop' | 'error' | 'elapsedMs' | 'usage' | 'costUsd' | 'judge' | 'record' | 'notes'>

/** How one check went over the runs of an evaluation. Runs in which it could not be graded are not among them. */
export interface CheckTally extends Pick<Check, 'kind' | 'text' | 'line' | 'column'> {
  graded: number
  met: number
}

/** What one run without the skill came to and took. */
export type BaselineRun = Pick<BehaviorCase, 'outcome' | 'passed' | 'error' | 'elapsedMs' | 'usage' | 'costUsd' | 'judge' | 'record' | 'cached'>

/**
 * The same evaluation without its skill: same prompt, seed, hooks, graders and judge, and no skill nor a tool to load one. It decides
 * nothing. The figures are those of all its runs, the rest is of the one that shows what they came to. Plain data.
 */
export interface Baseline extends BaselineRun {
  checks: Check[]
  notes: string[]
  trials: { graded: number, passed: number, errors: number }
  /** Each check over all runs, in the order of the dataset. */
  tallies: CheckTally[]
  runs: BaselineRun[]
}

/** One graded behavior evaluation: what the report, `report.json` and `task.meta.eval` hold. Plain data. */
export interface BehaviorCase extends ShownByRun {
  tier: 'behavior'
  id: string
  skill: string
  category: 'positive'
  extended: boolean
  /** As the dataset has it, placeholders included. */
  prompt: string
  /** Absolute path and place of the evaluation's id. */
  file: string
  line: number
  column: number
  outcome: Outcome
  /** Why it could not be measured; `null` for `passed` and `failed`. */
  error: string | null
  passed: boolean
  /** All of them, in the order of the dataset; empty when the run ended in an error, which grades nothing. */
  checks: Check[]
  /** Wall time of the agent alone in milliseconds; of the recorded run when replayed. */
  elapsedMs: number
  /** `null` when nothing was to be judged, or nothing was asked. */
  judge: JudgeCost | null
  /** All its runs, when several were asked for; the rest of this is that of the one that shows what was decided. */
  trials: Trials<BehaviorTrial> | null
  /** What it came to without the skill; `null` where that was not asked for, or there is nothing to compare it with. */
  baseline: Baseline | null
  /** Folder of the run record, absolute, when one was kept. */
  record: string | null
  /** Graded from a recording, or from the cache: no agent ran. */
  replayed: boolean
  /** From the cache: a run that saw the same was made before. */
  cached: boolean
  /** When a kept run is graded again: what it was graded as before. */
  before?: string
  /** Remarks for the reader: a teardown that failed, a contaminated room, two hooks files. */
  notes: string[]
}
