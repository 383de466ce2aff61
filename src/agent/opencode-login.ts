import type { AgentLogin, AgentSettings } from './agent.ts'
import { existsSync } from 'node:fs'
import { OPENCODE_KEYS, opencodeKey, opencodeLoginFile } from './opencode-environment.ts'

/** What can be known of a login without a question to a model. Names variables and files, and nothing of what they hold. */
export function opencodeLogin(settings: AgentSettings, env: NodeJS.ProcessEnv): AgentLogin {
  if (Object.keys(settings.config ?? {}).some(name => name.startsWith('provider.')))
    return { state: 'unknown', text: '`config` names a provider, so the login of that provider counts' }
  const key = opencodeKey(settings, env)
  if (key !== undefined)
    return { state: 'found', text: `\`${key}\` is set` }
  const file = opencodeLoginFile(env)
  if (existsSync(file))
    return { state: 'found', text: `the login of the command line, in ${file}` }
  return { state: 'missing', text: `no key in the environment (${OPENCODE_KEYS.map(name => `\`${name}\``).join(', ')}), and no login in ${file}. Set one, name another in \`passEnv\`, or run \`opencode auth login\`` }
}
