import type { AgentSettings, AgentTools } from './agent.ts'
import { existsSync } from 'node:fs'
import path from 'node:path'

/** Arguments of a command line. A list among them is left out as a whole where a placeholder in it has no value. */
export type CommandArguments = readonly (string | readonly string[])[]

/** Agents whose output there is a reader for. */
export const outputFormats = ['claude', 'codex', 'gemini'] as const

/** How a skill's load shows in the output. `events`: the module says so itself. */
export type ActivationRule
  = | { tool: string, input: string }
    | { read: readonly string[], shell: readonly string[] }
    | 'events'

/** All that `command()` was told of an agent, checked, with every default filled in. Plain data, so that it can cross threads. */
export interface CommandSpec {
  args: CommandArguments
  /** Relative, with `/`. */
  skillsFolder: string
  linksRoom: boolean
  ancestorFolders: string[]
  hasPrivateHome: boolean
  /** By path from the private home, with `/`. */
  homeFiles: Record<string, string | { link: string }>
  /** Arguments that print the version, or the version itself. */
  version: CommandArguments | string
  output: typeof outputFormats[number] | { events: string }
  /** `null`: that of the output's reader. */
  activation: ActivationRule | null
  /** `null`: as the output's own agent. */
  observes: { skills: boolean, model: boolean, cost: boolean } | null
  tools: Partial<Omit<AgentTools, 'skill'>> | null
  /** Further arguments of a run without skills. */
  withoutSkills: string[]
  install: string | null
  /** Absolute path of the Vitest root; `''` until it is known. */
  root: string
}

/** Module that reads the output of an agent; `null` where a reader of ours does. */
export function eventsFileOf({ spec }: AgentSettings): string | null {
  return typeof spec?.output === 'object' ? spec.output.events : null
}

/**
 * An agent with the paths of its `spec` made absolute.
 * @param settings of any agent
 * @param root absolute path of the Vitest root
 * @throws {Error} when its module of events is not there
 */
export function placedAgent(settings: AgentSettings, root: string): AgentSettings {
  const { spec } = settings
  if (!spec)
    return settings
  const named = eventsFileOf(settings)
  if (named === null)
    return { ...settings, spec: { ...spec, root } }
  const events = path.resolve(root, named).replaceAll('\\', '/')
  if (!existsSync(events))
    throw new Error(`The agent ${settings.agent} has its events read by ${named}, and there is no file ${events}. Write a path from the Vitest root: output: { events: './acme-events.ts' }.`)
  return { ...settings, spec: { ...spec, root, output: { events } } }
}
