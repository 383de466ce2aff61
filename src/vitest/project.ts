import type { Plugin } from 'vite'
import type { TestProjectInlineConfiguration } from 'vitest/config'
import type { VitestPluginContext } from 'vitest/node'
import type { Collected } from './collector.ts'
import type { SkillEvalsOptions } from './options.ts'
import type { PluginApi } from './plugin-options.ts'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { CatalogIndex } from './catalog-index.ts'
import { collector } from './collector.ts'
import { configureProject } from './configure.ts'
import { escapePattern, literalPattern } from './name-pattern.ts'
import { resolveOptions } from './resolve-options.ts'
import { testFiles } from './test-files.ts'

const here = (name: string): string => fileURLToPath(new URL(name, import.meta.url))

/**
 * The Vitest project that runs the evals of a catalog, for a `test.projects` of your own:
 * `projects: ['packages/*', skillEvalsProject({ skills: 'skills/*' })]`. Without such a list, use {@link skillEvals}.
 *
 * @throws {Error} when Vitest resolves the project and an option or `SKILL_EVALS_*` variable cannot be meant, or a skill
 * of the room does not exist.
 */
export function skillEvalsProject(options: SkillEvalsOptions = {}): TestProjectInlineConfiguration {
  let collected: Collected | undefined
  const required = (): Collected => {
    if (!collected)
      throw new Error('vitest-skill-evals was asked for its tests before Vitest had resolved its project; please report this.')
    return collected
  }
  const setup: Plugin = {
    name: 'vitest-skill-evals:project',
    enforce: 'pre',
    api: { skillEvals: options } satisfies PluginApi,
    config(config) {
      const resolved = resolveOptions(options, config.root ?? process.cwd(), process.env)
      const index = new CatalogIndex(resolved)
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
      name: options.name ?? 'evals',
      environment: 'node' as const,
      // 1000 datasets: 10 s in threads that are kept, minutes when each file gets a worker of its own
      pool: 'threads' as const,
      isolate: false,
      includeTaskLocation: true,
      strictTags: false,
      runner: here('./runner.js'),
      globalSetup: [here('./global-setup.js')],
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
}
