import type { AgentSettings } from './agent.ts'
import type { HomeFile } from './home-files.ts'
import path from 'node:path'
import process from 'node:process'
import { allowedEnvironment } from './environment.ts'

/** Each alone is a login with GitHub. The second and the third serve many programs: a run gets them only by `passEnv`. */
export const COPILOT_TOKENS = ['COPILOT_GITHUB_TOKEN', 'GH_TOKEN', 'GITHUB_TOKEN']
/** A provider of the user's own, instead of GitHub. */
export const COPILOT_PROVIDER = 'COPILOT_PROVIDER_BASE_URL'
/** Not `COPILOT_MODEL` and the like: what is measured stands in the configuration. */
const CONNECTION = /^(?:COPILOT_GITHUB_TOKEN|COPILOT_PROVIDER_\w+|COPILOT_OFFLINE|COPILOT_GH_HOST|GH_HOST)$/

/** All that are known to come with the command line. They would compete with the room. */
const BUNDLED_SKILLS = ['customize-cloud-agent', 'discover-resources', 'github-pr-media']

/** What a process of the agent may see of the environment, before a run adds its own. */
export function copilotVariables(settings: AgentSettings, env: NodeJS.ProcessEnv, platform: NodeJS.Platform = process.platform): Record<string, string> {
  const wanted = new Set(settings.passEnv)
  return {
    ...allowedEnvironment(env, name => CONNECTION.test(name) || wanted.has(name)),
    // It unpacks itself there at its first start. In a private home each run would do so again: seconds of work.
    COPILOT_PKG_CACHE_HOME: packageFolder(env, platform),
    COPILOT_AUTO_UPDATE: 'false',
    // A script of a skill that Python caches would count as a change of the room.
    PYTHONDONTWRITEBYTECODE: '1',
    ...settings.env,
  }
}

/** The environment of one run. Both homes are private: the agent takes skills from `~/.agents` and from its own folder. */
export function copilotEnvironment(settings: AgentSettings, env: NodeJS.ProcessEnv, home: string): Record<string, string> {
  return {
    ...copilotVariables(settings, env),
    HOME: home,
    USERPROFILE: home,
    // What the agent leaves in the temporary folder goes when its home goes.
    TMPDIR: home,
    TMP: home,
    TEMP: home,
    COPILOT_HOME: path.join(home, '.copilot'),
    ...settings.env,
  }
}

/** Its settings. */
export function copilotHomeFiles(): HomeFile[] {
  return [{ path: '.copilot/settings.json', text: JSON.stringify({ disabledSkills: BUNDLED_SKILLS, memory: false }) }]
}

/** Where the command line keeps what it unpacks, by itself. */
function packageFolder(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): string {
  const home = env[platform === 'win32' ? 'USERPROFILE' : 'HOME'] ?? ''
  if (platform === 'darwin')
    return path.resolve(home, 'Library', 'Caches', 'copilot')
  const cache = platform === 'win32' ? env.LOCALAPPDATA : env.XDG_CACHE_HOME
  return path.resolve(cache || path.join(home, '.cache'), 'copilot')
}
