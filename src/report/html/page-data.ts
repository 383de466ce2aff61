import type { Flakiness } from '../flakiness.ts'
import type { HistoryPoint } from '../history.ts'
import type { AgentsJson } from '../json-agents.ts'
import type { AgentReportJson, ReportJson } from '../report-json.ts'
import type { PageComparison } from './page-comparison.ts'
import type { PageEvaluation } from './page-evaluation.ts'
import { isRecord, numberOf, recordsOf, textOf, textsOf } from '../../agent/json.ts'
import { flakiness } from '../flakiness.ts'
import { eachAgentJson } from '../json-agents.ts'
import { runnerInWords, runnerOf } from '../runner.ts'
import { sandboxInWords } from '../sandbox-text.ts'
import { behaviorEvaluation, routingEvaluation } from './page-evaluation.ts'

/** All that the page shows before a run record is opened. Plain data, in the page as JSON. */
export interface PageData {
  project: string
  /** What the agent is called among several. */
  agentName: string
  version: string
  /** Who ran the tests, for a reader. */
  runner: string
  startedAt: string
  wallSeconds: number
  agent: { name: string, version: string | null, model: string | null }
  room: string[]
  shard: string | null
  partial: boolean
  outcome: { ok: boolean, reasons: string[] }
  minAccuracy: number
  routing: PageTier | null
  behavior: PageTier | null
  /** Evaluations that passed although the agent never loaded their skill. */
  passedWithoutSkill: number
  checks: { graded: number, met: number, open: number }
  leftOut: { routing: number, behavior: number }
  replayed: number
  money: PageMoney[]
  /** Sentences about what agents ran in, and about rooms that were not as asked. */
  remarks: string[]
  skipped: { reason: string, count: number }[]
  skills: PageSkill[]
  evaluations: PageEvaluation[]
  findings: PageFinding[]
  history: HistoryPoint[]
  flakiness: Flakiness[]
  /** `null`: it was not compared with another one. */
  comparison: PageComparison | null
}

/** One paid tier. `errors` are in no ratio. */
export interface PageTier {
  cases: number
  graded: number
  passed: number
  errors: number
  seconds: number
}

/** What one part of the run took, in US dollars. */
export interface PageMoney {
  what: 'routing' | 'behavior' | 'judge'
  /** `null`: nobody said anything. */
  usd: number | null
  unknown: number
  replayedUsd: number
}

/** One skill in the crowd; ratios come from these counts. */
export interface PageSkill {
  skill: string
  expected: number
  correct: number
  missed: number
  lost: number
  fired: number
  errors: number
}

/** A finding of the structure tier. */
export interface PageFinding {
  severity: 'error' | 'warning'
  rule: string
  message: string
  place: string
}

/** What is known of earlier reports of an agent. */
export interface EarlierReports {
  /** Oldest first, this one the last. */
  history: HistoryPoint[]
  /** The difference to one of them; `null`: there was none to compare with. */
  comparison: PageComparison | null
}

/** The data of all agents of a report, the first agent's first, and what they are beside each other. */
export interface PageReport {
  reports: [PageData, ...PageData[]]
  /** `null` in a run of one agent. */
  agents: AgentsJson | null
}

/**
 * What the page shows of a report.
 *
 * @param report as `report.json` holds it; what it lacks is shown as unknown.
 * @param earlier of each agent.
 */
export function pageReport(report: ReportJson, earlier: EarlierReports[] = []): PageReport {
  const agents = report.agents ?? null
  const [first, ...others] = eachAgentJson(report)
  const dataOf = (one: AgentReportJson, at: number): PageData => ({ ...pageData(one, earlier[at]?.history, earlier[at]?.comparison), ...agents?.columns[at] && { outcome: agents.columns[at].outcome } })
  return { reports: [dataOf(first, 0), ...others.map((one, i) => dataOf(one, i + 1))], agents }
}

/**
 * What the page shows of one agent.
 *
 * @param report as `report.json` holds it; what it lacks is shown as unknown.
 * @param history earlier reports, oldest first.
 * @param comparison with an earlier report.
 */
export function pageData(report: AgentReportJson, history: HistoryPoint[] = [], comparison: PageComparison | null = null): PageData {
  const { meta, totals } = report
  const behavior = part(report, 'behavior')
  const cases = recordsOf(behavior.cases)
  return {
    project: textOf(meta.project) ?? '',
    agentName: textOf(meta.agent_name) ?? textOf(meta.agent) ?? '',
    version: textOf(meta.version) ?? '',
    runner: runnerInWords(runnerOf(meta)),
    startedAt: textOf(meta.started_at) ?? '',
    wallSeconds: numberOf(meta.wall_time_s) ?? 0,
    agent: { name: textOf(meta.agent) ?? '', version: textOf(meta.agent_version) ?? null, model: textOf(meta.model) ?? null },
    room: textsOf(meta.room) ?? [],
    shard: textOf(meta.shard) ?? null,
    partial: meta.partial === true,
    outcome: report.outcome,
    minAccuracy: numberOf(meta.min_accuracy) ?? 1,
    routing: tier({ ...totals }, meta.agent_time_s),
    behavior: tier(part(behavior, 'totals'), part(behavior, 'agent').time_s),
    passedWithoutSkill: count(behavior, 'passed_without_skill'),
    checks: { graded: count(behavior, 'checks'), met: count(behavior, 'checks_passed'), open: count(behavior, 'checks_not_graded') },
    leftOut: { routing: numberOf(meta.evaluations_left_out) ?? 0, behavior: numberOf(behavior.evaluations_left_out) ?? 0 },
    replayed: (numberOf(meta.replayed_cases) ?? 0) + count(behavior, 'replayed'),
    money: [
      ...report.cases.length > 0 ? [money('routing', { ...meta })] : [],
      ...cases.length > 0 ? [money('behavior', part(behavior, 'agent'))] : [],
      ...numberOf(part(behavior, 'judge').calls) ? [money('judge', part(behavior, 'judge'))] : [],
    ],
    remarks: [
      ...sandboxInWords(meta.sandbox ?? []).map(text => `Sandbox: ${text}.`),
      ...sightings('Skills from outside the room fired', report.unexpected_skills),
      ...sightings('Agents did not list skills of the room', report.skills_missing_from_session),
      ...sightings('Agents listed skills that are not in the room', report.extra_skills_in_session),
    ],
    skipped: report.skipped.reasons,
    skills: Object.entries(report.per_skill).map(([skill, row]) => ({
      skill,
      expected: row.expected ?? 0,
      correct: row.correct ?? 0,
      missed: row.missed ?? 0,
      lost: row.lost_to_other_skill ?? 0,
      fired: row.fired_total ?? 0,
      errors: row.errors ?? 0,
    })),
    evaluations: [...report.cases.map(one => routingEvaluation({ ...one })), ...cases.map(behaviorEvaluation)],
    findings: [...report.structure.errors.map(one => finding('error', { ...one })), ...report.structure.warnings.map(one => finding('warning', { ...one }))],
    history,
    flakiness: flakiness(history),
    comparison,
  }
}

function tier(totals: Record<string, unknown>, seconds: unknown): PageTier | null {
  const cases = numberOf(totals.cases) ?? 0
  return cases === 0 ? null : { cases, graded: numberOf(totals.graded) ?? 0, passed: numberOf(totals.passed) ?? 0, errors: numberOf(totals.errors) ?? 0, seconds: numberOf(seconds) ?? 0 }
}

function money(what: PageMoney['what'], from: Record<string, unknown>): PageMoney {
  return { what, usd: numberOf(from.cost_usd) ?? null, unknown: numberOf(from.cost_unknown_cases) ?? 0, replayedUsd: numberOf(from.cost_usd_when_recorded) ?? 0 }
}

function sightings(sentence: string, counts: Record<string, number>): string[] {
  const named = Object.entries(counts).map(([skill, runs]) => `${skill} (${runs})`)
  return named.length === 0 ? [] : [`${sentence}: ${named.join(', ')}.`]
}

function finding(severity: PageFinding['severity'], one: Record<string, unknown>): PageFinding {
  return { severity, rule: textOf(one.rule) ?? '', message: textOf(one.message) ?? '', place: `${textOf(one.file) ?? ''}:${numberOf(one.line) ?? 1}:${numberOf(one.column) ?? 1}` }
}

function part(of: object, name: string): Record<string, unknown> {
  const value: unknown = Object.entries(of).find(([key]) => key === name)?.[1]
  return isRecord(value) ? value : {}
}

function count(behavior: Record<string, unknown>, name: string): number {
  return numberOf(part(behavior, 'totals')[name]) ?? 0
}
