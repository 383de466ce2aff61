import type { AgentSettings } from './agent.ts'
import type { CommandSpec } from './command-spec.ts'
import type { HomeFile } from './home-files.ts'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { allowedEnvironment } from './environment.ts'

/** What a process of the agent may see of the environment, before a run adds its own. */
export function commandVariables({ passEnv }: AgentSettings, env: NodeJS.ProcessEnv): Record<string, string> {
  const wanted = new Set(passEnv)
  return {
    ...allowedEnvironment(env, name => wanted.has(name)),
    // A script of a skill that Python caches would count as a change of the room.
    PYTHONDONTWRITEBYTECODE: '1',
  }
}

/** The variables that say where a home is. What the agent leaves in the temporary folder goes in any case when its run ends. */
export function privateVariables({ hasPrivateHome }: CommandSpec, env: NodeJS.ProcessEnv, home: string): Record<string, string> {
  return {
    TMPDIR: home,
    TMP: home,
    TEMP: home,
    ...hasPrivateHome && { HOME: home, USERPROFILE: home },
    // Windows has further ones, where programs keep their settings.
    ...hasPrivateHome && Object.fromEntries(['APPDATA', 'LOCALAPPDATA'].filter(name => env[name] !== undefined).map(name => [name, home])),
  }
}

/** What lies in the private home first. */
export function commandHomeFiles({ homeFiles }: CommandSpec, env: NodeJS.ProcessEnv): HomeFile[] {
  const user = env.HOME ?? env.USERPROFILE ?? ''
  return Object.entries(homeFiles).flatMap(([file, content]): HomeFile[] => {
    if (typeof content === 'string')
      return [{ path: file, text: content }]
    const link = path.resolve(content.link.replace(/^~(?=[/\\])/, user))
    return existsSync(link) ? [{ path: file, link }] : []
  })
}
