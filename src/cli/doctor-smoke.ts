import type { InstalledAgent } from '../agent/agent.ts'
import type { ResolvedOptions } from '../options/resolved-options.ts'
import type { RoutingDecision } from '../routing/result.ts'
import type { RoomSkill } from '../run/room.ts'
import type { Check } from './doctor-check.ts'
import process from 'node:process'
import { agentOf } from '../agent/agents.ts'
import { chooseContainment } from '../agent/sandbox.ts'
import { dollars, duration } from '../report/figures.ts'
import { createDecider } from '../routing/decide.ts'
import { runAgent } from '../run/agent-run.ts'
import { createRedactor } from '../run/redact.ts'
import { createScratch } from '../run/scratch.ts'
import { secretSources } from '../run/secret-sources.ts'
import { notOk, ok } from './doctor-check.ts'

/** Nobody's job, short, and answered with a word. */
const PROMPT = 'Answer with the one word: ready'
/** In milliseconds; a shorter `timeout.routing` holds. */
const LONGEST = 120_000

/**
 * Asks the agent one real question in the real room, as a routing run would.
 * @returns whether it was answered, what it took, and whether the agent saw the room and nothing else
 */
export async function smoke(options: ResolvedOptions, room: RoomSkill[], installed: InstalledAgent): Promise<Check[]> {
  const agent = agentOf(options.agent)
  const { skillsFolder, tools } = agent
  const decider = createDecider({ room, limits: options.limits, agent: { skillsFolder, skillTools: tools.skill, bookkeepingTools: tools.bookkeeping } })
  const redactor = createRedactor({ env: secretSources(process.env, [options.agent]) })
  const scratch = await createScratch()
  try {
    const { end, elapsedMs } = await runAgent({
      agent,
      settings: options.agent,
      installed,
      prompt: PROMPT,
      scratch: scratch.dir,
      room: { skills: room },
      timeoutMs: Math.min(options.timeout.routing, LONGEST),
      ...(options.limits.usdPerCase !== null && { maxUsd: options.limits.usdPerCase }),
      env: process.env,
      sandbox: { containment: await chooseContainment(options.sandbox, agent, options.agent, process.env), settings: options.sandbox, env: process.env },
      readable: [options.root],
      onEvent: event => decider.push(event) === null ? undefined : 'stop',
    })
    return checksOf(decider.finish(end), elapsedMs).map(check => ({ ...check, text: redactor.secrets(check.text) }))
  }
  finally {
    await scratch.remove()
  }
}

function checksOf(decision: RoutingDecision, elapsedMs: number): Check[] {
  const { room, error, observed, model, costUsd } = decision
  const took = `${duration(elapsedMs)}, ${costUsd === null ? 'cost unknown' : dollars(costUsd)}${model === null ? '' : `, ${model}`}`
  if (error !== null)
    return [notOk('Smoke question', 'fault', `${error} (${took})`)]
  const answer = observed === null
    ? ok('Smoke question', `answered (${took})`)
    : notOk('Smoke question', 'warning', `\`${observed}\` fired, for a question that is no skill's (${took})`)
  return [answer, ...roomChecks(room)]
}

function roomChecks({ observed, missing, extra }: RoutingDecision['room']): Check[] {
  if (!observed)
    return [notOk('Isolation', 'unknown', 'the agent does not say which skills it sees')]
  if (missing.length > 0)
    return [notOk('Isolation', 'fault', `the agent does not see ${missing.join(', ')}`)]
  return [extra.length > 0 ? notOk('Isolation', 'warning', `the agent also sees ${extra.join(', ')}, which compete with the room`) : ok('Isolation', 'the agent sees the room, and no other skill')]
}
