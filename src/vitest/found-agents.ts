import type { InstalledAgent } from '../agent/agent.ts'
import type { ResolvedOptions } from './options.ts'
import process from 'node:process'
import { AgentMissingError, agentOf } from '../agent/agents.ts'

/** By the Vitest that runs, then by project: to be asked once, and not by each worker, since the answer costs a process. */
const found = new WeakMap<object, Map<string, InstalledAgent>>()

/**
 * Looks for the agent of a project, for the run that is about to start.
 * @returns `null` when there is none: each test says so itself, with the reason.
 */
export async function findAgentOf(run: object, { name, agent }: ResolvedOptions): Promise<InstalledAgent | null> {
  const installed = await agentOf(agent).find(agent, process.env).catch((error) => {
    if (error instanceof AgentMissingError)
      return null
    throw error
  })
  const byProject = found.get(run) ?? new Map<string, InstalledAgent>()
  found.set(run, byProject)
  if (installed === null)
    byProject.delete(name)
  else
    byProject.set(name, installed)
  return installed
}

/** The agent that was found for a run, if it was looked for. */
export function foundAgent(run: object, project: string): InstalledAgent | null {
  return found.get(run)?.get(project) ?? null
}
