import type { AgentSettings, CommandedRun } from './agent.ts'
import type { HomeFile } from './home-files.ts'
import { existsSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { allowedEnvironment } from './environment.ts'

/** Each alone is a login with a provider. Those of other providers are named in `passEnv`. */
export const OPENCODE_KEYS = ['OPENCODE_API_KEY', 'ANTHROPIC_API_KEY', 'OPENAI_API_KEY', 'GEMINI_API_KEY', 'GOOGLE_GENERATIVE_AI_API_KEY', 'OPENROUTER_API_KEY']

/** Comes with the command line, and would compete with the room. */
const BUNDLED_SKILL = 'customize-opencode'

/** Where skills go in a workspace. */
export const OPENCODE_SKILLS = '.opencode/skills'

/** Where the agent keeps what it knows, by variable, below a home. */
const FOLDERS = { XDG_CONFIG_HOME: '.config', XDG_DATA_HOME: '.local/share', XDG_CACHE_HOME: '.cache', XDG_STATE_HOME: '.local/state' }

/** What the agent is told not to do besides its job. `settings.env` can change each. */
const QUIET = {
  OPENCODE_DISABLE_AUTOUPDATE: '1',
  OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
  // It would fetch a list of all models in each run; the one that it brings along, or the user's, will do.
  OPENCODE_DISABLE_MODELS_FETCH: '1',
  // A script of a skill that Python caches would count as a change of the room.
  PYTHONDONTWRITEBYTECODE: '1',
}

/** It looks for skills, settings and instructions in the home, in the workspace and in all folders above it: in none with these. */
const ISOLATION = {
  OPENCODE_DISABLE_PROJECT_CONFIG: '1',
  OPENCODE_DISABLE_EXTERNAL_SKILLS: '1',
  OPENCODE_DISABLE_CLAUDE_CODE: '1',
}

/** It installs a package for plugins in a home that has none, from the network and in each run, unless it takes it for done. */
const NOTHING_TO_INSTALL: HomeFile[] = [
  { path: '.config/opencode/node_modules/.keep', text: '' },
  { path: '.config/opencode/package-lock.json', text: JSON.stringify({ packages: { '': { dependencies: { '@opencode-ai/plugin': '*' } } } }) },
]

/** What a process of the agent may see of the environment, before a run adds its own. */
export function opencodeVariables(settings: AgentSettings, env: NodeJS.ProcessEnv): Record<string, string> {
  const wanted = new Set([...OPENCODE_KEYS, ...settings.passEnv ?? []])
  return { ...allowedEnvironment(env, name => wanted.has(name)), ...QUIET, ...settings.env }
}

/** The environment of one run, with a private home. */
export function opencodeEnvironment(settings: AgentSettings, env: NodeJS.ProcessEnv, home: string): Record<string, string> {
  return {
    ...opencodeVariables(settings, env),
    ...ISOLATION,
    HOME: home,
    USERPROFILE: home,
    ...Object.fromEntries(Object.entries(FOLDERS).map(([name, folder]) => [name, path.join(home, folder)])),
    // What the agent leaves in the temporary folder goes when its home goes.
    TMPDIR: home,
    TMP: home,
    TEMP: home,
    ...modelsOf(env),
    ...settings.env,
  }
}

/** Name of the variable that holds a key, where one does. */
export function opencodeKey(settings: AgentSettings, env: NodeJS.ProcessEnv): string | undefined {
  const variables = opencodeVariables(settings, env)
  return OPENCODE_KEYS.find(name => variables[name])
}

/** Where the logins of the command line lie. */
export function opencodeLoginFile(env: NodeJS.ProcessEnv, platform: NodeJS.Platform = process.platform): string {
  return path.join(userFolder('XDG_DATA_HOME', env, platform), 'opencode', 'auth.json')
}

/** Its settings, and the user's logins. */
export function opencodeHomeFiles(settings: AgentSettings, env: NodeJS.ProcessEnv, run: CommandedRun): HomeFile[] {
  const config = merge({
    $schema: 'https://opencode.ai/config.json',
    autoupdate: false,
    share: 'disabled',
    // It would keep a copy of the workspace before and after each reply, for an undo that nobody asks for.
    snapshot: false,
    permission: { '*': 'allow', 'skill': run.withoutSkills ? 'deny' : { '*': 'allow', [BUNDLED_SKILL]: 'deny' } },
    ...!run.withoutSkills && { skills: { paths: [path.join(run.workspace, OPENCODE_SKILLS)] } },
  }, settings.config ?? {})
  const login = opencodeLoginFile(env)
  return [
    { path: '.config/opencode/opencode.json', text: JSON.stringify(config) },
    ...NOTHING_TO_INSTALL,
    ...existsSync(login) ? [{ path: '.local/share/opencode/auth.json', link: login }] : [],
  ]
}

/** The user's list of models, which is younger than the one that comes along. It is named and not linked: what is linked, a run may write. */
function modelsOf(env: NodeJS.ProcessEnv): Record<string, string> {
  const file = path.join(userFolder('XDG_CACHE_HOME', env), 'opencode', 'models.json')
  return existsSync(file) ? { OPENCODE_MODELS_PATH: file } : {}
}

function userFolder(variable: keyof typeof FOLDERS, env: NodeJS.ProcessEnv, platform: NodeJS.Platform = process.platform): string {
  const home = env[platform === 'win32' ? 'USERPROFILE' : 'HOME'] ?? ''
  return path.resolve(env[variable] || path.join(home, FOLDERS[variable]))
}

/** Puts values by their dotted keys into a configuration. */
function merge(config: Record<string, unknown>, values: Record<string, string | number | boolean>): Record<string, unknown> {
  for (const [key, value] of Object.entries(values)) {
    const names = key.split('.')
    const last = names.pop() ?? ''
    let place = config
    for (const name of names) {
      const next = place[name]
      place = place[name] = typeof next === 'object' && next !== null ? { ...next } : {}
    }
    place[last] = value
  }
  return config
}
