import type { AgentSettings } from '../agent/agent.ts'
import type { Prices } from '../agent/prices.ts'
import type { SandboxSettings } from '../agent/sandbox.ts'
import type { RuleSettings } from '../structure/rule-settings.ts'
import type { Tier } from './options.ts'

/** Options with every default filled in and every path absolute. Can be cloned into a worker. */
export interface ResolvedOptions {
  root: string
  name: string
  skills: string[]
  room: 'all' | 'published' | string[]
  agent: AgentSettings
  /** What the agent is called among several. */
  agentName: string
  /** Name of the first agent's project: the projects of several agents make one report. */
  lead: string
  tiers: Tier[]
  jobs: number
  sandbox: SandboxSettings
  hooks: { passEnv: string[] }
  judge: { agent: AgentSettings, votes: number, evidence: number }
  timeout: { routing: number, behavior: number, hook: number, judge: number }
  limits: { toolCalls: number, inspections: number, usdPerCase: number | null, usdPerRun: number | null, tokensPerRun: number | null, unknownCost: 'refuse' | 'allow' }
  trials: { routing: number, behavior: number, stopEarly: boolean }
  passRate: number
  /** `null`: none. `isKept`: its runs are taken from the cache, and kept there. */
  baseline: { isKept: boolean } | null
  strictRoom: boolean
  retryErrors: number
  prices: Prices
  minAccuracy: number
  bar: { positive: number, negative: number, judged: number }
  extended: boolean
  datasets: { dialects: boolean }
  /** Absolute paths. */
  negatives: string[]
  skillFiles: string[]
  skillSections: string[]
  docs: string[]
  rules: RuleSettings
  /** `null`: no estimate. A floor of `null` is no gate. */
  overlap: { floor: number | null } | null
  recordings: string | null
  /** Folder that the recordings of all agents lie in. */
  allRecordings: string | null
  /** Folder of run records to grade again: of `skill-evals grade`. */
  grade: string | null
  cache: boolean | 'watch'
  keepRuns: 'all' | 'failed' | 'none'
  /** Of this agent: run records, cache, history. */
  outputDir: string
  /** Of all agents: where the report goes. */
  reportDir: string
  /** `html`: `null` writes no page; `compare`: `null` compares with nothing. */
  report: { html: { embed: boolean } | null, compare: string | null }
  /** What failed evaluations tell Vitest's UI and HTML report: verdict and transcript, with or without a place; `null` where nobody looks at them. Not an option: the run's reporters decide. */
  annotate: 'placed' | 'plain' | null
}
