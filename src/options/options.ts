import type { AgentSettings } from '../agent/agent.ts'
import type { Prices } from '../agent/prices.ts'
import type { RuleSettings } from '../structure/rule-settings.ts'

/** The tiers, cheapest first. */
export type Tier = 'structure' | 'routing' | 'behavior'

/** Who grades the judged lines, and how. */
export interface JudgeOptions {
  /** Default: the agent that runs the prompts; of several, the first that can judge. */
  agent?: AgentSettings
  /** Model of the judge. Default: that of `agent`. */
  model?: string
  /**
   * How often each case is judged; the majority counts.
   * @default 1
   */
  votes?: number
  /**
   * Characters of evidence that the judge is given at most. What is over is cut from the middle.
   * @default 60_000
   */
  evidence?: number
}

/** What agents run in, and what they may do there. */
export interface SandboxOptions {
  /**
   * `'auto'`: bubblewrap where it works and the agent allows it; `'bwrap'`: nothing is run without it; `'docker'`: each run in a container of
   * its own, with the agent's command line of `image`.
   * @default 'auto'
   */
  use?: 'auto' | 'bwrap' | 'docker' | 'none'
  /** For `'docker'`: an image that the engine has and the agent's command line is in. Nothing is fetched. */
  image?: string
  /**
   * Whether agents reach the network. Without it, an agent cannot ask its model either. `'host'`: a container gets the machine's own network,
   * for a model that is served on 127.0.0.1.
   * @default true
   */
  network?: boolean | 'host'
  /**
   * Further paths that agents may write, from the Vitest root.
   * @default []
   */
  write?: string | string[]
  /**
   * Further paths that agents find empty, from the Vitest root.
   * @default []
   */
  hide?: string | string[]
}

/** What becomes of the report. */
export interface ReportOptions {
  /**
   * A page for a browser, `report.html` in `outputDir`, with the transcripts in a folder `report-files` beside it. `embed` puts
   * them into the page, which is then one file and as large as they are.
   * @default false
   */
  html?: boolean | { embed?: boolean }
  /**
   * An earlier report: the path of a file or folder, `REF:PATH` as `git show` takes it, or a git ref. The difference to it stands below
   * the summary. Default: none.
   */
  compare?: string
}

/**
 * What `skillEvals()` takes. Plain data; every value can be overridden from the environment as
 * `SKILL_EVALS_<NAME>`, with `_` between words: `SKILL_EVALS_MIN_ACCURACY=0.9`, `SKILL_EVALS_TIMEOUT_ROUTING=60000`.
 * Durations are milliseconds.
 */
export interface SkillEvalsOptions {
  /**
   * Globs of the directories that are skills, from the Vitest root.
   * @default 'skills/*'
   */
  skills?: string | string[]
  /**
   * The skills that compete for a prompt in the routing tier: all of them, those that
   * `.claude-plugin/marketplace.json` lists, or these names.
   * @default 'all'
   */
  room?: 'all' | 'published' | string[]
  /**
   * Who runs the prompts.
   * @default claude()
   */
  agent?: AgentSettings
  /**
   * Several agents, each in a project of its own, with one report for all. The first is the project `evals`, the others are `evals:codex` and
   * so on. A list calls them by their kind, and by model and effort where it has several of a kind; an object by its keys. Default: `agent`
   * alone.
   */
  agents?: AgentSettings[] | Record<string, AgentSettings>
  /** Who grades the judged lines of the behavior tier. */
  judge?: JudgeOptions
  /**
   * What agents run in: their workspace and private home are writable, the rest of the disk is read-only, and places of keys are
   * empty. Hooks are not in it.
   * @default 'auto'
   */
  sandbox?: 'auto' | 'bwrap' | 'docker' | 'none' | SandboxOptions
  /**
   * `passEnv`: names of variables that hooks get although they look like keys. All other variables of that kind they do not get.
   * @default { passEnv: [] }
   */
  hooks?: { passEnv?: string[] }
  /**
   * The tiers that exist in this project.
   * @default ['structure', 'routing', 'behavior']
   */
  tiers?: Tier[]
  /**
   * Agents that run at the same time, over all workers.
   * @default 4
   */
  jobs?: number
  /** Wall clocks, in milliseconds. */
  timeout?: {
    /**
     * Of one routing run.
     * @default 240_000
     */
    routing?: number
    /**
     * Of one behavior run.
     * @default 1_800_000
     */
    behavior?: number
    /**
     * Of one call of a hook.
     * @default 300_000
     */
    hook?: number
    /**
     * Of one call of the judge.
     * @default 180_000
     */
    judge?: number
  }
  /** Budgets of one run of an agent, and of the whole run of Vitest. */
  limits?: {
    /**
     * US dollars that all agents and judges of one run of Vitest may cost together. What would start after that is skipped with the
     * reason, and the run fails; what runs by then ends by itself. Default: no limit.
     */
    usdPerRun?: number
    /**
     * The same in tokens of all kinds.
     */
    tokensPerRun?: number
    /**
     * What `usdPerRun` does where the agent does not say what a run cost and `prices` does not have its model: start nothing more
     * (`'refuse'`), or count it as nothing (`'allow'`).
     * @default 'refuse'
     */
    unknownCost?: 'refuse' | 'allow'
    /**
     * US dollars that one run of the agent may cost, by its own switch for that. Default: no limit.
     */
    usdPerCase?: number
    /**
     * Tool calls of a routing run, the one after the last allowed call ends it. Without those that load a skill, plan, or look at the skills.
     * @default 8
     */
    toolCalls?: number
    /**
     * Looks at the skills tree in a routing run.
     * @default 16
     */
    inspections?: number
  }
  /**
   * US dollars for a million tokens, by model; `*` stands for anything: `{ 'claude-opus-*': { input: 5, output: 25 } }`. What an agent does
   * not tell of its cost is estimated by it.
   * @default {}
   */
  prices?: Prices
  /**
   * How often each evaluation is run: a number, or one for each tier. `stopEarly` starts no run that cannot change the decision any more.
   * @default 1
   */
  trials?: number | { n?: number, routing?: number, behavior?: number, stopEarly?: boolean }
  /**
   * How many of the trials must pass for the evaluation to pass, as a ratio above 0 and up to 1.
   * @default 1
   */
  passRate?: number
  /**
   * Whether each behavior evaluation is also run without its skill, to show what the skill adds. It decides nothing. Its runs are kept in the
   * cache and paid once, unless `cache` is `false`.
   * @default false
   */
  baseline?: boolean
  /**
   * Takes no answer from a run whose room was not as asked by the agent's own list of skills: it is an `error`, with the reason. An agent
   * that does not list its skills is refused.
   * @default false
   */
  strictRoom?: boolean
  /**
   * How often a run that broke (an API error, a crash) is made again, after a while. A verdict that was reached is never asked for again.
   * @default 1
   */
  retryErrors?: number
  /**
   * The routing bar: passed / graded, 0 to 1. Below 1 wrong tests still show as failed, and the run passes.
   * @default 1
   */
  minAccuracy?: number
  /** How many evaluations a dataset must hold at least. */
  bar?: {
    /**
     * With `skill_should_trigger: true`.
     * @default 3
     */
    positive?: number
    /**
     * With `skill_should_trigger: false`.
     * @default 2
     */
    negative?: number
    /**
     * With a judged expectation.
     * @default 1
     */
    judged?: number
  }
  /**
   * Whether `evals/extended_evals.json` runs too. It is checked in any case.
   * @default true
   */
  extended?: boolean
  /** How datasets are read. */
  datasets?: {
    /**
     * Whether files of other eval tools are test files too, as they are: `evals.json` of skill-creator, trigger lists, CSV tables, cases of
     * `claude plugin eval` and of skill-up. Otherwise they are named in one error.
     * @default false
     */
    dialects?: boolean
  }
  /**
   * Datasets of unrelated prompts, which no skill may take. `true` is the pool of this package; paths (from the
   * Vitest root) replace it, and `'packaged'` among them keeps it.
   * @default true
   */
  negatives?: boolean | string | string[]
  /**
   * Files that every skill must have, from its folder, such as `skill-card.md`.
   * @default []
   */
  skillFiles?: string | string[]
  /**
   * Titles of `##` sections that each markdown file of `skillFiles` must have, with text.
   * @default []
   */
  skillSections?: string | string[]
  /**
   * Globs of further markdown whose links are checked, from the Vitest root. Each file is a test file.
   * @default []
   */
  docs?: string | string[]
  /**
   * What becomes of the findings of a rule of the structure tier: `'off'`, `'warning'` or `'error'`, by its id. From the
   * environment: `SKILL_EVALS_RULES=skill/body-length=off,link/mention=error`.
   * @default {}
   */
  rules?: RuleSettings
  /**
   * The overlap estimate of the structure tier: which skill of the room the words of each prompt speak of, with no agent. `true`
   * reports it. With `floor`, 0 to 1, a test of its own fails where fewer of the positive evaluations have their skill first.
   * @default true
   */
  overlap?: boolean | { floor?: number }
  /**
   * Folder of recordings, from the Vitest root. Evaluations are graded from them, and no agent is called except under
   * `vitest -u`, which records.
   */
  recordings?: string
  /**
   * Whether an evaluation for which nothing has changed is graded from its last run instead of a new one: always, never, or only in
   * watch mode.
   * @default 'watch'
   */
  cache?: boolean | 'watch'
  /**
   * Which run records stay in `outputDir` after the run.
   * @default 'failed'
   */
  keepRuns?: 'all' | 'failed' | 'none'
  /**
   * Where run records and reports go, from the Vitest root.
   * @default '.skill-evals'
   */
  outputDir?: string
  /** What is written beside `report.json`, which is always there. */
  report?: ReportOptions
  /**
   * Name of the Vitest project.
   * @default 'evals'
   */
  name?: string
}
