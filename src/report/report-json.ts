import type { AgentObserves } from '../agent/agent.ts'
import type { Prices } from '../agent/prices.ts'
import type { RoutingCase, Verdict } from '../routing/result.ts'
import type { RoutingCaseJson, TokensJson } from './case-json.ts'
import type { AgentsJson } from './json-agents.ts'
import type { BehaviorJson } from './json-behavior.ts'
import type { OverlapJson } from './json-overlap.ts'
import type { RatioJson } from './json-parts.ts'
import type { TrialsJson } from './json-trials.ts'
import type { Runner } from './report.ts'
import type { ReportedSandbox } from './sandbox-text.ts'

/**
 * `.skill-evals/report.json`, as `vitest-skill-evals/schema/report.schema.json` describes it. Optional: what earlier versions did not write.
 * In a run of several agents all but `outcome`, `agents` and `other_agents` is of the first.
 */
export interface ReportJson extends AgentReportJson {
  /** Several agents side by side; `null` in a run of one. */
  agents?: AgentsJson | null
  /** The reports of the further agents. */
  other_agents?: AgentReportJson[]
}

/** The report of one agent. */
export interface AgentReportJson {
  /** Rises when a field changes its meaning or goes away; new fields do not raise it. */
  schemaVersion: 1
  meta: MetaJson
  totals: TotalsJson
  /** Whether the run passes, and if not, why, in sentences. */
  outcome: { ok: boolean, reasons: string[] }
  verdicts: Record<Verdict, number>
  by_category: Record<RoutingCase['category'], GroupJson>
  /** By folder name. */
  per_skill: Record<string, SkillJson>
  /** Expected skill to fired skill to how often; `(no skill)` is none. */
  confusion: Record<string, Record<string, number>>
  /** Installed skills outside the room that fired, in how many runs. */
  unexpected_skills: Record<string, number>
  skills_missing_from_session: Record<string, number>
  extra_skills_in_session: Record<string, number>
  /** Runs in which the agent listed its skills. */
  room_checked_cases: number
  /** The runs of the routing tier, where evaluations were to be run several times. */
  trials: TrialsJson
  /** Evaluations of the routing tier. */
  cases: RoutingCaseJson[]
  /** The behavior tier. */
  behavior?: BehaviorJson
  structure: StructureJson
  skipped: SkippedJson
  /** An estimate with no agent; `null` when there is none. */
  overlap?: OverlapJson | null
}

/** What the run was, and what it took. */
export interface MetaJson extends TokensJson {
  /** Version of vitest-skill-evals. */
  version: string
  /** `null` where another runner ran the tests. */
  vitest_version: string | null
  /** Who ran the tests. */
  runner?: Runner
  /** Name of the Vitest project. */
  project: string
  agent: string
  /** What the agent is called in a run of several. */
  agent_name?: string | null
  agent_version: string | null
  /** What this agent can show at all: its skills, how a load shows, its model, its cost. */
  agent_observes?: AgentObserves | null
  model: string | null
  /** Folder names of the skills that were installed side by side. */
  room: string[]
  /** Versions of the rules that graded. */
  graders?: { routing: number, behavior: number }
  min_accuracy: number
  max_tool_calls: number
  max_inspection_calls: number
  /** ISO 8601. */
  started_at: string
  wall_time_s: number
  /** Of all agents of the routing tier together; as recorded where replayed. */
  agent_time_s: number
  /** US dollars; `null` is not known. */
  cost_usd: number | null
  /** By `prices`, where agents did not say; not part of `cost_usd`. */
  cost_estimated_usd?: number | null
  cost_estimated_cases?: number
  cost_unknown_cases: number
  cost_usd_when_recorded: number
  replayed_cases: number
  cached_cases: number
  /** Not every evaluation that was asked for had its turn. */
  partial: boolean
  /** Evaluations of both tiers, where an interrupt or `--bail` left some without a verdict: those that have one, those whose agent was stopped, and the rest. */
  interrupted?: { asked: number, ended: number, stopped: number, not_started: number } | null
  /** Evaluations of the routing tier that the filters of the run left out. */
  evaluations_left_out: number
  /** Errors that no test can show. */
  faults: string[]
  /** `1/3` in a sharded run. */
  shard: string | null
  /** Where the report was written, from the root; `null` where it was not. */
  report_file?: string | null
  /** Folder of the run records that were kept, from the root; `null` where none was. */
  runs_folder?: string | null
  /** Page for a browser, from the root; `null` where none was written. */
  html_file?: string | null
  /** Why there is no arm without the skill, where one was asked for. */
  no_baseline?: string | null
  /** What agents were run in, most evaluations first; `null` where it is not known. */
  sandbox?: ReportedSandbox[] | null
  /** What costs were estimated by: US dollars for a million tokens, by model. */
  prices?: Prices
}

/** The routing tier in figures. */
export interface TotalsJson {
  cases: number
  graded: number
  passed: number
  /** Evaluations that could not be measured. */
  errors: number
  accuracy: RatioJson
  /** Graded evaluations in which a skill of the room fired. */
  activations: number
  activations_expected: number
  /** Errors of the agent's provider. */
  degraded: number
  /** Graded evaluations that a budget stopped, or that came within one call of it. */
  near_limit: number
}

/** The evaluations of one category. */
export interface GroupJson {
  graded: number
  passed: number
  errors: number
  accuracy: RatioJson
}

/** One skill in the routing tier. */
export interface SkillJson {
  expected: number
  correct: number
  missed: number
  lost_to_other_skill: number
  fired_total: number
  fired_when_not_expected: number
  errors: number
  recall: RatioJson
  precision: RatioJson
}

/** What was found without an agent. */
export interface StructureJson {
  errors: FindingJson[]
  warnings: FindingJson[]
  /** Errors that no test can show, in full; `meta.faults` has their messages. */
  faults?: FindingJson[]
}

/** One finding of the structure tier. */
export interface FindingJson {
  rule: string
  message: string
  /** Evaluation that it is about. */
  id: string | null
  file: string
  line: number
  column: number
  /** Paid tests of the skill were held back. */
  blocks: boolean
  related: { file: string, line: number, column: number, message: string }[]
}

/** Evaluations that were asked for and had no run. */
export interface SkippedJson {
  count: number
  reasons: { reason: string, count: number }[]
  /** Those among them for which no budget was left. */
  not_started?: number
  /** Those among them that wait for the template's text to be replaced. */
  unfinished?: number
}
