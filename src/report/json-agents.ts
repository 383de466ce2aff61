import type { AcrossAgents, AgentColumn, EvaluationRow, SkillRow } from './across-agents.ts'
import type { RatioJson } from './json-parts.ts'
import type { AgentReportJson, ReportJson } from './report-json.ts'
import { shownPath } from './report.ts'

/** Several agents side by side. No figure is of two agents: those of one agent alone are in its own report. */
export interface AgentsJson {
  /** In the order of the config; the first is the agent of the report that this stands in, the others those of `other_agents`. */
  columns: AgentColumnJson[]
  /** Sorted by name. */
  skills: SkillAcrossAgentsJson[]
  evaluations: EvaluationAcrossAgentsJson[]
  /** Of each pair of agents and, where there are more than two, of all of them first. */
  agreement: AgreementJson[]
}

/** One agent of a run of several. */
export interface AgentColumnJson {
  name: string
  /** Name of the Vitest project. */
  project: string
  agent: string
  agent_version: string | null
  model: string | null
  /** `null`: the tier did not run. */
  routing: TierFiguresJson | null
  behavior: TierFiguresJson | null
  /** Whether the run passes as far as this agent is concerned. */
  outcome: { ok: boolean, reasons: string[] }
}

/** A tier under one agent. Errors are in no ratio. */
export interface TierFiguresJson {
  cases: number
  graded: number
  passed: number
  errors: number
  ratio: RatioJson
}

/** A skill under each agent that has something of it, by the agent's name. */
export interface SkillAcrossAgentsJson {
  skill: string
  routing: Record<string, SkillUnderAgentJson>
  behavior: Record<string, TierFiguresJson>
}

/** A skill in the routing tier of one agent. */
export interface SkillUnderAgentJson {
  expected: number
  correct: number
  fired_total: number
  errors: number
  recall: RatioJson
  precision: RatioJson
}

/** An evaluation under each agent that was asked, by the agent's name. */
export interface EvaluationAcrossAgentsJson {
  tier: 'routing' | 'behavior'
  id: string
  skill: string | null
  /** Routing: skill that should fire. */
  expect: string | null
  file: string
  line: number
  column: number
  answers: Record<string, AnswerJson>
  /** Two agents were measured and did not answer the same. */
  differs: boolean
}

/** What one agent answered. */
export interface AnswerJson {
  /** Verdict or outcome. */
  verdict: string
  passed: boolean
  /** Routing: the skill that fired. */
  fired: string | null
}

/** How far agents answer the same: in routing the same skill fired, none included; in behavior the same outcome. */
export interface AgreementJson {
  tier: 'routing' | 'behavior'
  agents: string[]
  /** Evaluations that were measured under all of them. */
  measured: number
  agreed: number
  ratio: RatioJson
  /** Ids of those in which they differ. */
  differing: string[]
}

/** Several agents side by side, as `report.json` has them. */
export function agentsJson({ columns, skills, evaluations, agreement }: AcrossAgents): AgentsJson {
  const names = columns.map(one => one.name)
  return {
    columns: columns.map(columnOf),
    skills: skills.map(row => skillOf(row, names)),
    evaluations: evaluations.map(row => evaluationOf(row, columns)),
    agreement: agreement.map(({ tier, agents, measured, agreed, differing }) => ({ tier, agents, measured, agreed, ratio: ratio(agreed, measured), differing })),
  }
}

/** The reports of all agents, the first agent's first. */
export function eachAgentJson(report: ReportJson): [AgentReportJson, ...AgentReportJson[]] {
  const { agents: _, other_agents = [], ...first } = report
  return [first, ...other_agents]
}

function columnOf({ name, report, routing, behavior, outcome }: AgentColumn): AgentColumnJson {
  return {
    name,
    project: report.project,
    agent: report.agent.name,
    agent_version: report.agent.version,
    model: report.agent.model,
    routing: routing.cases === 0 ? null : figures(routing),
    behavior: behavior.cases === 0 ? null : figures(behavior),
    outcome,
  }
}

function skillOf({ skill, routing, behavior }: SkillRow, names: string[]): SkillAcrossAgentsJson {
  return {
    skill,
    routing: byAgent(names, routing, ({ expected, correct, firedTotal, errors, recall, precision }) => ({ expected, correct, fired_total: firedTotal, errors, recall, precision })),
    behavior: byAgent(names, behavior, figures),
  }
}

function evaluationOf({ one, answers, differs }: EvaluationRow, columns: AgentColumn[]): EvaluationAcrossAgentsJson {
  return {
    tier: one.tier,
    id: one.id,
    skill: one.skill,
    expect: one.tier === 'routing' ? one.expected : null,
    file: columns[0] ? shownPath(columns[0].report, one.file) : one.file,
    line: one.line,
    column: one.column,
    answers: byAgent(columns.map(column => column.name), answers, ({ verdict, passed, fired }) => ({ verdict, passed, fired })),
    differs,
  }
}

function byAgent<T, Json>(names: string[], values: (T | null)[], json: (value: T) => Json): Record<string, Json> {
  return Object.fromEntries(values.flatMap((value, at) => value === null ? [] : [[names[at] ?? '', json(value)]]))
}

function figures({ cases, graded, passed, errors }: { cases: number, graded: number, passed: number, errors: number }): TierFiguresJson {
  return { cases, graded, passed, errors, ratio: ratio(passed, graded) }
}

function ratio(part: number, whole: number): RatioJson {
  return whole === 0 ? null : part / whole
}
