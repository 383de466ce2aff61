import type { AgentSettings } from './agent.ts'
import type { HomeFile } from './home-files.ts'
import { existsSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { allowedEnvironment } from './environment.ts'

/** Each alone is a login. */
export const CODEX_KEYS = ['CODEX_API_KEY', 'OPENAI_API_KEY']
const CONNECTION = /^(?:CODEX_API_KEY|CODEX_ACCESS_TOKEN|CODEX_CA_CERTIFICATE|OPENAI_\w+)$/

/** What a process of the agent may see of the environment, before a run adds its own. */
export function codexVariables(settings: AgentSettings, env: NodeJS.ProcessEnv): Record<string, string> {
  const wanted = new Set(settings.passEnv)
  return {
    ...allowedEnvironment(env, name => CONNECTION.test(name) || wanted.has(name)),
    // A script of a skill that Python caches would count as a change of the room.
    PYTHONDONTWRITEBYTECODE: '1',
    ...settings.env,
  }
}

/**
 * The environment of one run. Both homes are private: the agent takes skills from `~/.agents` and from its own folder, and no switch
 * keeps them out.
 */
export function codexEnvironment(settings: AgentSettings, env: NodeJS.ProcessEnv, home: string): Record<string, string> {
  return {
    ...codexVariables(settings, env),
    HOME: home,
    USERPROFILE: home,
    // What the agent leaves in the temporary folder goes when its home goes.
    TMPDIR: home,
    TMP: home,
    TEMP: home,
    CODEX_HOME: path.join(home, '.codex'),
    ...settings.env,
  }
}

/** Name of the variable that holds a key, where one does. */
export function codexKey(settings: AgentSettings, env: NodeJS.ProcessEnv): string | undefined {
  const variables = codexVariables(settings, env)
  return CODEX_KEYS.find(name => variables[name])
}

/** Where the login of the command line lies. */
export function codexLoginFile(env: NodeJS.ProcessEnv, platform: NodeJS.Platform = process.platform): string {
  const home = env[platform === 'win32' ? 'USERPROFILE' : 'HOME'] ?? ''
  return path.resolve(env.CODEX_HOME || path.join(home, '.codex'), 'auth.json')
}

/** The folder of the agent, which has to exist, with the user's login where there is no key. */
export function codexHomeFiles(settings: AgentSettings, env: NodeJS.ProcessEnv): HomeFile[] {
  const login = codexLoginFile(env)
  return codexKey(settings, env) === undefined && existsSync(login)
    ? [{ path: '.codex/auth.json', link: login }]
    : [{ path: '.codex/config.toml', text: '' }]
}
