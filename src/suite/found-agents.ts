import type { InstalledAgent } from '../agent/agent.ts'
import type { Containment } from '../agent/sandbox.ts'
import type { ResolvedOptions } from '../options/resolved-options.ts'
import process from 'node:process'
import { AgentMissingError, agentOf } from '../agent/agents.ts'
import { sweepContainers } from '../agent/docker.ts'
import { chooseContainment, findContained } from '../agent/sandbox.ts'

/** By the Vitest that runs, then by project: to be asked once, and not by each worker, since the answer costs a process. */
const found = new WeakMap<object, Map<string, Found>>()

/** An agent, and what it is run in. */
export interface Found {
  agent: InstalledAgent
  containment: Containment
}

/**
 * Looks for the agent of a project, for the run that is about to start.
 * @returns `null` when there is none: each test says so itself, with the reason.
 */
export async function findAgentOf(run: object, { name, agent, sandbox }: ResolvedOptions): Promise<Found | null> {
  const about = agentOf(agent)
  const look = async (): Promise<Found> => {
    const containment = await chooseContainment(sandbox, about, agent, process.env)
    return { agent: await findContained(about, agent, sandbox, containment, process.env), containment }
  }
  const here = await look().catch((error) => {
    if (error instanceof AgentMissingError)
      return null
    throw error
  })
  if (here?.containment.by === 'docker')
    await sweepContainers(here.containment.file, process.env)
  const byProject = found.get(run) ?? new Map<string, Found>()
  found.set(run, byProject)
  if (here === null)
    byProject.delete(name)
  else
    byProject.set(name, here)
  return here
}

/** The agent that was found for a run, if it was looked for. */
export function foundAgent(run: object, project: string): Found | null {
  return found.get(run)?.get(project) ?? null
}
