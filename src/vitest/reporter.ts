import type { Reporter, TestCase, TestModule, TestProject, TestRunEndReason, TestSpecification, Vitest } from 'vitest/node'
import type { Report } from '../report/report.ts'
import type { RoutingSummary } from '../routing/summary.ts'
import type { CatalogIndex } from './catalog-index.ts'
import type { ResolvedOptions, Tier } from './options.ts'
import process from 'node:process'
import { groupBy } from '../catalog/group-by.ts'
import { outcomeOfAll } from '../report/each-agent.ts'
import { toReportJson } from '../report/json.ts'
import { renderTerminal } from '../report/terminal.ts'
import { reportOf } from './collect-report.ts'
import { differenceTo } from './difference.ts'
import { exitCodeOf } from './exit-code.ts'
import { nothingChosen, wasChosen } from './no-match.ts'
import { Outlook } from './outlook.ts'
import { checkedAll, overlapOf } from './overlap.ts'
import { isEmpty } from './test-files.ts'
import { wantsColor } from './wants-color.ts'
import { writeReports } from './write-reports.ts'

type Outcome = RoutingSummary['outcome']

const paidTiers: Tier[] = ['routing', 'behavior']

/** A project of ours and what it was configured with. */
export interface ReportedProject {
  project: TestProject
  options: ResolvedOptions
  index: CatalogIndex
}

/** The report of one agent. */
interface AgentReport {
  report: Report
  options: ResolvedOptions
  /** All evaluations of the catalog had their turn. */
  whole: boolean
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
    // the agents of one `skillEvals()` make one report
    for (const projects of groupBy(this.projects, one => one.options.lead).values()) {
      const reported: AgentReport[] = []
      for (const one of projects) {
        const tests = modules.filter(module => module.project.name === one.project.name).flatMap(module => [...module.children.allTests()])
        const snapshot = one.index.current()
        // what no test can show is the same for all of them
        const faults = reported.length === 0 && snapshot.findings.some(finding => finding.severity === 'error')
        // a run that chose none of ours (another file, another id) has nothing to report here
        if (tests.some(wasChosen) || faults) {
          const overlap = checkedAll(tests, snapshot) ? await overlapOf(snapshot, one.options) : null
          const report = reportOf({ ...run, tests, snapshot: reported.length === 0 ? snapshot : { ...snapshot, findings: [] }, overlap, options: one.options, project: one.project.name })
          reported.push({ report, options: one.options, whole: !vitest.config.watch && isWhole(report, one, modules.filter(module => module.project.name === one.project.name)) })
        }
      }
      const [first, ...others] = reported
      if (first)
        outcomes.push(await this.reportOn(vitest, first, others))
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

  private async reportOn(vitest: Vitest, first: AgentReport, others: AgentReport[]): Promise<Outcome> {
    const { options } = first
    const report: Report = { ...first.report, ...others.length > 0 && { others: others.map(one => one.report) } }
    vitest.logger.log(`\n${renderTerminal(report, { color: wantsColor(), width: process.stdout.columns ?? 100 })}`)
    // what is graded again says nothing new of any run, and must not take the place of the run's report
    if (options.grade !== null)
      return outcomeOfAll(report)
    try {
      const json = toReportJson(report)
      // before the report is written: it may be the file that this run is compared with
      const difference = options.report.compare === null || vitest.config.watch || report.shard !== undefined ? null : await differenceTo(json, options.report.compare, options.root, wantsColor())
      if (difference)
        vitest.logger.log(`\n${difference.text.trimEnd()}`)
      await writeReports(report, json, { agents: [first, ...others], difference })
    }
    catch (error) {
      // whoever waits for the file must not take the run for a good one, and what was measured is printed above
      const message = `The report could not be written: ${error instanceof Error ? error.message : String(error)}`
      vitest.logger.error(message)
      return { ok: false, reasons: [message] }
    }
    return outcomeOfAll(report)
  }
}

/** Whether all evaluations of the catalog had their turn: a selection of them says nothing of the trend. */
function isWhole(report: Report, { index, options }: ReportedProject, modules: readonly TestModule[]): boolean {
  const snapshot = index.current()
  const ran = new Set(modules.map(module => module.moduleId))
  return !report.partial && report.shard === undefined && report.cases.length + report.behavior.length > 0
    && report.leftOut.routing === 0 && report.leftOut.behavior === 0
    && [...snapshot.byDatasetFile].every(([file, owned]) => ran.has(file) || isEmpty(owned, snapshot, { ...options, tiers: paidTiers }))
}
