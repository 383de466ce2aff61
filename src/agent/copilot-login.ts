import type { AgentLogin, AgentSettings } from './agent.ts'
import { COPILOT_PROVIDER, COPILOT_TOKENS, copilotVariables } from './copilot-environment.ts'

/** What can be known of a login without a question to a model. Names variables, and nothing of what they hold. */
export function copilotLogin(settings: AgentSettings, env: NodeJS.ProcessEnv): AgentLogin {
  const variables = copilotVariables(settings, env)
  if (variables[COPILOT_PROVIDER])
    return { state: 'unknown', text: `\`${COPILOT_PROVIDER}\` is set, so the login of that provider counts` }
  const token = COPILOT_TOKENS.find(name => variables[name])
  if (token !== undefined)
    return { state: 'found', text: `\`${token}\` is set` }
  return { state: 'missing', text: `no token in the environment. Set \`${COPILOT_TOKENS[0]}\`, or \`${COPILOT_PROVIDER}\` for a provider of your own. What \`copilot login\` has stored is not used: a run has a private home` }
}
