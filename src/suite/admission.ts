import type { ResolvedOptions } from '../options/resolved-options.ts'
import type { Session } from './session.ts'
import type { EvalMeta } from './test-meta.ts'
import { AgentMissingError, agentOf } from '../agent/agents.ts'

/**
 * Waits for one of the run-wide `jobs`.
 * @returns what gives it back, or the reason for which no paid test can run.
 */
export async function admit(session: Session, tier: 'routing' | 'behavior', cancelled: AbortSignal): Promise<(() => void) | NonNullable<EvalMeta['heldBack']>> {
  session.cancelled = cancelled
  if (session.records !== null)
    return () => {}
  const strict = reasonAgainstStrictRoom(session.options)
  if (strict !== null)
    return { kind: 'no_agent', reason: strict }
  try {
    await session.findAgent()
    await session.containedBy()
  }
  catch (error) {
    if (error instanceof AgentMissingError)
      return { kind: 'no_agent', reason: session.redactor.secrets(error.message) }
    throw error
  }
  const refusal = reasonAgainstStart(session, tier)
  if (refusal !== null)
    return { kind: 'over_budget', reason: refusal }
  const release = await session.slots.acquire(cancelled)
  // the last of the money may have been spent while this waited
  const late = session.budget.refusal()
  if (late === null)
    return release
  release()
  return { kind: 'over_budget', reason: late }
}

/** Why no agent may be called: its room could not be held to be as asked. `null` when it can, or nobody asks for that. */
export function reasonAgainstStrictRoom({ strictRoom, agent }: Pick<ResolvedOptions, 'strictRoom' | 'agent'>): string | null {
  return strictRoom && !agentOf(agent).observes.skills
    ? `strictRoom cannot be held: \`${agent.agent}\` does not list its skills, so that nobody can say which it saw. Leave it out for this agent.`
    : null
}

/** Why no run of a tier may start: the money is spent, or nobody could say when it is. */
function reasonAgainstStart({ options, agent: { stopsAtUsd }, budget }: Session, tier: 'routing' | 'behavior'): string | null {
  const { limits, prices, agent } = options
  if (limits.usdPerCase !== null && !stopsAtUsd)
    return `limits.usdPerCase cannot be held: \`${agent.agent}\` has no switch that stops it at a sum. Leave it out for this agent.`
  if (limits.usdPerRun !== null && tier === 'routing' && limits.unknownCost === 'refuse' && Object.keys(prices).length === 0)
    return `limits.usdPerRun cannot be held in the routing tier: a run is stopped at its decision, before \`${agent.agent}\` says what it cost. Give \`prices\` for its model, or count such runs as nothing with \`limits.unknownCost: 'allow'\`.`
  return budget.refusal()
}
