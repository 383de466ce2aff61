import type { Plugin } from 'vite'
import type { TestProjectInlineConfiguration } from 'vitest/config'
import type { VitestPluginContext } from 'vitest/node'
import type { SkillEvalsOptions } from '../options/options.ts'
import type { PluginApi } from '../options/plugin-options.ts'
import type { EvalMeta } from '../suite/test-meta.ts'
import type { Collected } from './collector.ts'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { projectNames } from '../options/named-agents.ts'
import { resolveOptions } from '../options/resolve-options.ts'
import { CatalogIndex } from '../suite/catalog-index.ts'
import { escapePattern, literalPattern } from '../suite/name-pattern.ts'
import { testFiles } from '../suite/test-files.ts'
import { collector } from './collector.ts'
import { configureProject } from './configure.ts'

const here = (name: string): string => fileURLToPath(new URL(name, import.meta.url))

/**
 * The Vitest project that runs the evals of a catalog, for a `test.projects` of your own:
 * `projects: ['packages/*', skillEvalsProject({ skills: 'skills/*' })]`. Without such a list, use {@link skillEvals}; for several agents,
 * {@link skillEvalsProjects}.
 *
 * @throws {Error} when there are several agents. When Vitest resolves the project and an option or `SKILL_EVALS_*` variable cannot be meant,
 * or a skill of the room does not exist.
 */
export function skillEvalsProject(options: SkillEvalsOptions = {}): TestProjectInlineConfiguration {
  const [project, ...others] = skillEvalsProjects(options)
  if (!project || others.length > 0)
    throw new Error(`Each of ${others.length + 1} agents is a project of its own. Write \`...skillEvalsProjects({ … })\` into \`test.projects\`, with three dots, instead of \`skillEvalsProject({ … })\`.`)
  return project
}

/**
 * The Vitest projects that run the evals of a catalog by several agents, one for each:
 * `projects: ['packages/*', ...skillEvalsProjects({ agents: [claude(), codex()] })]`. The first has the structure tier, since the files are
 * the same for all.
 *
 * @throws {Error} when `agents` cannot be meant; later, as {@link skillEvalsProject}
 */
export function skillEvalsProjects(options: SkillEvalsOptions = {}): TestProjectInlineConfiguration[] {
  // each of them would read the same files
  const catalogs = new Map<string, CatalogIndex>()
  return projectNames(options, process.env).map((name, of) => projectOf(options, { name, of, catalogs }))
}

/** Whose project it is. */
interface ProjectPlace {
  name: string
  /** Which of the agents. */
  of: number
  /** By their roots. */
  catalogs: Map<string, CatalogIndex>
}

function projectOf(options: SkillEvalsOptions, { name, of, catalogs }: ProjectPlace): TestProjectInlineConfiguration {
  let collected: Collected | undefined
  const required = (): Collected => {
    if (!collected)
      throw new Error('vitest-skill-evals was asked for its tests before Vitest had resolved its project; please report this.')
    return collected
  }
  const setup: Plugin = {
    name: 'vitest-skill-evals:project',
    enforce: 'pre',
    // the command line reads the options of all agents from the first
    ...of === 0 && { api: { skillEvals: options } satisfies PluginApi },
    config(config) {
      const resolved = resolveOptions(options, config.root ?? process.cwd(), process.env, of)
      const index = (of > 0 && catalogs.get(resolved.root)) || new CatalogIndex(resolved)
      catalogs.set(resolved.root, index)
      const test = config.test ??= {}
      Object.assign(test, testFiles(index.current(), resolved))
      test.provide = { ...test.provide, skillEvals: resolved }
      const pattern = literalPattern(test.testNamePattern, index.current())
      // Vitest's own reading of it may not even be a regular expression
      if (pattern)
        test.testNamePattern = pattern
      collected = { options: resolved, index, pattern }
    },
    configureVitest(context: VitestPluginContext) {
      configureProject(context, required())
    },
  }
  const project = {
    // `true`, and Vitest 5 when nothing is said, would add the user's own `include`: his unit tests would run here too
    extends: false as boolean,
    plugins: [setup, collector(required)],
    test: {
      name,
      environment: 'node' as const,
      // 1000 datasets: 10 s in threads that are kept, minutes when each file gets a worker of its own
      pool: 'threads' as const,
      isolate: false,
      includeTaskLocation: true,
      strictTags: false,
      runner: here('../vitest/runner.js'),
      globalSetup: [here('../vitest/global-setup.js')],
      // loaded by Node and not by Vite, so that the runner, the emitted modules and the workers share one instance
      server: { deps: { external: [new RegExp(`^${escapePattern(here('..'))}`)] } },
    },
  }
  // Vitest 4 takes `false` and does not say so in its types
  return project as TestProjectInlineConfiguration
}

declare module 'vitest' {
  interface ProvidedContext {
    skillEvals: ReturnType<typeof resolveOptions>
  }
  interface TaskMeta {
    eval?: EvalMeta
  }
}
