import type { Reporter, TestCase, TestModule, TestProject, TestRunEndReason, TestSpecification, Vitest } from 'vitest/node'
import type { ResolvedOptions } from '../options/resolved-options.ts'
import type { EndedRun } from '../publish/publish-reports.ts'
import type { CatalogIndex } from '../suite/catalog-index.ts'
import type { EndedTest } from '../suite/ended-test.ts'
import process from 'node:process'
import { publishReports } from '../publish/publish-reports.ts'
import { nothingChosen } from '../suite/no-match.ts'
import { askedOf } from '../suite/planned-runs.ts'
import { endedTest } from './ended-test.ts'
import { exitCodeOf } from './exit-code.ts'
import { filtersOf, Outlook, sharded } from './outlook.ts'

/** A project of ours and what it was configured with. */
export interface ReportedProject {
  project: TestProject
  options: ResolvedOptions
  index: CatalogIndex
}

/** Prints the evals' own summary after Vitest's, writes `report.json`, and decides what the run ends with. */
export class EvalsReporter implements Reporter {
  private readonly projects: ReportedProject[] = []
  private vitest: Vitest | null = null
  private startedAt = new Date()
  private chosen: readonly TestSpecification[] = []
  private readonly outlook = new Outlook()

  add(reported: ReportedProject): void {
    this.projects.push(reported)
  }

  onInit(vitest: Vitest): void {
    this.vitest = vitest
  }

  async onTestRunStart(specifications: readonly TestSpecification[]): Promise<void> {
    this.startedAt = new Date()
    if (!this.vitest)
      return
    this.chosen = await sharded(this.vitest, specifications)
    await this.outlook.begin(this.vitest, this.projects, this.chosen)
  }

  onTestCaseResult(test: TestCase): void {
    this.outlook.count(test)
  }

  async onTestRunEnd(modules: readonly TestModule[], unhandled: readonly unknown[], reason: TestRunEndReason): Promise<void> {
    const { vitest } = this
    this.outlook.end()
    if (!vitest)
      return
    const { config, logger } = vitest
    const run: EndedRun = { startedAt: this.startedAt, endedAt: new Date(), partial: reason === 'interrupted', shard: config.shard, runner: { name: 'vitest', version: vitest.version }, isWatching: config.watch, log: text => logger.log(text), error: text => logger.error(text) }
    const outcomes = await publishReports(run, this.projects.map(({ options, index, project }) => {
      const own = modules.filter(module => module.project.name === project.name)
      const snapshot = index.current()
      const asked = reason === 'interrupted' ? askedOf(this.chosen.filter(spec => spec.project === project), snapshot, options, filtersOf(vitest)) : 0
      return { options, snapshot, project: project.name, tests: own.flatMap(endedTests), files: own.map(module => module.moduleId), asked }
    }))
    const nothing = nothingChosen(vitest.config.testNamePattern, modules.flatMap(endedTests), this.projects.map(one => one.index.current()))
    if (nothing) {
      vitest.logger.error(nothing)
      outcomes.push({ ok: false, reasons: [nothing] })
    }
    const code = exitCodeOf({ modules, unhandled, reason, outcomes, projects: this.projects.map(one => one.project.name) })
    if (code !== null)
      process.exitCode = code
  }
}

function endedTests(module: TestModule): EndedTest[] {
  return [...module.children.allTests()].map(endedTest)
}
