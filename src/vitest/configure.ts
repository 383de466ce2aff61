import type { TestProject, Vitest, VitestPluginContext } from 'vitest/node'
import type { ResolvedOptions } from '../options/resolved-options.ts'
import type { Plan } from '../suite/planned-runs.ts'
import type { Collected } from './collector.ts'
import { availableParallelism } from 'node:os'
import process from 'node:process'
import { plannedRuns } from '../suite/planned-runs.ts'
import { declaredTags } from '../suite/tags.ts'
import { workersFor } from '../suite/workers.ts'
import { trackChanges } from './changed.ts'
import { CleanLogs } from './clean-logs.ts'
import { cancelVitestOnSignal } from './interrupt.ts'
import { widenLineFilters } from './line-filter.ts'
import { filtersOf } from './outlook.ts'
import { EvalsReporter } from './reporter.ts'
import { watchSkills } from './watch.ts'

/** Above the groups that people number by hand. */
const GROUP = 1000

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
  // the workers are not told whether Vitest watches
  project.provide('skillEvals', { ...options, annotate: annotationsFor(vitest), cache: options.cache === 'watch' ? vitest.config.watch : options.cache })
  fillJobs(vitest, project, { options, plan: plannedRuns([...snapshot.byDatasetFile.keys()].map(moduleId => ({ moduleId })), snapshot, options, filtersOf(vitest)) })
  widenLineFilters(project, index)
  trackChanges(vitest, project, index)
  if (vitest.config.watch)
    watchSkills(vitest, project, collected)
  else
    cancelVitestOnSignal(vitest)
  const { logs, reporter } = reportersOf(vitest)
  logs.add(options)
  reporter.add({ project, options, index })
}

/** On GitHub Vitest makes an annotation of each failure, at its line, and would make a second one of ours. */
function annotationsFor({ config }: Vitest): ResolvedOptions['annotate'] {
  const names = config.reporters.map(reporter => Array.isArray(reporter) ? reporter[0] : reporter)
  if (!config.ui && !names.includes('html') && !names.includes('blob'))
    return null
  // a merge on GitHub tells what the blobs of its shards hold
  return names.includes('github-actions') || process.env.GITHUB_ACTIONS === 'true' ? 'plain' : 'placed'
}

/** Gives the project as many workers as its agents need, unless the user has said how many he wants. */
function fillJobs(vitest: Vitest, project: TestProject, { options: { jobs }, plan: { runs, files } }: { options: ResolvedOptions, plan: Plan }): void {
  if (vitest.config.maxWorkers !== undefined)
    return
  project.config.maxWorkers = workersFor({ jobs, runs: runs.routing + runs.behavior, files, cores: availableParallelism() })
  // Vitest refuses projects of one group that differ in their workers; the user's own tests, which cost nothing, go first
  project.config.sequence.groupOrder = GROUP + project.config.maxWorkers
}

/** By config, not by Vitest: an edit of the config in watch mode gives the same Vitest new reporters. */
const reporters = new WeakMap<Vitest['config'], { logs: CleanLogs, reporter: EvalsReporter }>()

/** One reporter for all projects of a Vitest, so that a run ends with one summary and one exit code. */
function reportersOf(vitest: Vitest): { logs: CleanLogs, reporter: EvalsReporter } {
  let ours = reporters.get(vitest.config)
  if (!ours) {
    ours = { logs: new CleanLogs(vitest), reporter: new EvalsReporter() }
    reporters.set(vitest.config, ours)
    type Configured = (typeof vitest.config.reporters)[number]
    // before all others have it, and after all others
    vitest.config.reporters.unshift(ours.logs as unknown as Configured)
    vitest.config.reporters.push(ours.reporter as unknown as Configured)
  }
  return ours
}
