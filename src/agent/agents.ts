import type { Agent, AgentSettings } from './agent.ts'
import { claudeAgent } from './claude.ts'
import { codexAgent } from './codex.ts'
import { geminiAgent } from './gemini.ts'

export { AgentMissingError } from './agent-missing.ts'

const agents: Record<AgentSettings['agent'], Agent> = { claude: claudeAgent, codex: codexAgent, gemini: geminiAgent }

/** The module of the agent that a configuration names. */
export function agentOf(settings: AgentSettings): Agent {
  return agents[settings.agent]
}
