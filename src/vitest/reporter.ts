import type { Reporter, TestCase, TestModule, TestProject, TestRunEndReason, TestSpecification, Vitest } from 'vitest/node'
import type { Report } from '../report/report.ts'
import type { RoutingSummary } from '../routing/summary.ts'
import type { CatalogIndex } from './catalog-index.ts'
import type { ResolvedOptions } from './options.ts'
import process from 'node:process'
import { toReportJson } from '../report/json.ts'
import { outcomeOf } from '../report/report.ts'
import { renderTerminal } from '../report/terminal.ts'
import { reportOf } from './collect-report.ts'
import { differenceTo } from './difference.ts'
import { exitCodeOf } from './exit-code.ts'
import { nothingChosen, wasChosen } from './no-match.ts'
import { Outlook } from './outlook.ts'
import { checkedAll, overlapOf } from './overlap.ts'
import { wantsColor } from './wants-color.ts'
import { writeReports } from './write-reports.ts'

type Outcome = RoutingSummary['outcome']

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
  private readonly outlook = new Outlook()

  add(reported: ReportedProject): void {
    this.projects.push(reported)
  }

  onInit(vitest: Vitest): void {
    this.vitest = vitest
  }

  async onTestRunStart(specifications: readonly TestSpecification[]): Promise<void> {
    this.startedAt = new Date()
    if (this.vitest)
      await this.outlook.begin(this.vitest, this.projects, specifications)
  }

  onTestCaseResult(test: TestCase): void {
    this.outlook.count(test)
  }

  async onTestRunEnd(modules: readonly TestModule[], unhandled: readonly unknown[], reason: TestRunEndReason): Promise<void> {
    const { vitest } = this
    this.outlook.end()
    if (!vitest)
      return
    const run = { startedAt: this.startedAt, endedAt: new Date(), partial: reason === 'interrupted', shard: vitest.config.shard, vitestVersion: vitest.version }
    const outcomes: Outcome[] = []
    for (const reported of this.projects) {
      const tests = modules.filter(module => module.project.name === reported.project.name).flatMap(module => [...module.children.allTests()])
      const snapshot = reported.index.current()
      const faults = snapshot.findings.some(finding => finding.severity === 'error')
      // a run that chose none of ours (another file, another id) has nothing to report here
      if (tests.some(wasChosen) || faults) {
        const overlap = checkedAll(tests, snapshot) ? await overlapOf(snapshot, reported.options) : null
        outcomes.push(await this.reportOn(vitest, reported, modules, reportOf({ ...run, tests, snapshot, overlap, options: reported.options, project: reported.project.name })))
      }
    }
    const nothing = nothingChosen(vitest.config.testNamePattern, modules.flatMap(module => [...module.children.allTests()]), this.projects.map(one => one.index.current()))
    if (nothing) {
      vitest.logger.error(nothing)
      outcomes.push({ ok: false, reasons: [nothing] })
    }
    const code = exitCodeOf({ modules, unhandled, reason, outcomes, projects: this.projects.map(one => one.project.name) })
    if (code !== null)
      process.exitCode = code
  }

  private async reportOn(vitest: Vitest, { options, index }: ReportedProject, modules: readonly TestModule[], report: Report): Promise<Outcome> {
    vitest.logger.log(`\n${renderTerminal(report, { color: wantsColor(), width: process.stdout.columns ?? 100 })}`)
    // what is graded again says nothing new of any run, and must not take the place of the run's report
    if (options.grade !== null)
      return outcomeOf(report)
    try {
      const json = toReportJson(report)
      // before the report is written: it may be the file that this run is compared with
      const difference = options.report.compare === null || vitest.config.watch || report.shard !== undefined ? null : await differenceTo(json, options.report.compare, options.root, wantsColor())
      if (difference)
        vitest.logger.log(`\n${difference.text.trimEnd()}`)
      await writeReports(report, json, options, { whole: !vitest.config.watch && isWhole(report, index, modules), difference })
    }
    catch (error) {
      // whoever waits for the file must not take the run for a good one, and what was measured is printed above
      const message = `The report could not be written: ${error instanceof Error ? error.message : String(error)}`
      vitest.logger.error(message)
      return { ok: false, reasons: [message] }
    }
    return outcomeOf(report)
  }
}

/** Whether all evaluations of the catalog had their turn: a selection of them says nothing of the trend. */
function isWhole(report: Report, index: CatalogIndex, modules: readonly TestModule[]): boolean {
  const ran = new Set(modules.map(module => module.moduleId))
  return !report.partial && report.shard === undefined && report.cases.length + report.behavior.length > 0
    && report.leftOut.routing === 0 && report.leftOut.behavior === 0
    && [...index.current().byDatasetFile.keys()].every(file => ran.has(file))
}
