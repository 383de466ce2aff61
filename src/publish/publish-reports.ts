import type { Tier } from '../options/options.ts'
import type { ResolvedOptions } from '../options/resolved-options.ts'
import type { Report } from '../report/report.ts'
import type { RoutingSummary } from '../routing/summary.ts'
import type { Snapshot } from '../suite/catalog-index.ts'
import type { EndedTest } from '../suite/ended-test.ts'
import type { CollectedRun } from './collect-report.ts'
import process from 'node:process'
import { groupBy } from '../catalog/group-by.ts'
import { outcomeOfAll } from '../report/each-agent.ts'
import { toReportJson } from '../report/json.ts'
import { renderTerminal } from '../report/terminal.ts'
import { wasChosen } from '../suite/ended-test.ts'
import { checkedAll, overlapOf } from '../suite/overlap.ts'
import { isEmpty } from '../suite/test-files.ts'
import { reportOf } from './collect-report.ts'
import { differenceTo } from './difference.ts'
import { wantsColor } from './wants-color.ts'
import { writeReports } from './write-reports.ts'

/** Whether a run, or a part of it, is as it should be, and why not. */
export type Outcome = RoutingSummary['outcome']

const paidTiers: Tier[] = ['routing', 'behavior']

/** A project whose tests are over. */
export interface EndedProject {
  options: ResolvedOptions
  snapshot: Snapshot
  /** Name of the project. */
  project: string
  tests: readonly EndedTest[]
  /** Absolute paths of the files that ran. */
  files: readonly string[]
  /** Evaluations of both tiers that the filters chose. */
  asked: number
}

/** A run that is over, and where its reports are told of. */
export interface EndedRun extends Pick<CollectedRun, 'startedAt' | 'endedAt' | 'partial' | 'shard' | 'runner'> {
  isWatching: boolean
  log: (text: string) => void
  error: (text: string) => void
}

/** The report of one agent. */
interface AgentReport {
  report: Report
  options: ResolvedOptions
  /** All evaluations of the catalog had their turn. */
  whole: boolean
}

/**
 * Prints and writes a report for all agents of each `skillEvals()`.
 * @returns what each came to; none where nothing of it was chosen.
 */
export async function publishReports(run: EndedRun, projects: readonly EndedProject[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const ofOne of groupBy(projects, one => one.options.lead).values()) {
    const reported: AgentReport[] = []
    for (const one of ofOne) {
      const { tests, snapshot, options, project, asked } = one
      // what no test can show is the same for all of them
      const faults = reported.length === 0 && snapshot.findings.some(finding => finding.severity === 'error')
      // a run that chose none of ours (another file, another id) has nothing to report here
      if (tests.some(wasChosen) || faults || (run.partial && asked > 0)) {
        const overlap = checkedAll(tests, snapshot) ? await overlapOf(snapshot, options) : null
        const report = reportOf({ ...run, tests, snapshot: reported.length === 0 ? snapshot : { ...snapshot, findings: [] }, overlap, options, project, asked })
        reported.push({ report, options, whole: !run.isWatching && isWhole(report, one) })
      }
    }
    const [first, ...others] = reported
    if (first)
      outcomes.push(await publish(run, first, others))
  }
  return outcomes
}

async function publish(run: EndedRun, first: AgentReport, others: AgentReport[]): Promise<Outcome> {
  const { options } = first
  const report: Report = { ...first.report, ...others.length > 0 && { others: others.map(one => one.report) } }
  run.log(`\n${renderTerminal(report, { color: wantsColor(), width: process.stdout.columns ?? 100 })}`)
  // what is graded again says nothing new of any run, and must not take the place of the run's report
  if (options.grade !== null)
    return outcomeOfAll(report)
  try {
    const json = toReportJson(report)
    // before the report is written: it may be the file that this run is compared with
    const difference = options.report.compare === null || run.isWatching || report.shard !== undefined ? null : await differenceTo(json, options.report.compare, options.root, wantsColor())
    if (difference)
      run.log(`\n${difference.text.trimEnd()}`)
    await writeReports(report, json, { agents: [first, ...others], difference })
  }
  catch (error) {
    // whoever waits for the file must not take the run for a good one, and what was measured is printed above
    const message = `The report could not be written: ${error instanceof Error ? error.message : String(error)}`
    run.error(message)
    return { ok: false, reasons: [message] }
  }
  return outcomeOfAll(report)
}

/** Whether all evaluations of the catalog had their turn: a selection of them says nothing of the trend. */
function isWhole(report: Report, { snapshot, options, files }: EndedProject): boolean {
  const ran = new Set(files)
  return !report.partial && report.shard === undefined && report.cases.length + report.behavior.length > 0
    && report.leftOut.routing === 0 && report.leftOut.behavior === 0
    && [...snapshot.byDatasetFile].every(([file, owned]) => ran.has(file) || isEmpty(owned, snapshot, { ...options, tiers: paidTiers }))
}
