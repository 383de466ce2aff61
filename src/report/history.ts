import type { AgentReportJson } from './report-json.ts'
import { isRecord, numberOf, recordsOf, textOf } from '../agent/json.ts'

/** How many reports the history holds. */
export const historyLength = 50

/** What stands for the shared pool where a skill is named. No skill's folder can have this name. */
export const poolName = '(unrelated)'

/** How the evaluations of one tier went. */
export interface TierPoint {
  graded: number
  passed: number
  errors: number
}

/** What the history keeps of one report: small, so that fifty of them are nothing. */
export interface HistoryPoint {
  schemaVersion: 1
  /** ISO 8601. */
  startedAt: string
  agent: string
  model: string | null
  /** Version of vitest-skill-evals. */
  version: string
  /** `null`: the tier did not run. */
  routing: TierPoint | null
  behavior: TierPoint | null
  /** US dollars of this run's agents and judge; `null` when they did not say. */
  costUsd: number | null
  /** Evaluations that were graded from a recording. */
  replayed: number
  /** Both tiers, by the skill that owns the evaluations. */
  skills: Record<string, SkillPoint>
}

/** One skill in one report. `failed` and `errors` name evaluations as `tier:id`. */
export interface SkillPoint {
  evaluations: number
  failed: string[]
  errors: string[]
}

/** What the history keeps of a report. */
export function historyPoint(report: AgentReportJson): HistoryPoint {
  const behavior: Record<string, unknown> = isRecord(report.behavior) ? { ...report.behavior } : {}
  const all = [
    ...report.cases.map(one => ({ tier: 'routing', one, error: one.verdict === 'error' })),
    ...recordsOf(behavior.cases).map(one => ({ tier: 'behavior', one, error: one.outcome !== 'passed' && one.outcome !== 'failed' })),
  ]
  const skills = new Map<string, SkillPoint>()
  for (const { tier, one, error } of all) {
    const name = textOf(one.skill) ?? poolName
    const point = skills.get(name) ?? { evaluations: 0, failed: [], errors: [] }
    skills.set(name, point)
    point.evaluations++
    if (error)
      point.errors.push(`${tier}:${textOf(one.id) ?? ''}`)
    else if (one.passed !== true)
      point.failed.push(`${tier}:${textOf(one.id) ?? ''}`)
  }
  const costs = [report.meta, behavior.agent, behavior.judge].map(part => isRecord(part) ? numberOf(part.cost_usd) : undefined).filter(cost => cost !== undefined)
  return {
    schemaVersion: 1,
    startedAt: textOf(report.meta.started_at) ?? '',
    agent: textOf(report.meta.agent) ?? '',
    model: textOf(report.meta.model) ?? null,
    version: textOf(report.meta.version) ?? '',
    routing: tierPoint(report.totals),
    behavior: tierPoint(behavior.totals),
    costUsd: costs.length === 0 ? null : costs.reduce((sum, cost) => sum + cost, 0),
    replayed: all.filter(({ one }) => one.replayed === true).length,
    skills: Object.fromEntries(skills),
  }
}

/** Name of a point's file. Sorted by name they are sorted by time, and no name needs a character that some file system refuses. */
export function historyFile({ startedAt }: HistoryPoint): string {
  return `${startedAt.replace(/[^\dTZ]/g, '-')}.json`
}

/** Reads a point; `null` for a file of something else, or of another version. */
export function readHistoryPoint(text: string): HistoryPoint | null {
  try {
    const value: unknown = JSON.parse(text)
    return isPoint(value) ? value : null
  }
  catch {
    return null
  }
}

function isPoint(value: unknown): value is HistoryPoint {
  return isRecord(value) && value.schemaVersion === 1 && typeof value.startedAt === 'string'
    && [value.routing, value.behavior].every(tier => tier === null || (isRecord(tier) && [tier.graded, tier.passed, tier.errors].every(Number.isFinite)))
    && isRecord(value.skills) && Object.values(value.skills).every(skill => isRecord(skill) && Number.isFinite(skill.evaluations) && Array.isArray(skill.failed) && Array.isArray(skill.errors))
}

function tierPoint(totals: unknown): TierPoint | null {
  const { cases, graded, passed, errors } = isRecord(totals) ? totals : {}
  return !numberOf(cases) ? null : { graded: numberOf(graded) ?? 0, passed: numberOf(passed) ?? 0, errors: numberOf(errors) ?? 0 }
}
