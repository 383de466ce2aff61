import type { AgentSettings } from '../agent/agent.ts'
import type { NamedAgent, NamedAgents } from './named-agents.ts'
import type { JudgeOptions, SkillEvalsOptions, Tier } from './options.ts'
import type { ResolvedOptions } from './resolved-options.ts'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { agentOf } from '../agent/agents.ts'
import { placedAgent } from '../agent/command-spec.ts'
import { didYouMean } from '../catalog/did-you-mean.ts'
import { Overrides } from './environment-overrides.ts'
import { configuredAgents, namedAgents, projectName, projectNames } from './named-agents.ts'
import { oneOfEach, ratio, whole } from './option-values.ts'
import { reportOptions } from './report-options.ts'
import { runNames, runOptions } from './run-options.ts'
import { sandboxNames, sandboxOptions } from './sandbox-options.ts'
import { structureOptions } from './structure-options.ts'

const packagedPool = fileURLToPath(new URL('../../negatives/evals.json', import.meta.url))
const optionNames = [
  ...['skills', 'room', 'agent', 'agents', 'judge', 'tiers', 'jobs', 'minAccuracy', 'extended', 'negatives', 'recordings', 'cache', 'baseline', 'strictRoom', 'keepRuns', 'outputDir', 'name'],
  ...['timeout.routing', 'timeout.behavior', 'timeout.hook', 'timeout.judge'],
  ...runNames,
  ...sandboxNames,
  ...['bar.positive', 'bar.negative', 'bar.judged', 'judge.agent', 'judge.model', 'judge.votes', 'judge.evidence', 'report', 'report.html', 'report.compare'],
  ...['datasets', 'datasets.dialects', 'skillFiles', 'skillSections', 'docs', 'rules', 'overlap', 'overlap.floor'],
]
const tiers: Tier[] = ['structure', 'routing', 'behavior']

/**
 * Fills in the defaults, puts the environment's overrides on top, makes paths absolute, and refuses values that cannot
 * be meant.
 *
 * @param options as the config has them
 * @param root absolute path that paths start at
 * @param env with `SKILL_EVALS_*`
 * @param of which of the agents of the run; default: the first
 * @throws {Error} naming the option or variable, the value, and what is allowed.
 */
export function resolveOptions(options: SkillEvalsOptions, root: string, env: NodeJS.ProcessEnv, of = 0): ResolvedOptions {
  refuseUnknownOptions(options)
  const from = new Overrides(env)
  const configured = configuredAgents(options)
  const agents = namedAgents(configured, from, options.agents !== undefined)
  const chosen = agents[of] ?? agents[0]
  const agent = agentSettings(chosen.settings, agents, from, root)
  const judge = defaultJudge(configured)
  const room = from.list('ROOM')
  const outputDir = path.resolve(root, from.text('OUTPUT_DIR') ?? options.outputDir ?? '.skill-evals')
  const given = from.text('RECORDINGS') ?? options.recordings
  const recordings = given === undefined ? null : path.resolve(root, given)
  const asked = oneOfEach('tiers', from.list('TIERS') ?? options.tiers ?? tiers, tiers)
  // said by `skill-evals grade`, and by nobody else: it is what one call of it does, and no setting
  const grade = from.text('GRADE')
  const cache = cacheOption(from.text('CACHE') ?? options.cache ?? 'watch')
  const resolved: ResolvedOptions = {
    root: slash(root),
    name: projectName(options, chosen.name, of),
    skills: from.list('SKILLS') ?? [options.skills ?? 'skills/*'].flat(),
    room: room === undefined ? options.room ?? 'all' : room.length === 1 && (room[0] === 'all' || room[0] === 'published') ? room[0] : room,
    agent,
    agentName: chosen.name,
    lead: projectName(options, chosen.name, 0),
    judge: {
      agent: judgeSettings(options.judge ?? {}, chosen.settings === judge ? agent : judge, from, root),
      votes: whole('judge.votes', from.number('JUDGE_VOTES') ?? options.judge?.votes ?? 1, 1),
      evidence: whole('judge.evidence', from.number('JUDGE_EVIDENCE') ?? options.judge?.evidence ?? 60_000, 1000),
    },
    // the files are the same for all agents: what is wrong with them is said once
    tiers: of === 0 ? asked : asked.filter(tier => tier !== 'structure'),
    jobs: whole('jobs', from.number('JOBS') ?? options.jobs ?? 4, 1),
    timeout: {
      routing: whole('timeout.routing', from.number('TIMEOUT_ROUTING') ?? options.timeout?.routing ?? 240_000, 1),
      behavior: whole('timeout.behavior', from.number('TIMEOUT_BEHAVIOR') ?? options.timeout?.behavior ?? 1_800_000, 1),
      hook: whole('timeout.hook', from.number('TIMEOUT_HOOK') ?? options.timeout?.hook ?? 300_000, 1),
      judge: whole('timeout.judge', from.number('TIMEOUT_JUDGE') ?? options.timeout?.judge ?? 180_000, 1),
    },
    ...runOptions(options, from),
    ...sandboxOptions(options, from, root),
    minAccuracy: ratio('minAccuracy', from.number('MIN_ACCURACY') ?? options.minAccuracy ?? 1),
    bar: {
      positive: whole('bar.positive', from.number('BAR_POSITIVE') ?? options.bar?.positive ?? 3, 0),
      negative: whole('bar.negative', from.number('BAR_NEGATIVE') ?? options.bar?.negative ?? 2, 0),
      judged: whole('bar.judged', from.number('BAR_JUDGED') ?? options.bar?.judged ?? 1, 0),
    },
    extended: from.flag('EXTENDED') ?? options.extended ?? true,
    datasets: { dialects: from.flag('DATASETS_DIALECTS') ?? options.datasets?.dialects ?? false },
    negatives: pools(from.list('NEGATIVES') ?? options.negatives ?? true, root),
    ...structureOptions({
      ...options,
      skillFiles: from.list('SKILL_FILES') ?? options.skillFiles ?? [],
      skillSections: from.list('SKILL_SECTIONS') ?? options.skillSections ?? [],
      docs: from.list('DOCS') ?? options.docs ?? [],
      ...overlapSettings(options.overlap, from),
    }, from.list('RULES')),
    recordings: recordings === null ? null : slash(path.join(recordings, chosen.folder ?? '')),
    allRecordings: recordings === null ? null : slash(recordings),
    grade: grade === undefined ? null : slash(path.resolve(root, grade)),
    cache,
    baseline: from.flag('BASELINE') ?? options.baseline ? { isKept: cache !== false } : null,
    strictRoom: from.flag('STRICT_ROOM') ?? options.strictRoom ?? false,
    keepRuns: oneOfEach('keepRuns', [from.text('KEEP_RUNS') ?? options.keepRuns ?? 'failed'], ['all', 'failed', 'none'])[0] ?? 'failed',
    outputDir: slash(path.join(outputDir, chosen.folder ?? '')),
    reportDir: slash(outputDir),
    report: reportOptions(options.report ?? {}, from),
    annotate: null,
  }
  from.refuseUnknown()
  return resolved
}

/**
 * The options of each agent's project, the first agent's first.
 * @throws {Error} as {@link resolveOptions}
 */
export function resolveEachAgent(options: SkillEvalsOptions, root: string, env: NodeJS.ProcessEnv): ResolvedOptions[] {
  return projectNames(options, env).map((_, of) => resolveOptions(options, root, env, of))
}

/** The same for all agents of a config, so that their figures come from one judge: of several, the first that can judge. */
function defaultJudge(configured: NamedAgents): AgentSettings {
  const able = configured.length > 1 ? configured.find(({ settings }) => agentOf(settings).judge !== undefined) : undefined
  return (able ?? configured[0]).settings
}

function agentSettings(agent: AgentSettings, all: readonly NamedAgent[], from: Overrides, root: string): AgentSettings {
  const [model, effort, command] = [from.text('MODEL'), from.text('EFFORT'), from.text('COMMAND')]
  const said = model !== undefined ? 'MODEL' : effort !== undefined ? 'EFFORT' : command !== undefined ? 'COMMAND' : null
  if (said !== null && all.length > 1)
    throw new Error(`SKILL_EVALS_${said} is of one agent, and this run has ${all.map(({ name }) => name).join(', ')}. Choose one with SKILL_EVALS_AGENT, or write it into \`agents\`.`)
  const own = { model: model ?? agent.model, effort: effort ?? agent.effort, command: command ?? agent.command }
  return placedAgent({
    ...agent,
    ...(own.model === undefined ? {} : { model: own.model }),
    ...(own.effort === undefined ? {} : { effort: own.effort }),
    ...(own.command === undefined ? {} : { command: fromRoot(own.command, root) }),
  }, root)
}

/** A floor from the environment asks for the estimate too, unless that says otherwise. */
function overlapSettings(given: SkillEvalsOptions['overlap'], from: Overrides): Pick<SkillEvalsOptions, 'overlap'> {
  const [flag, floor] = [from.flag('OVERLAP'), from.number('OVERLAP_FLOOR')]
  const overlap = flag === false ? false : floor !== undefined ? { floor } : flag === true && given === false ? true : given
  return overlap === undefined ? {} : { overlap }
}

/**
 * The judge is the agent that the config names for the prompts, unless it is said to be another one. It stays the same where the
 * environment names another agent for those, so that the figures of several agents come from one judge.
 */
function judgeSettings(judge: JudgeOptions, agent: AgentSettings, from: Overrides, root: string): AgentSettings {
  const model = from.text('JUDGE_MODEL') ?? judge.model
  const settings = judge.agent ?? agent
  return {
    ...settings,
    ...(settings.command === undefined ? {} : { command: fromRoot(settings.command, root) }),
    ...(model === undefined ? {} : { model }),
  }
}

/** A command with a slash is a path from the root; a bare one is looked for on PATH. */
function fromRoot(command: string, root: string): string {
  return /[/\\]/.test(command) ? path.resolve(root, command) : command
}

/** Vitest does not type-check a config, so a typing error in it would go unseen, and something else would be measured. */
function refuseUnknownOptions(options: SkillEvalsOptions): void {
  for (const [at, given] of [['', options], ['timeout.', options.timeout], ['limits.', options.limits], ['bar.', options.bar], ['judge.', options.judge], ['datasets.', options.datasets], ['report.', options.report], ['trials.', typeof options.trials === 'object' ? options.trials : undefined], ['overlap.', typeof options.overlap === 'object' ? options.overlap : undefined], ['sandbox.', typeof options.sandbox === 'object' ? options.sandbox : undefined], ['hooks.', options.hooks]] as const) {
    const known = optionNames.filter(name => name.startsWith(at)).map(name => name.slice(at.length).split('.')[0] ?? '')
    const unknown = Object.keys(given ?? {}).find(name => !known.includes(name))
    if (unknown !== undefined)
      throw new Error(`skillEvals() has no option \`${at}${unknown}\`.${didYouMean(unknown, known)}`)
  }
}

function cacheOption(value: string | boolean): boolean | 'watch' {
  const [word] = oneOfEach('cache', [String(value)], ['true', 'false', 'watch'])
  return word === 'watch' ? word : word === 'true'
}

function pools(negatives: boolean | string | string[], root: string): string[] {
  const named = typeof negatives === 'boolean' ? [String(negatives)] : [negatives].flat()
  return named.flatMap((name) => {
    if (name === 'false')
      return []
    return slash(name === 'true' || name === 'packaged' ? packagedPool : path.resolve(root, name))
  })
}

function slash(file: string): string {
  return file.replaceAll('\\', '/')
}
