import { parseJson } from '../agent/json.ts'

/** What a report says of one evaluation, all runs of it together. */
export interface ReportedEvaluation {
  tier: 'routing' | 'behavior'
  id: string
  /** The verdicts or outcomes, in the order of the runs. */
  verdicts: string[]
  /** Runs that passed, of those that were graded. Errors are in neither. */
  passed: number
  graded: number
  /** What was asked, in parts that have to be the same for a comparison. */
  asked: { prompt: string, expected: string | null, expectations: string[] }
  /** Agent and model of the judge; `null` when nothing was judged. */
  judge: string | null
  /** US dollars of agent and judge; `null` is not known. */
  costUsd: number | null
  /** Milliseconds of agent and judge. */
  elapsedMs: number
  replayed: boolean
}

/** A `report.json` as far as a comparison needs it. */
export interface ReportedRun {
  agent: string
  /** What the agent is called among several; its kind in a report that does not say. */
  name: string
  agentVersion: string | null
  model: string | null
  startedAt: string
  room: string[]
  toolCalls: number
  inspections: number
  partial: boolean
  /** Version of the rules that graded each tier; `null` in a report that does not say. */
  graders: Record<ReportedEvaluation['tier'], number | null>
  evaluations: ReportedEvaluation[]
}

/** A text that is no report of ours: the message says what is missing. */
export class NotAReport extends Error {
  override name = 'NotAReport'
}

/**
 * Reads a `report.json`: the run of its first agent. An evaluation that stands there several times is one, with all its runs.
 * @throws {NotAReport}
 */
export function readReport(text: string): ReportedRun {
  return readAgent(parsed(text))
}

/**
 * Reads the runs of all agents of a `report.json`, the first agent's first.
 * @throws {NotAReport}
 */
export function readAgents(text: string): [ReportedRun, ...ReportedRun[]] {
  const json = parsed(text)
  const { other_agents } = fields(json, 'The report')
  return [readAgent(json), ...other_agents === undefined ? [] : list(other_agents, '`other_agents`').map(readAgent)]
}

function readAgent(report: unknown): ReportedRun {
  const json = fields(report, 'The report')
  if (json.schemaVersion !== 1)
    throw new NotAReport(`\`schemaVersion\` is ${JSON.stringify(json.schemaVersion) ?? 'missing'}, and this version of vitest-skill-evals reads 1.`)
  const meta = fields(json.meta, '`meta`')
  const graders = meta.graders === undefined ? {} : fields(meta.graders, '`meta.graders`')
  const behavior = json.behavior === undefined ? { cases: [] } : fields(json.behavior, '`behavior`')
  const runs = [
    ...list(json.cases, '`cases`').map(one => routingOf(fields(one, 'An entry of `cases`'))),
    ...list(behavior.cases, '`behavior.cases`').map(one => behaviorOf(fields(one, 'An entry of `behavior.cases`'))),
  ]
  return {
    agent: textOf(meta.agent, '`meta.agent`'),
    name: textOrNull(meta.agent_name) ?? textOf(meta.agent, '`meta.agent`'),
    agentVersion: textOrNull(meta.agent_version),
    model: textOrNull(meta.model),
    startedAt: textOf(meta.started_at, '`meta.started_at`'),
    room: list(meta.room, '`meta.room`').map(name => textOf(name, 'An entry of `meta.room`')),
    toolCalls: numberOr(meta.max_tool_calls, 0),
    inspections: numberOr(meta.max_inspection_calls, 0),
    partial: meta.partial === true,
    graders: { routing: numberOrNull(graders.routing), behavior: numberOrNull(graders.behavior) },
    evaluations: together(runs),
  }
}

function routingOf(one: Record<string, unknown>): ReportedEvaluation {
  const verdict = textOf(one.verdict, '`verdict`')
  return {
    ...partsOf(one, 'routing'),
    verdicts: [verdict],
    ...counts(verdict !== 'error', one),
    asked: { prompt: textOf(one.prompt, '`prompt`'), expected: textOrNull(one.expect), expectations: [] },
    judge: null,
    costUsd: numberOrNull(one.cost_usd),
    elapsedMs: numberOr(one.elapsed_s, 0) * 1000,
  }
}

function behaviorOf(one: Record<string, unknown>): ReportedEvaluation {
  const outcome = textOf(one.outcome, '`outcome`')
  const judge = one.judge === null || one.judge === undefined ? null : fields(one.judge, '`judge`')
  const [cost, ofJudge] = [numberOrNull(one.cost_usd), judge === null ? 0 : numberOrNull(judge.cost_usd)]
  return {
    ...partsOf(one, 'behavior'),
    verdicts: [outcome],
    ...counts(outcome === 'passed' || outcome === 'failed', one),
    asked: {
      prompt: textOf(one.prompt, '`prompt`'),
      expected: textOrNull(one.skill),
      expectations: list(one.checks, '`checks`').map(check => fields(check, 'An entry of `checks`')).map(check => `${textOf(check.kind, '`kind`')}: ${textOf(check.expectation, '`expectation`')}`),
    },
    judge: judge === null ? null : `${textOf(judge.agent, '`judge.agent`')}, ${textOrNull(judge.model) ?? 'model unknown'}`,
    costUsd: cost === null || ofJudge === null ? null : cost + ofJudge,
    elapsedMs: (numberOr(one.elapsed_s, 0) + numberOr(judge?.elapsed_s, 0)) * 1000,
  }
}

function partsOf<T extends ReportedEvaluation['tier']>(one: Record<string, unknown>, tier: T): { tier: T, id: string, replayed: boolean } {
  return { tier, id: textOf(one.id, '`id`'), replayed: one.replayed === true }
}

function counts(isGraded: boolean, one: Record<string, unknown>): { passed: number, graded: number } {
  return { passed: isGraded && one.passed === true ? 1 : 0, graded: isGraded ? 1 : 0 }
}

/** Runs of one evaluation add up. */
function together(runs: ReportedEvaluation[]): ReportedEvaluation[] {
  const byKey = new Map<string, ReportedEvaluation>()
  for (const run of runs) {
    const key = `${run.tier} ${run.id}`
    const known = byKey.get(key)
    byKey.set(key, known === undefined
      ? run
      : {
          ...known,
          // an error may have left no checks, so that it does not say what was asked
          asked: known.graded > 0 ? known.asked : run.asked,
          judge: known.judge ?? run.judge,
          verdicts: [...known.verdicts, ...run.verdicts],
          passed: known.passed + run.passed,
          graded: known.graded + run.graded,
          costUsd: known.costUsd === null || run.costUsd === null ? null : known.costUsd + run.costUsd,
          elapsedMs: known.elapsedMs + run.elapsedMs,
          replayed: known.replayed || run.replayed,
        })
  }
  return [...byKey.values()]
}

function parsed(text: string): unknown {
  try {
    return parseJson(text)
  }
  catch (error) {
    throw new NotAReport(`It is not JSON: ${error instanceof Error ? error.message : String(error)}`)
  }
}

function fields(value: unknown, what: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new NotAReport(`${what} is no object.`)
  return value as Record<string, unknown>
}

function list(value: unknown, what: string): unknown[] {
  if (!Array.isArray(value))
    throw new NotAReport(`${what} is no list.`)
  return value
}

function textOf(value: unknown, what: string): string {
  if (typeof value !== 'string')
    throw new NotAReport(`${what} is no text.`)
  return value
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

function numberOrNull(value: unknown): number | null {
  return typeof value === 'number' ? value : null
}

function numberOr(value: unknown, otherwise: number): number {
  return numberOrNull(value) ?? otherwise
}
