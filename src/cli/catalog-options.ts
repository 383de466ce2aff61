import type { SkillEvalsOptions } from '../options/options.ts'
import type { ResolvedOptions } from '../options/resolved-options.ts'
import type { ConfigPlace, ConfiguredProject } from './load-config.ts'
import process from 'node:process'
import { resolveEachAgent } from '../options/resolve-options.ts'
import { configuredProjects } from './load-config.ts'
import { UsageError } from './usage-error.ts'

/** The options that flags stand for. */
export type FlagOptions = Pick<SkillEvalsOptions, 'skills' | 'room' | 'docs' | 'skillFiles' | 'skillSections'>

/** The variable that says the same as a flag. */
const variables = { skills: 'SKILL_EVALS_SKILLS', room: 'SKILL_EVALS_ROOM', docs: 'SKILL_EVALS_DOCS', skillFiles: 'SKILL_EVALS_SKILL_FILES', skillSections: 'SKILL_EVALS_SKILL_SECTIONS' } satisfies Record<keyof FlagOptions, string>

/**
 * The options of every project of the user's config: the config's, the environment's on top, and the flags on top of both.
 * @param place where the config is
 * @param flags what the command line says
 * @param tiers `'structure'` for what the free tier asks alone; `'configured'` for a command that has to know what a run would measure
 * @throws {UsageError} when the config cannot be read or an option cannot be meant
 */
export async function catalogOptions(place: ConfigPlace, flags: FlagOptions, tiers: 'structure' | 'configured' = 'structure'): Promise<ResolvedOptions[]> {
  const projects = await configuredProjects(place)
  const free = tiers === 'structure'
  const overridden = [...free ? ['SKILL_EVALS_TIERS'] : [], ...Object.entries(variables).flatMap(([option, variable]) => option in flags ? [variable] : [])]
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !overridden.includes(name)))
  return projects.flatMap(({ root, options }) => resolved({ ...options, ...flags, ...free && { tiers: ['structure'] } }, root, env))
}

/** The options of every project as a run of Vitest would have them. @throws {UsageError} when an option cannot be meant */
export function runOptions(projects: ConfiguredProject[]): ResolvedOptions[] {
  return projects.flatMap(({ root, options }) => resolved(options, root, process.env))
}

function resolved(options: SkillEvalsOptions, root: string, env: NodeJS.ProcessEnv): ResolvedOptions[] {
  try {
    return resolveEachAgent(options, root, env)
  }
  catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}
