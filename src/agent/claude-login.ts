import type { AgentLogin, AgentSettings } from './agent.ts'
import { existsSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { claudeVariables, cloudSwitch, CREDENTIALS } from './claude-environment.ts'

/**
 * What can be known of a login without a question to a model: that there is one, never that it holds. Names variables and files, and
 * nothing of what they hold.
 */
export function claudeLogin(settings: AgentSettings, env: NodeJS.ProcessEnv, platform: NodeJS.Platform = process.platform): AgentLogin {
  const variables = claudeVariables(settings, env)
  const cloud = cloudSwitch(variables)
  if (cloud !== undefined)
    return { state: 'unknown', text: `\`${cloud}\` is on, so the login of that cloud counts` }
  const key = CREDENTIALS.find(name => variables[name])
  if (key !== undefined)
    return { state: 'found', text: `\`${key}\` is set` }
  const home = variables[platform === 'win32' ? 'USERPROFILE' : 'HOME'] ?? ''
  const file = path.join(variables.CLAUDE_CONFIG_DIR ?? path.join(home, '.claude'), '.credentials.json')
  if (existsSync(file))
    return { state: 'found', text: `the login of the command line, in ${file}` }
  if (platform === 'darwin')
    return { state: 'unknown', text: 'no key in the environment; a login of the command line would lie in the keychain, which is not opened' }
  return { state: 'missing', text: `no key in the environment (${CREDENTIALS.map(name => `\`${name}\``).join(', ')}), and no login in ${file}. Set \`${CREDENTIALS[0]}\`, or start \`claude\` and log in` }
}
