import type { CheckKind, Outcome } from '../behavior/result.ts'
import type { RoutingCase, StopReason, Verdict } from '../routing/result.ts'
import type { CaseTrialsJson } from './json-trials.ts'

/** What a case of either paid tier says. */
export interface CaseJson extends TokensJson {
  id: string
  extended: boolean
  prompt: string
  passed: boolean
  stop_reason: StopReason
  /** Why nothing could be measured. */
  error: string | null
  /** The agent's provider failed. */
  degraded: boolean
  notes: string[]
  activations: ActivationJson[]
  tool_calls: number
  /** Whether the agent listed its skills. */
  room_checked: boolean
  missing_skills: string[]
  extra_skills: string[]
  elapsed_s: number
  /** US dollars; `null` is not known. */
  cost_usd: number | null
  /** By `prices`, where the agent did not say; not part of `cost_usd`. */
  cost_estimated_usd?: number | null
  model: string | null
  agent_version: string | null
  replayed: boolean
  cached: boolean
  trials: CaseTrialsJson
  /** Folder of the run record, from the root. */
  record: string | null
  /** From the root, with `/`; absolute when it lies outside. */
  file: string
  line: number
  column: number
}

/** One evaluation of the routing tier. */
export interface RoutingCaseJson extends CaseJson {
  category: RoutingCase['category']
  /** Skill whose dataset holds the evaluation; `null` in a shared pool. */
  skill: string | null
  /** Skill that should fire; `null` when none should. */
  expect: string | null
  /** Skill that loaded first; `other:<name>` is not of the room. */
  observed: string | null
  /** Skill that answers for the evaluation: the observed one, or the one that was called in vain where none should be. */
  fired: string | null
  verdict: Verdict
  /** Names that were called and that no installed skill has. */
  unknown_names: string[]
  /** Looks at the skills tree. */
  inspection_calls: number
}

/** One skill load. */
export interface ActivationJson {
  skill: string
  ok: boolean
  reason: string | null
  subagent: boolean
}

/** One evaluation of the behavior tier. */
export interface BehaviorCaseJson extends CaseJson {
  category: 'positive'
  skill: string
  outcome: Outcome
  /** In the order of the dataset; empty when the run ended in an error. */
  checks: CheckJson[]
  judge: JudgeJson | null
  /** The arm without the skill; `null` where there was none. */
  baseline?: CaseBaselineJson | null
}

/** One run without the skill. */
export interface BaselineRunJson extends TokensJson {
  outcome: Outcome
  passed: boolean
  error: string | null
  elapsed_s: number
  cost_usd: number | null
  judge: JudgeJson | null
  record: string | null
  cached: boolean
}

/** What an evaluation came to without the skill. */
export interface CaseBaselineJson extends BaselineRunJson {
  checks: CheckJson[]
  notes: string[]
  trials: { graded: number, passed: number, errors: number }
  /** Each check over all runs. */
  tallies?: { kind: CheckKind, expectation: string, line: number, column: number, graded: number, met: number }[]
  runs: BaselineRunJson[]
}

/** One graded expectation. */
export interface CheckJson {
  kind: CheckKind
  /** As it stands in the dataset. */
  expectation: string
  /** With its placeholders filled in, where that differs. */
  expanded: string | null
  /** `null`: it has no answer. */
  passed: boolean | null
  expected: string
  observed: string
  /** What the answer rests on. */
  detail: string | null
  votes: { pass: number, of: number } | null
  /** Of a hook's failed assertion. */
  diff: string | null
  line: number
  column: number
}

/** What the judge of one evaluation took. */
export interface JudgeJson extends TokensJson {
  agent: string
  version: string | null
  model: string | null
  calls: number
  elapsed_s: number
  cost_usd: number | null
  /** By `prices`, where the agent did not say; not part of `cost_usd`. */
  cost_estimated_usd?: number | null
}

/** Tokens; `null` where the agent did not say. */
export interface TokensJson {
  input_tokens: number | null
  output_tokens: number | null
  cache_read_tokens: number | null
  cache_write_tokens: number | null
}
