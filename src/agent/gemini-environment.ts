import type { AgentSettings } from './agent.ts'
import type { HomeFile } from './home-files.ts'
import { existsSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { allowedEnvironment } from './environment.ts'

export const GEMINI_KEY = 'GEMINI_API_KEY'
/** Sends the agent to Vertex AI, where a key or the login of Google's cloud counts. */
export const VERTEX = 'GOOGLE_GENAI_USE_VERTEXAI'
/** Not `GEMINI_MODEL` and the like: what is measured stands in the configuration. */
const CONNECTION = /^(?:GEMINI_API_KEY|GOOGLE_\w+)$/
/** What a login with a Google account leaves. */
const LOGIN = ['oauth_creds.json', 'google_accounts.json']

/** All that is known to come with the command line. They would compete with the room. */
const BUNDLED_SKILLS = ['skill-creator', 'antigravity-support']

/** What a process of the agent may see of the environment, before a run adds its own. */
export function geminiVariables(settings: AgentSettings, env: NodeJS.ProcessEnv): Record<string, string> {
  const wanted = new Set(settings.passEnv)
  return {
    ...allowedEnvironment(env, name => CONNECTION.test(name) || wanted.has(name)),
    // It would start itself a second time, for the sake of more memory.
    GEMINI_CLI_NO_RELAUNCH: 'true',
    // A script of a skill that Python caches would count as a change of the room.
    PYTHONDONTWRITEBYTECODE: '1',
    ...settings.env,
  }
}

/** How a run says who it is: by Vertex AI, by a key, or by the login of the command line. */
export function geminiAuth(settings: AgentSettings, env: NodeJS.ProcessEnv): 'vertex-ai' | 'gemini-api-key' | 'oauth-personal' {
  const variables = geminiVariables(settings, env)
  if (variables[VERTEX]?.toLowerCase() === 'true')
    return 'vertex-ai'
  return variables[GEMINI_KEY] ? 'gemini-api-key' : 'oauth-personal'
}

/** The environment of one run. The agent takes skills, settings and instructions of the user's from its home alone. */
export function geminiEnvironment(settings: AgentSettings, env: NodeJS.ProcessEnv, home: string): Record<string, string> {
  return {
    ...geminiVariables(settings, env),
    // The login of Google's cloud lies in the user's home.
    ...geminiAuth(settings, env) !== 'vertex-ai' && { HOME: home, USERPROFILE: home },
    GEMINI_CLI_HOME: home,
    // What the agent leaves in the temporary folder goes when its home goes.
    TMPDIR: home,
    TMP: home,
    TEMP: home,
    ...settings.env,
  }
}

/** Where the files of a login lie that exist. */
export function geminiLoginFiles(env: NodeJS.ProcessEnv, platform: NodeJS.Platform = process.platform): { folder: string, names: string[] } {
  const home = env.GEMINI_CLI_HOME || env[platform === 'win32' ? 'USERPROFILE' : 'HOME'] || ''
  const folder = path.resolve(home, '.gemini')
  return { folder, names: LOGIN.filter(name => existsSync(path.join(folder, name))) }
}

/** Its settings, and the user's login where there is no key. */
export function geminiHomeFiles(settings: AgentSettings, env: NodeJS.ProcessEnv, more: object = {}): HomeFile[] {
  const selectedType = geminiAuth(settings, env)
  const { folder, names } = geminiLoginFiles(env)
  const content = {
    security: { auth: { selectedType } },
    privacy: { usageStatisticsEnabled: false },
    // Ten attempts by default, also for an overload that lasts: minutes of waiting in each evaluation.
    general: { enableAutoUpdate: false, enableAutoUpdateNotification: false, maxAttempts: 3 },
    skills: { disabled: BUNDLED_SKILLS },
    // It would look for instructions in all folders above its workspace, up to a `.git`.
    context: { memoryBoundaryMarkers: [] },
    ...more,
  }
  return [
    { path: '.gemini/settings.json', text: JSON.stringify(content) },
    ...selectedType === 'oauth-personal' ? names.map(name => ({ path: `.gemini/${name}`, link: path.join(folder, name) })) : [],
  ]
}
