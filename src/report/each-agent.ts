import type { Report, RunOutcome } from './report.ts'
import { outcomeOf } from './report.ts'

/** The reports of all agents of a run, each by itself, in the order of the config. */
export function eachAgent(report: Report): [Report, ...Report[]] {
  const { others = [], ...first } = report
  return [first, ...others]
}

/** What the agent of a report is called. */
export function agentNameOf({ agentName, agent }: Pick<Report, 'agentName' | 'agent'>): string {
  return agentName ?? agent.name
}

/** Whether a run passes with all its agents: the bar holds for each. Of several, a reason says whose it is. */
export function outcomeOfAll(report: Report): RunOutcome {
  const agents = eachAgent(report)
  if (agents.length === 1)
    return outcomeOf(report)
  const outcomes = agents.map(one => ({ name: agentNameOf(one), ...outcomeOf(one) }))
  return { ok: outcomes.every(one => one.ok), reasons: outcomes.flatMap(({ name, reasons }) => reasons.map(reason => `${name}: ${reason}`)) }
}
