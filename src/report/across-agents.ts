import type { BehaviorCase } from '../behavior/result.ts'
import type { BehaviorSkill, BehaviorSummary } from '../behavior/summary.ts'
import type { RoutingCase } from '../routing/result.ts'
import type { SkillSummary } from '../routing/skill-summary.ts'
import type { RoutingSummary } from '../routing/summary.ts'
import type { Report, RunOutcome } from './report.ts'
import { isGraded } from '../behavior/summary.ts'
import { compareText } from '../catalog/compare-text.ts'
import { firedSkill } from '../routing/skill-summary.ts'
import { agentNameOf, eachAgent } from './each-agent.ts'
import { behaviorSummaryOf, outcomeOf, summaryOf } from './report.ts'

/** One agent among several. Its figures are its own: no figure is of two agents. */
export interface AgentColumn {
  name: string
  report: Report
  routing: RoutingSummary
  behavior: BehaviorSummary
  outcome: RunOutcome
}

/** A skill with what each agent made of it, in the order of the columns; `null` where an agent has nothing of it. */
export interface SkillRow {
  skill: string
  routing: (SkillSummary | null)[]
  behavior: (BehaviorSkill | null)[]
}

/** What one agent answered to an evaluation. */
export interface Answer {
  /** Verdict or outcome. */
  verdict: string
  /** Could not be measured: an error agrees with nothing, and differs from nothing. */
  isError: boolean
  passed: boolean
  /** Routing: the skill that fired; `null` is none. */
  fired: string | null
}

/** An evaluation with the answer of each agent, in the order of the columns; `null` where an agent was not asked. */
export interface EvaluationRow {
  one: RoutingCase | BehaviorCase
  answers: (Answer | null)[]
  /** Two agents were measured and did not answer the same. */
  differs: boolean
}

/** How far agents answer the same: routing, the same skill, none included; behavior, the same outcome. */
export interface Agreement {
  tier: 'routing' | 'behavior'
  /** Names of the agents. */
  agents: string[]
  /** Evaluations that were measured under all of them. */
  measured: number
  agreed: number
  /** Ids of the others, in the order of the report. */
  differing: string[]
}

/** Several agents side by side. */
export interface AcrossAgents {
  columns: AgentColumn[]
  /** Sorted by name. */
  skills: SkillRow[]
  /** Routing first, in the order of the reports. */
  evaluations: EvaluationRow[]
  /** Of each pair of agents and, where there are more than two, of all of them first. */
  agreement: Agreement[]
}

/** Puts the agents of a report side by side; `null` where there is one alone. */
export function acrossAgents(report: Report): AcrossAgents | null {
  const reports = eachAgent(report)
  if (reports.length === 1)
    return null
  const columns = reports.map((one): AgentColumn => {
    const [routing, behavior] = [summaryOf(one), behaviorSummaryOf(one)]
    return { name: agentNameOf(one), report: one, routing, behavior, outcome: outcomeOf(one, routing, behavior) }
  })
  const evaluations = [...rowsOf(reports.map(one => one.cases), routingAnswer), ...rowsOf(reports.map(one => one.behavior), behaviorAnswer)]
  return { columns, skills: skillRows(columns), evaluations, agreement: agreements(columns.map(one => one.name), evaluations) }
}

function routingAnswer(one: RoutingCase): Answer {
  return { verdict: one.verdict, isError: one.verdict === 'error', passed: one.passed, fired: firedSkill(one) }
}

function behaviorAnswer(one: BehaviorCase): Answer {
  return { verdict: one.outcome, isError: !isGraded(one), passed: one.passed, fired: null }
}

function rowsOf<T extends RoutingCase | BehaviorCase>(byAgent: T[][], answerOf: (one: T) => Answer): EvaluationRow[] {
  const rows = new Map<string, EvaluationRow>()
  for (const [at, cases] of byAgent.entries()) {
    for (const one of cases) {
      const row = rows.get(one.id) ?? { one, answers: byAgent.map(() => null), differs: false }
      row.answers[at] = answerOf(one)
      rows.set(one.id, row)
    }
  }
  return [...rows.values()].map(row => ({ ...row, differs: !areSame(row.one.tier, row.answers.flatMap(answer => answer ?? []).filter(answer => !answer.isError)) }))
}

/** In routing the skill counts, in behavior whether the job was done. */
function areSame(tier: Agreement['tier'], answers: readonly Answer[]): boolean {
  return new Set(answers.map(({ fired, passed }) => tier === 'routing' ? fired : passed)).size <= 1
}

function skillRows(columns: AgentColumn[]): SkillRow[] {
  const names = new Set(columns.flatMap(({ routing, behavior }) => [...routing.perSkill, ...behavior.perSkill].map(row => row.skill)))
  return [...names].sort(compareText).map(skill => ({
    skill,
    routing: columns.map(({ routing }) => routing.perSkill.find(row => row.skill === skill) ?? null),
    behavior: columns.map(({ behavior }) => behavior.perSkill.find(row => row.skill === skill) ?? null),
  }))
}

function agreements(names: string[], evaluations: EvaluationRow[]): Agreement[] {
  const all = names.map((_, at) => at)
  const pairs = all.flatMap(a => all.slice(a + 1).map(b => [a, b]))
  const groups = names.length > 2 ? [all, ...pairs] : pairs
  return (['routing', 'behavior'] as const).flatMap((tier) => {
    const rows = evaluations.filter(row => row.one.tier === tier)
    return groups.flatMap((group) => {
      const measured = rows.flatMap((row) => {
        const answers = group.flatMap(at => row.answers[at] ?? []).filter(answer => !answer.isError)
        return answers.length === group.length ? [{ id: row.one.id, same: areSame(tier, answers) }] : []
      })
      const differing = measured.filter(one => !one.same).map(one => one.id)
      return measured.length === 0 ? [] : [{ tier, agents: group.map(at => names[at] ?? ''), measured: measured.length, agreed: measured.length - differing.length, differing }]
    })
  })
}
