import type { Agent, AgentSettings } from './agent.ts'
import { claudeAgent } from './claude.ts'
import { codexAgent } from './codex.ts'
import { copilotAgent } from './copilot.ts'
import { geminiAgent } from './gemini.ts'
import { opencodeAgent } from './opencode.ts'

export { AgentMissingError } from './agent-missing.ts'

const agents: Record<AgentSettings['agent'], Agent> = { claude: claudeAgent, codex: codexAgent, gemini: geminiAgent, opencode: opencodeAgent, copilot: copilotAgent }

/** The module of the agent that a run record names; `null` when this version knows no such agent. */
export function agentNamed(name: string): Agent | null {
  return Object.hasOwn(agents, name) ? agents[name as AgentSettings['agent']] : null
}

/** The module of the agent that a configuration names. */
export function agentOf(settings: AgentSettings): Agent {
  return agents[settings.agent]
}
