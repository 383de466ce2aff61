import type { Agent, AgentSettings } from './agent.ts'
import { claudeAgent } from './claude.ts'

export { AgentMissingError } from './agent-missing.ts'

const agents: Record<AgentSettings['agent'], Agent> = { claude: claudeAgent }

/** The module of the agent that a configuration names. */
export function agentOf(settings: AgentSettings): Agent {
  return agents[settings.agent]
}
