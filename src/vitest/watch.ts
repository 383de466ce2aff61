import type { Vitest } from 'vitest/node'
import type { Collected } from './collector.ts'

/**
 * Watch mode: forgets the catalog when it changes, and reruns a skill's files when a new file appears in it. Files that
 * Vite's module graph knows are left to Vitest, which also finds the user's own tests that import them.
 */
export function watchSkills(vitest: Vitest, { options, index }: Collected): void {
  const own = `${options.outputDir}/`
  vitest.vite.watcher.on('all', (_event, changed) => {
    if (!changed.replaceAll('\\', '/').startsWith(own))
      index.invalidate()
  })
  vitest.config.watchTriggerPatterns ??= []
  vitest.config.watchTriggerPatterns.push({
    pattern: /.+/,
    testsToRun(changed) {
      const file = changed.replaceAll('\\', '/')
      if (file.startsWith(own) || isKnown(vitest, file))
        return
      const { skills } = index.current()
      const owner = skills.find(({ skill }) => file.startsWith(`${skill.dir}/`))
      if (!owner)
        return
      const tests = [`${owner.skill.dir}/SKILL.md`, ...owner.datasets.map(entry => entry.dataset.file)].filter(test => test !== file)
      // what they were made of has changed, though none of the files that Vite knows has
      tests.forEach(test => vitest.invalidateFile(test))
      return tests
    },
  })
}

function isKnown(vitest: Vitest, file: string): boolean {
  return vitest.projects.some(project => Object.values(project.vite.environments).some(
    environment => [...environment.moduleGraph.getModulesByFile(file) ?? []].some(module => module.importers.size > 0),
  ))
}
