import type { AgentSettings } from '../agent/agent.ts'
import type { SkillEvalsOptions } from './options.ts'
import { agentNames } from '../agent/agent.ts'
import { claude } from '../agent/claude.ts'
import { safeName } from '../run/safe-name.ts'
import { Overrides } from './environment-overrides.ts'

/** An agent of a run, and what it is called in projects, folders and the report. */
export interface NamedAgent {
  name: string
  settings: AgentSettings
  /**
   * Folder of its own in `outputDir` and `recordings`; `null` for the first of the config, whose files stay where those of a single agent
   * are: a further agent moves nothing that was recorded before.
   */
  folder: string | null
}

/** At least one. */
export type NamedAgents = [NamedAgent, ...NamedAgent[]]

/** A project's name ends in it, and so does a column of the report. */
const plainName = /^[a-z][\w.-]*$/i

/**
 * The agents that the config names, in their order.
 * @throws {Error} when `agents` cannot be meant: none, two of one name, a name that is none, or `agent` beside it
 */
export function configuredAgents({ agent, agents }: Pick<SkillEvalsOptions, 'agent' | 'agents'>): NamedAgents {
  if (agents === undefined) {
    const settings = agent ?? claude()
    return [{ name: settings.agent, settings, folder: null }]
  }
  if (agent !== undefined)
    throw new Error('skillEvals() has both `agent` and `agents`; write all agents into `agents`.')
  const named = Array.isArray(agents) ? agents.map((settings): [string, AgentSettings] => [nameAmong(agents, settings), settings]) : Object.entries(agents)
  const [first, ...others] = named.map(([name, settings]): NamedAgent => ({ name, settings, folder: folderOf(name) }))
  if (!first)
    throw new Error('agents is empty; write at least one agent.')
  const all: NamedAgents = [{ ...first, folder: null }, ...others]
  const unfit = all.find(({ name }) => !plainName.test(name))
  if (unfit)
    throw new Error(`agents holds ${JSON.stringify(unfit.name)}, which is no name for an agent; write a letter first, then letters, digits, \`.\`, \`_\` and \`-\`.`)
  // on some file systems two names that differ in case are one folder
  const twice = all.find(({ name }, i) => all.findIndex(other => other.name.toLowerCase() === name.toLowerCase()) !== i)
  if (twice)
    throw new Error(`agents holds two that would be called \`${twice.name}\`. Give them names of your own: \`agents: { first: ${twice.settings.agent}(…), second: ${twice.settings.agent}(…) }\`.`)
  return all
}

/**
 * The agents of this run: those of the config, or those that `SKILL_EVALS_AGENTS` or `SKILL_EVALS_AGENT` names. What the config says of an
 * agent counts for it; one that the config does not have gets its defaults.
 *
 * @param configured by the config
 * @param from the environment
 * @param isList whether they are of `agents`, so that each has a folder of its own
 * @throws {Error} when the environment names what is no agent
 */
export function namedAgents(configured: NamedAgents, from: Overrides, isList: boolean): NamedAgents {
  const [one, several] = [from.text('AGENT'), from.list('AGENTS')]
  if (one !== undefined && several !== undefined)
    throw new Error('SKILL_EVALS_AGENT and SKILL_EVALS_AGENTS are both set; name all agents of the run in SKILL_EVALS_AGENTS.')
  if (several !== undefined) {
    const all = new Map(several.map(name => agentCalled('agents', name, configured)).map(one => [one.name, one]))
    const [first, ...others] = all.values()
    return first ? [first, ...others] : configured
  }
  if (one === undefined)
    return configured
  const chosen = agentCalled('agent', one, configured)
  // where the config has one agent, another one takes its place for this run, and its folders too
  return [isList ? chosen : { ...chosen, folder: null }]
}

/**
 * The names of the projects of a run: one for each agent, and one alone where only the structure tier is asked for, which asks no agent.
 * @throws {Error} as {@link configuredAgents} and {@link namedAgents}
 */
export function projectNames(options: SkillEvalsOptions, env: NodeJS.ProcessEnv): string[] {
  const from = new Overrides(env)
  const agents = namedAgents(configuredAgents(options), from, options.agents !== undefined)
  const tiers = from.list('TIERS') ?? options.tiers
  const isFree = tiers !== undefined && tiers.every(tier => tier === 'structure')
  return (isFree ? [agents[0]] : agents).map(({ name }, of) => projectName(options, name, of))
}

/** Name of an agent's project; that of the first is the one of a single agent. */
export function projectName({ name = 'evals' }: Pick<SkillEvalsOptions, 'name'>, agent: string, of: number): string {
  return of === 0 ? name : `${name}:${agent}`
}

function agentCalled(option: string, name: string, configured: NamedAgents): NamedAgent {
  const ofKind = configured.filter(one => one.settings.agent === name)
  const known = configured.find(one => one.name === name) ?? (ofKind.length === 1 ? ofKind[0] : undefined)
  if (known)
    return known
  const kinds = agentNames.filter(kind => !configured.some(one => one.settings.agent === kind))
  const kind = kinds.find(kind => kind === name)
  if (kind === undefined)
    throw new Error(`${option} holds ${JSON.stringify(name)}; write ${[...configured.map(one => one.name), ...kinds].join(', ')}.`)
  return { name, settings: { agent: kind }, folder: folderOf(name) }
}

function folderOf(name: string): string {
  return `agents/${safeName(name)}`
}

/** The kind of an agent, and as much more of it as tells it from the others of its kind. */
function nameAmong(all: readonly AgentSettings[], one: AgentSettings): string {
  const same = (of: (settings: AgentSettings) => string): boolean => all.filter(other => of(other) === of(one)).length > 1
  const byKind = (settings: AgentSettings): string => settings.agent
  const byModel = (settings: AgentSettings): string => joined(settings.agent, settings.model)
  const byEffort = (settings: AgentSettings): string => joined(settings.agent, settings.model, settings.effort)
  return !same(byKind) ? byKind(one) : !same(byModel) ? byModel(one) : byEffort(one)
}

/** Models have names such as `vendor/model:free`. */
function joined(...parts: (string | undefined)[]): string {
  return parts.filter(part => part !== undefined).map(part => part.replace(/[^\w.-]+/g, '-')).join('-')
}
