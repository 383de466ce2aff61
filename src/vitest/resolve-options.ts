import type { AgentSettings } from '../agent/agent.ts'
import type { JudgeOptions, ResolvedOptions, SkillEvalsOptions, Tier } from './options.ts'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { claude } from '../agent/claude.ts'
import { MARK_VARIABLE } from '../agent/process.ts'
import { didYouMean } from '../catalog/did-you-mean.ts'
import { reportOptions } from './report-options.ts'
import { structureOptions } from './structure-options.ts'

const packagedPool = fileURLToPath(new URL('../../negatives/evals.json', import.meta.url))
const optionNames = [
  ...['skills', 'room', 'agent', 'judge', 'tiers', 'jobs', 'minAccuracy', 'extended', 'negatives', 'recordings', 'keepRuns', 'outputDir', 'name'],
  ...['timeout.routing', 'timeout.behavior', 'timeout.hook', 'timeout.judge', 'limits.toolCalls', 'limits.inspections', 'limits.usdPerCase'],
  ...['bar.positive', 'bar.negative', 'bar.judged', 'judge.agent', 'judge.model', 'judge.votes', 'judge.evidence', 'report.html'],
  ...['skillFiles', 'skillSections', 'docs', 'rules'],
]
const prefix = 'SKILL_EVALS_'
/** Of ours too, and no options: what marks our processes, and where Python is. */
const others = [MARK_VARIABLE, 'SKILL_EVALS_PYTHON']
const tiers: Tier[] = ['structure', 'routing', 'behavior']

/**
 * Fills in the defaults, puts the environment's overrides on top, makes paths absolute, and refuses values that cannot
 * be meant.
 * @throws {Error} naming the option or variable, the value, and what is allowed.
 */
export function resolveOptions(options: SkillEvalsOptions, root: string, env: NodeJS.ProcessEnv): ResolvedOptions {
  refuseUnknownOptions(options)
  const from = new Overrides(env)
  const agent = agentSettings(options.agent ?? claude(), from, root)
  const room = from.list('ROOM')
  const outputDir = path.resolve(root, from.text('OUTPUT_DIR') ?? options.outputDir ?? '.skill-evals')
  const recordings = from.text('RECORDINGS') ?? options.recordings
  // said by `skill-evals grade`, and by nobody else: it is what one call of it does, and no setting
  const grade = from.text('GRADE')
  const resolved: ResolvedOptions = {
    root: slash(root),
    name: options.name ?? 'evals',
    skills: from.list('SKILLS') ?? [options.skills ?? 'skills/*'].flat(),
    room: room === undefined ? options.room ?? 'all' : room.length === 1 && (room[0] === 'all' || room[0] === 'published') ? room[0] : room,
    agent,
    judge: {
      agent: judgeSettings(options.judge ?? {}, agent, from, root),
      votes: whole('judge.votes', from.number('JUDGE_VOTES') ?? options.judge?.votes ?? 1, 1),
      evidence: whole('judge.evidence', from.number('JUDGE_EVIDENCE') ?? options.judge?.evidence ?? 60_000, 1000),
    },
    tiers: oneOfEach('tiers', from.list('TIERS') ?? options.tiers ?? tiers, tiers),
    jobs: whole('jobs', from.number('JOBS') ?? options.jobs ?? 4, 1),
    timeout: {
      routing: whole('timeout.routing', from.number('TIMEOUT_ROUTING') ?? options.timeout?.routing ?? 240_000, 1),
      behavior: whole('timeout.behavior', from.number('TIMEOUT_BEHAVIOR') ?? options.timeout?.behavior ?? 1_800_000, 1),
      hook: whole('timeout.hook', from.number('TIMEOUT_HOOK') ?? options.timeout?.hook ?? 300_000, 1),
      judge: whole('timeout.judge', from.number('TIMEOUT_JUDGE') ?? options.timeout?.judge ?? 180_000, 1),
    },
    limits: {
      toolCalls: whole('limits.toolCalls', from.number('LIMITS_TOOL_CALLS') ?? options.limits?.toolCalls ?? 8, 0),
      inspections: whole('limits.inspections', from.number('LIMITS_INSPECTIONS') ?? options.limits?.inspections ?? 16, 0),
      usdPerCase: dollars('limits.usdPerCase', from.number('LIMITS_USD_PER_CASE') ?? options.limits?.usdPerCase),
    },
    minAccuracy: ratio('minAccuracy', from.number('MIN_ACCURACY') ?? options.minAccuracy ?? 1),
    bar: {
      positive: whole('bar.positive', from.number('BAR_POSITIVE') ?? options.bar?.positive ?? 3, 0),
      negative: whole('bar.negative', from.number('BAR_NEGATIVE') ?? options.bar?.negative ?? 2, 0),
      judged: whole('bar.judged', from.number('BAR_JUDGED') ?? options.bar?.judged ?? 1, 0),
    },
    extended: from.flag('EXTENDED') ?? options.extended ?? true,
    negatives: pools(from.list('NEGATIVES') ?? options.negatives ?? true, root),
    ...structureOptions({
      ...options,
      skillFiles: from.list('SKILL_FILES') ?? options.skillFiles ?? [],
      skillSections: from.list('SKILL_SECTIONS') ?? options.skillSections ?? [],
      docs: from.list('DOCS') ?? options.docs ?? [],
    }, from.list('RULES')),
    recordings: recordings === undefined ? null : slash(path.resolve(root, recordings)),
    grade: grade === undefined ? null : slash(path.resolve(root, grade)),
    keepRuns: oneOfEach('keepRuns', [from.text('KEEP_RUNS') ?? options.keepRuns ?? 'failed'], ['all', 'failed', 'none'])[0] ?? 'failed',
    outputDir: slash(outputDir),
    report: reportOptions(options.report ?? {}, from.text('REPORT_HTML')),
  }
  from.refuseUnknown()
  return resolved
}

function agentSettings(agent: AgentSettings, from: Overrides, root: string): AgentSettings {
  const model = from.text('MODEL') ?? agent.model
  const effort = from.text('EFFORT') ?? agent.effort
  const command = from.text('COMMAND') ?? agent.command
  return {
    ...agent,
    ...(model === undefined ? {} : { model }),
    ...(effort === undefined ? {} : { effort }),
    ...(command === undefined ? {} : { command: fromRoot(command, root) }),
  }
}

/** The judge is the agent that runs the prompts, unless it is said to be another one. */
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
  for (const [at, given] of [['', options], ['timeout.', options.timeout], ['limits.', options.limits], ['bar.', options.bar], ['judge.', options.judge], ['report.', options.report]] as const) {
    const known = optionNames.filter(name => name.startsWith(at)).map(name => name.slice(at.length).split('.')[0] ?? '')
    const unknown = Object.keys(given ?? {}).find(name => !known.includes(name))
    if (unknown !== undefined)
      throw new Error(`skillEvals() has no option \`${at}${unknown}\`.${didYouMean(unknown, known)}`)
  }
}

function pools(negatives: boolean | string | string[], root: string): string[] {
  const named = typeof negatives === 'boolean' ? [String(negatives)] : [negatives].flat()
  return named.flatMap((name) => {
    if (name === 'false')
      return []
    return slash(name === 'true' || name === 'packaged' ? packagedPool : path.resolve(root, name))
  })
}

/** `SKILL_EVALS_*`, read strictly: a typing error in CI must not silently measure something else. */
class Overrides {
  private readonly known = new Set<string>()

  constructor(private readonly env: NodeJS.ProcessEnv) {}

  /** Call when every variable has been asked for. */
  refuseUnknown(): void {
    const unknown = Object.keys(this.env).find(name => name.startsWith(prefix) && !this.known.has(name) && !others.includes(name) && !name.startsWith(`${prefix}TEST_`))
    if (unknown !== undefined)
      throw new Error(`The environment variable ${unknown} is no option of vitest-skill-evals.${didYouMean(unknown, this.known)}`)
  }

  text(name: string): string | undefined {
    this.known.add(`${prefix}${name}`)
    return this.env[`${prefix}${name}`]?.trim() || undefined
  }

  list(name: string): string[] | undefined {
    return this.text(name)?.split(',').map(part => part.trim()).filter(Boolean)
  }

  number(name: string): number | undefined {
    const text = this.text(name)
    if (text === undefined)
      return undefined
    const number = Number(text)
    if (!Number.isFinite(number))
      throw new Error(`SKILL_EVALS_${name} is ${JSON.stringify(text)}; write a number.`)
    return number
  }

  flag(name: string): boolean | undefined {
    const text = this.text(name)
    if (text === undefined || text === 'true' || text === 'false')
      return text === undefined ? undefined : text === 'true'
    throw new Error(`SKILL_EVALS_${name} is ${JSON.stringify(text)}; write true or false.`)
  }
}

function whole(name: string, value: number, least: number): number {
  if (!Number.isInteger(value) || value < least)
    throw new Error(`${name} is ${value}; write a whole number of at least ${least}.`)
  return value
}

function dollars(name: string, value: number | undefined): number | null {
  if (value !== undefined && !(value > 0 && Number.isFinite(value)))
    throw new Error(`${name} is ${value}; write an amount in US dollars above 0, such as 0.5.`)
  return value ?? null
}

function ratio(name: string, value: number): number {
  if (!(value >= 0 && value <= 1))
    throw new Error(`${name} is ${value}; write a ratio from 0 to 1, such as 0.95.`)
  return value
}

function oneOfEach<T extends string>(name: string, values: string[], allowed: readonly T[]): T[] {
  const wrong = values.find(value => !(allowed as readonly string[]).includes(value))
  if (wrong !== undefined)
    throw new Error(`${name} holds ${JSON.stringify(wrong)}; write ${allowed.join(', ')}.`)
  return values as T[]
}

function slash(file: string): string {
  return file.replaceAll('\\', '/')
}
