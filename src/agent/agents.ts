import type { Agent, AgentName, AgentSettings } from './agent.ts'
import { claudeAgent } from './claude.ts'
import { codexAgent } from './codex.ts'
import { commandAgent } from './command-agent.ts'
import { copilotAgent } from './copilot.ts'
import { geminiAgent } from './gemini.ts'
import { opencodeAgent } from './opencode.ts'

export { AgentMissingError } from './agent-missing.ts'

const agents: Record<AgentName, Agent> = { claude: claudeAgent, codex: codexAgent, gemini: geminiAgent, opencode: opencodeAgent, copilot: copilotAgent }

/** The module of the agent that a run record names; `null` when this version knows no such agent. */
export function agentNamed(name: string): Agent | null {
  return Object.hasOwn(agents, name) ? agents[name as AgentName] : null
}

/**
 * What is known of the agent that a configuration names.
 * @throws {Error} when there is no such agent
 */
export function agentOf(settings: AgentSettings): Agent {
  const agent = settings.spec ? commandAgent(settings, settings.spec) : agentNamed(settings.agent)
  if (agent === null)
    throw new Error(`There is no agent ${JSON.stringify(settings.agent)}. Write one of ${Object.keys(agents).map(name => `${name}()`).join(', ')}, or command({ … }).`)
  return agent
}
