import type { AgentLogin, AgentSettings } from './agent.ts'
import { existsSync } from 'node:fs'
import { CODEX_KEYS, codexKey, codexLoginFile } from './codex-environment.ts'

/** What can be known of a login without a question to a model. Names variables and files, and nothing of what they hold. */
export function codexLogin(settings: AgentSettings, env: NodeJS.ProcessEnv): AgentLogin {
  const provider = settings.config?.model_provider
  if (provider !== undefined)
    return { state: 'unknown', text: `\`model_provider\` is ${JSON.stringify(provider)}, so the login of that provider counts` }
  const key = codexKey(settings, env)
  if (key !== undefined)
    return { state: 'found', text: `\`${key}\` is set` }
  const file = codexLoginFile(env)
  if (existsSync(file))
    return { state: 'found', text: `the login of the command line, in ${file}` }
  return { state: 'missing', text: `no key in the environment (${CODEX_KEYS.map(name => `\`${name}\``).join(', ')}), and no login in ${file}. Set \`${CODEX_KEYS[0]}\`, or run \`codex login\`` }
}
