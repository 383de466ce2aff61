import type { UserConfig } from 'vite'
import type { SkillEvalsOptions } from '../options/options.ts'
import { existsSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { optionsOfPlugin } from '../options/plugin-options.ts'
import { UsageError } from './usage-error.ts'

/** A place where a Vitest config has our plugin. */
export interface ConfiguredProject {
  /** Absolute. */
  root: string
  options: SkillEvalsOptions
}

/** Where the config is. */
export interface ConfigPlace {
  /** As on the command line, which is Vitest's root. Default: what the config says, or the working directory. */
  root?: string | undefined
  /** Path of the config, from the root. Default: found there. */
  config?: string | undefined
}

/** What is known of Vitest's keys here; its own types would load the whole of it. */
type Config = UserConfig & { test?: { root?: string, projects?: unknown[] } }

/** In the order in which Vitest looks for them. */
const names = ['vitest.config', 'vite.config'].flatMap(name => ['.ts', '.mts', '.cts', '.js', '.mjs', '.cjs'].map(ending => name + ending))

/** What a config says, before any default. */
export interface ReadConfig {
  /** Absolute path of the config; `null` when there is none. */
  file: string | null
  /** Absolute. */
  root: string
  /** Empty when the plugin is nowhere in it. */
  projects: ConfiguredProject[]
}

/**
 * Reads the options of every `skillEvals()` and `skillEvalsProject()` of a Vitest config. Nothing of Vitest is started.
 * @returns one with no options when there is no config, or none with the plugin in it.
 * @throws {UsageError} when the config cannot be loaded, or the one that was named is not there or lacks the plugin.
 */
export async function configuredProjects(place: ConfigPlace): Promise<ConfiguredProject[]> {
  const { file, root, projects } = await readConfig(place)
  if (projects.length === 0 && place.config !== undefined)
    throw new UsageError(`${file} has no \`skillEvals()\` in \`plugins\` and no \`skillEvalsProject()\` in \`test.projects\`. A project in a file of its own is read when \`--config\` names that file.`)
  return projects.length > 0 ? projects : [{ root, options: {} }]
}

/** Reads the config, whether our plugin is in it or not. @throws {UsageError} when it cannot be loaded, or the one that was named is not there */
export async function readConfig(place: ConfigPlace): Promise<ReadConfig> {
  const { file, root } = findConfig(place)
  if (file === null)
    return { file, root, projects: [] }
  const config = await load(file, root)
  const base = path.resolve(config.test?.root ?? place.root ?? config.root ?? '.')
  return { file, root: base, projects: await projectsOf(config, base) }
}

/** The config that Vitest would read. @throws {UsageError} when the folder or the file that was named is not there */
export function findConfig(place: ConfigPlace): Omit<ReadConfig, 'projects'> {
  const root = path.resolve(place.root ?? '.')
  if (!existsSync(root))
    throw new UsageError(`There is no folder ${root}, which \`--root\` names.`)
  const file = place.config === undefined ? names.map(name => path.join(root, name)).find(name => existsSync(name)) : path.resolve(root, place.config)
  if (file !== undefined && !existsSync(file))
    throw new UsageError(`There is no file ${file}, which \`--config\` names.`)
  return { file: file ?? null, root }
}

async function load(file: string, root: string): Promise<Config> {
  // as Vitest does, since a config may ask for them
  process.env.VITEST = 'true'
  process.env.NODE_ENV ??= 'test'
  const { loadConfigFromFile } = await import('vite')
  try {
    const loaded = await loadConfigFromFile({ command: 'serve', mode: 'test' }, file, root, 'silent')
    return loaded?.config ?? {}
  }
  catch (error) {
    throw new UsageError(`${file} cannot be loaded: ${error instanceof Error ? error.message : String(error)}`)
  }
}

async function projectsOf(config: Config, root: string): Promise<ConfiguredProject[]> {
  const found = (await optionsIn(config.plugins)).map((options): ConfiguredProject => ({ root, options }))
  for (const definition of config.test?.projects ?? []) {
    const project: unknown = await (typeof definition === 'function' ? definition({ command: 'serve', mode: 'test' }) : definition)
    if (!isConfig(project))
      continue
    const own = project.test?.root ?? project.root
    const options = await optionsIn(project.plugins)
    found.push(...options.map(one => ({ root: own === undefined ? root : path.resolve(root, own), options: one })))
  }
  return found
}

/** `plugins` holds plugins, promises of them, lists of both, and what is left of a condition that did not hold. */
async function optionsIn(plugins: unknown): Promise<SkillEvalsOptions[]> {
  const resolved: unknown = await plugins
  if (Array.isArray(resolved))
    return (await Promise.all(resolved.map(optionsIn))).flat()
  const options = optionsOfPlugin(resolved)
  return options ? [options] : []
}

function isConfig(project: unknown): project is Config {
  return typeof project === 'object' && project !== null
}
