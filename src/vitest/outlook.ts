import type { TestCase, TestSpecification, Vitest } from 'vitest/node'
import type { RunFilters } from '../suite/planned-runs.ts'
import type { Shared } from '../suite/shared.ts'
import type { RunningProject, RunWideState } from './progress.ts'
import type { ReportedProject } from './reporter.ts'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { getEnvironmentData } from 'node:worker_threads'
import { earlierRun } from '../report/earlier-run.ts'
import { estimateInWords, expectedOf } from '../report/estimate.ts'
import { progressInWords } from '../report/progress-line.ts'
import { Budget } from '../run/budget.ts'
import { Slots } from '../run/slots.ts'
import { reasonAgainstStrictRoom } from '../suite/admission.ts'
import { findAgentOf } from '../suite/found-agents.ts'
import { plannedRuns } from '../suite/planned-runs.ts'
import { sharedKey } from '../suite/shared.ts'
import { endedTest } from './ended-test.ts'
import { RunProgress } from './progress.ts'

/** A run that is over sooner needs no progress; more often, and a log would hold nothing else. */
const everyMs = 30_000

/** Says what a run will take before its first agent starts, and how far it has come while it runs. */
export class Outlook {
  private progress: RunProgress | null = null
  private timer: NodeJS.Timeout | undefined

  /** Prints the estimate of a run, when it will call an agent. */
  async begin(vitest: Vitest, projects: readonly ReportedProject[], chosen: readonly TestSpecification[]): Promise<void> {
    this.end()
    // reports of other machines are put together: nobody is called
    if (vitest.config.mergeReports)
      return
    const running: RunningProject[] = []
    for (const reported of projects) {
      const { options, index } = reported
      const files = chosen.filter(spec => spec.project === reported.project)
      const plan = plannedRuns(files, index.current(), reported.project.getProvidedContext().skillEvals, filtersOf(vitest))
      const refusal = plan.runs.routing + plan.runs.behavior === 0 ? null : reasonAgainstStrictRoom(options)
      if (refusal !== null)
        vitest.logger.error(refusal)
      if (refusal !== null || plan.runs.routing + plan.runs.behavior === 0 || await findAgentOf(vitest, options) === null)
        continue
      const earlier = earlierRun(textOf(path.join(options.reportDir, 'report.json')), options.name)
      running.push({ plan, earlier })
      vitest.logger.log(`${projects.length > 1 ? `Evals of ${options.name}` : 'Evals'}: ${estimateInWords(plan.runs, expectedOf(plan.runs, earlier))}`)
    }
    if (running.length === 0)
      return
    const progress = this.progress = new RunProgress(running)
    this.timer = setInterval(() => {
      const state = stateOf(projects)
      if (state)
        vitest.logger.log(`Evals: ${progressInWords(progress.at(state))}`)
    }, everyMs)
    // a run that is over must not wait for it
    this.timer.unref()
  }

  count(test: TestCase): void {
    this.progress?.count(endedTest(test))
  }

  end(): void {
    clearInterval(this.timer)
    this.progress = null
  }
}

/** What narrows a run beside its files. */
export function filtersOf({ config }: Vitest): RunFilters {
  return {
    pattern: config.testNamePattern,
    tags: config.tagsFilter?.length ? config.tagsFilter : undefined,
    updates: config.snapshotOptions.updateSnapshot === 'all',
  }
}

/** Vitest 5 leaves the files of other shards out before it says what it runs, Vitest 4 afterwards. */
export async function sharded(vitest: Vitest, specifications: readonly TestSpecification[]): Promise<TestSpecification[]> {
  const { shard, sequence: { sequencer: Sequencer } } = vitest.config
  const all = [...specifications]
  return shard && Number.parseInt(vitest.version) < 5 ? new Sequencer(vitest).shard(all) : all
}

/** What the workers share; nothing before they are there. */
function stateOf(projects: readonly ReportedProject[]): RunWideState | null {
  for (const { options } of projects) {
    const shared = getEnvironmentData(sharedKey(options.name)) as Shared | undefined
    // all projects of a run share one budget
    if (shared)
      return { slots: new Slots(shared.slots), budget: new Budget(shared.budget, { ...options.limits, prices: options.prices }), isEstimated: projects.some(one => Object.keys(one.options.prices).length > 0) }
  }
  return null
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  }
  catch {
    return ''
  }
}
