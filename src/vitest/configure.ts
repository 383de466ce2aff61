import type { Vitest, VitestPluginContext } from 'vitest/node'
import type { Collected } from './collector.ts'
import { trackChanges } from './changed.ts'
import { cancelOnSignal } from './interrupt.ts'
import { widenLineFilters } from './line-filter.ts'
import { EvalsReporter } from './reporter.ts'
import { declaredTags } from './tags.ts'
import { watchSkills } from './watch.ts'

/** Does what only a live Vitest can be told: everything that its config has no key for. */
export function configureProject(context: VitestPluginContext, collected: Collected): void {
  const { vitest, project } = context
  const { options, index, pattern } = collected
  const snapshot = index.current()
  // the run's pattern goes before a project's own
  if (pattern)
    vitest.config.testNamePattern = pattern
  project.config.tags.push(...declaredTags(snapshot))
  // Vitest does not hand its command line's --max-concurrency to a project that extends nothing
  project.config.maxConcurrency = Math.max(options.jobs, 1)
  project.config.pool = 'threads'
  widenLineFilters(project, index)
  trackChanges(vitest, project, index)
  if (vitest.config.watch)
    watchSkills(vitest, collected)
  else
    cancelOnSignal(vitest)
  reporterOf(vitest).add({ project, options, index })
}

/** By config, not by Vitest: an edit of the config in watch mode gives the same Vitest new reporters. */
const reporters = new WeakMap<Vitest['config'], EvalsReporter>()

/** One reporter for all projects of a Vitest, so that a run ends with one summary and one exit code. */
function reporterOf(vitest: Vitest): EvalsReporter {
  let reporter = reporters.get(vitest.config)
  if (!reporter) {
    reporter = new EvalsReporter()
    reporters.set(vitest.config, reporter)
    vitest.config.reporters.push(reporter as unknown as (typeof vitest.config.reporters)[number])
  }
  return reporter
}
