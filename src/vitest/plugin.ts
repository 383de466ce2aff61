import type { Plugin } from 'vite'
import type { TestProjectInlineConfiguration } from 'vitest/config'
import type { SkillEvalsOptions } from '../options/options.ts'
import type { PluginApi } from '../options/plugin-options.ts'
import { escapePattern, isPattern } from '../suite/name-pattern.ts'
import { skillEvalsProjects } from './project.ts'

/** Set on the project that stands for the user's own tests: Vitest 4 reads the root config again for it. */
const mark = '__vitestSkillEvals'

/**
 * Adds the project `evals` to a Vitest config, and one more for each further agent, and leaves the user's own tests as they are:
 * `plugins: [skillEvals({ skills: 'skills/*' })]`.
 */
export function skillEvals(options: SkillEvalsOptions = {}): Plugin {
  return {
    name: 'vitest-skill-evals',
    enforce: 'post',
    api: { skillEvals: options } satisfies PluginApi,
    config(config) {
      if (mark in config)
        return
      const test = config.test ??= {}
      // a `configureVitest` that injects the project comes too late: `--project evals` would find no such project
      const evals = skillEvalsProjects(options)
      if (test.projects?.length) {
        test.projects.push(...evals)
        return
      }
      const own: TestProjectInlineConfiguration & Record<typeof mark, true> = { extends: true, [mark]: true, test: { name: test.name ?? 'unit' } }
      test.projects = [own, ...evals]
    },
    configResolved(config) {
      allowAnyPattern(config as { _vitest?: PatternHolder, test?: PatternHolder })
    },
  }
}

interface PatternHolder {
  testNamePattern?: string | RegExp
}

/**
 * `-t 'c++'` is no regular expression, and Vitest would end at once, before the evals' project can say that it is an id.
 * Such a text is escaped; every other is left to Vitest.
 */
function allowAnyPattern(config: { _vitest?: PatternHolder, test?: PatternHolder }): void {
  // `_vitest` holds what Vitest has merged with its command line by now
  for (const holder of [config._vitest, config.test]) {
    if (typeof holder?.testNamePattern === 'string' && !isPattern(holder.testNamePattern))
      holder.testNamePattern = new RegExp(escapePattern(holder.testNamePattern))
  }
}
