import type { AgentObserves } from '../agent/agent.ts'
import type { Prices } from '../agent/prices.ts'
import type { BehaviorCase } from '../behavior/result.ts'
import type { BehaviorSummary } from '../behavior/summary.ts'
import type { Finding } from '../catalog/finding.ts'
import type { RoutingCase } from '../routing/result.ts'
import type { RoutingSummary } from '../routing/summary.ts'
import type { OverlapEstimate } from '../structure/overlap.ts'
import type { ReportedSandbox } from './sandbox-text.ts'
import { summarizeBehavior } from '../behavior/summary.ts'
import { summarize } from '../routing/summary.ts'
import { count } from './figures.ts'

/** A test runner; its version is `null` where it is not known. */
export interface Runner {
  name: 'vitest' | 'jest'
  version: string | null
}

/** Everything that a report of one run is made of. Plain data: the terminal, markdown and JSON forms say the same. */
export interface Report {
  /** Version of vitest-skill-evals. */
  version: string
  /** Who ran the tests. */
  runner: Runner
  /** Name of the Vitest project, such as `evals`. */
  project: string
  /** What the agent is called among several. Default: its kind. */
  agentName?: string
  /** Reports of the further agents of the run: their figures stand beside those of this one, and are in none of them. Default: none. */
  others?: Report[]
  /** Absolute path that files are shown relative to. */
  root: string
  /** `null` where it is not known, such as the model of a run in which no agent started. `observes`: what this agent can show at all. */
  agent: { name: string, version: string | null, model: string | null, observes?: AgentObserves }
  /** Folder names of the skills that were installed side by side. */
  room: string[]
  /** 0 to 1. */
  minAccuracy: number
  /** Budgets of a routing run. */
  limits: { toolCalls: number, inspections: number }
  /** US dollars for a million tokens, by model: runs that did not say their cost are estimated by them. Default: none. */
  prices?: Prices
  /** ISO 8601. */
  startedAt: string
  /** Wall time of the whole run in milliseconds. */
  wallMs: number
  /** Evaluations of the routing tier. */
  cases: RoutingCase[]
  /** Evaluations of the behavior tier. */
  behavior: BehaviorCase[]
  /** What agents were run in; empty where none was run. Absent in reports of earlier versions. */
  sandbox?: ReportedSandbox[]
  /** Why there is no arm without the skill, though it was asked for. */
  noBaseline?: string
  structure: { errors: Finding[], warnings: Finding[] }
  /** Which skill the words of each prompt speak of: an estimate. Absent where a run did not check the whole catalog, or was asked for none. */
  overlap?: OverlapEstimate
  /** Errors that no test can show, such as a catalog without a skill. */
  faults: Finding[]
  /** Evaluations that the filters left out, tier by tier. */
  leftOut: { routing: number, behavior: number }
  /** Evaluations that were asked for and had no run. Tests that a filter left out are not among them. */
  skipped: { count: number, reasons: { reason: string, count: number }[] }
  /** Evaluations that had no run since the budget was spent; they are among `skipped`. */
  notStarted: number
  /** How many of the skipped tests wait for the template's text to be replaced: they fail the run, as nobody meant to leave them out. Default: 0. */
  unfinished?: number
  /** Not every evaluation that was asked for had its turn: interrupt, `--bail`, or the budget was spent. */
  partial: boolean
  /** Evaluations that an interrupt or `--bail` left without a verdict: agents that were stopped, and what never started. Absent where there are none. */
  interrupted?: { stopped: number, notStarted: number }
  /** `1/3`; absent when the run was not sharded, or when shards were merged. */
  shard?: string
  /** Absolute paths of what was written, where it was. */
  reportFile?: string
  /** Only when the options ask for the page. */
  htmlFile?: string
  runsFolder?: string
}

/** Adds up the routing evaluations of a report. */
export function summaryOf(report: Report): RoutingSummary {
  return summarize(report.cases, { minAccuracy: report.minAccuracy, limits: report.limits, shard: report.shard !== undefined, prices: report.prices ?? {} })
}

/** Adds up the behavior evaluations of a report. */
export function behaviorSummaryOf(report: Report): BehaviorSummary {
  return summarizeBehavior(report.behavior, report.prices)
}

/** Whether a run passes, and why not. */
export interface RunOutcome {
  ok: boolean
  /** Sentences. */
  reasons: string[]
}

/**
 * Whether the run passes as a whole.
 * A run that asked for no paid tier (`--tags-filter structure`) has nothing to fail; one whose evaluations were all
 * skipped measured nothing, and says why.
 */
export function outcomeOf(report: Report, routing: RoutingSummary = summaryOf(report), behavior: BehaviorSummary = behaviorSummaryOf(report)): RunOutcome {
  const { errors } = report.structure
  const reasons = [
    ...report.faults.map(fault => fault.message),
    ...report.interrupted ? [interruptedInWords(report, report.interrupted)] : [],
    ...errors.length > 0 ? [`${errors.length} structure ${errors.length === 1 ? 'error' : 'errors'}.`] : [],
    ...paidReasons(report, routing, behavior),
  ]
  return { ok: reasons.length === 0, reasons }
}

/** Evaluations of both tiers that have a verdict. */
export function endedIn({ cases, behavior }: Pick<Report, 'cases' | 'behavior'>): number {
  return cases.length + behavior.length
}

function interruptedInWords(report: Report, { stopped, notStarted }: NonNullable<Report['interrupted']>): string {
  const ended = endedIn(report)
  const rest = [...stopped > 0 ? [`${stopped} ${stopped === 1 ? 'was' : 'were'} stopped`] : [], ...notStarted > 0 ? [`${notStarted} never started`] : []]
  return `Interrupted: ${ended} of ${count(ended + stopped + notStarted, 'evaluation')} ${ended === 1 ? 'has' : 'have'} a verdict, ${rest.join(', ')}.`
}

/** Whether both paid tiers are in the report, so that a figure has to say whose it is. */
export function hasBothTiers(report: Report): boolean {
  return report.cases.length > 0 && report.behavior.length > 0
}

function paidReasons(report: Report, routing: RoutingSummary, behavior: BehaviorSummary): string[] {
  if (report.cases.length > 0 || report.behavior.length > 0) {
    const both = hasBothTiers(report)
    return [
      ...report.notStarted > 0 ? [`${report.notStarted} ${report.notStarted === 1 ? 'evaluation was' : 'evaluations were'} not started: the budget of the run.`] : [],
      ...report.cases.length > 0 ? routing.outcome.reasons.map(reason => both ? `Routing: ${reason}` : reason) : [],
      ...report.behavior.length > 0 ? behavior.outcome.reasons.map(reason => both ? `Behavior: ${reason}` : reason) : [],
      ...report.unfinished ? [`${count(report.unfinished, 'test')} of unfinished evaluations ${report.unfinished === 1 ? 'was' : 'were'} not run.`] : [],
    ]
  }
  if (report.skipped.count === 0)
    return []
  return [`Nothing was measured: ${report.skipped.count} skipped.`, ...report.skipped.reasons.map(({ reason }) => endSentence(reason))]
}

/** A path as readers want it: relative to the root and with `/`, absolute when it lies outside. */
export function shownPath(report: Report, file: string): string {
  // Reports of shards are merged on any system, so a path says by its look which system it comes from.
  const windows = /^(?:[a-z]:[\\/]|\\\\)/i.test(file)
  const path = windows ? file.replaceAll('\\', '/') : file
  const root = `${(windows ? report.root.replaceAll('\\', '/') : report.root).replace(/\/+$/, '')}/`
  const inside = windows ? path.toLowerCase().startsWith(root.toLowerCase()) : path.startsWith(root)
  return inside ? path.slice(root.length) : path
}

function endSentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`
}
