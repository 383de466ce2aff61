import type { AgentSettings } from './agent.ts'
import path from 'node:path'
import process from 'node:process'
import { allowedEnvironment } from './environment.ts'

/** Each alone is a login. */
export const CREDENTIALS = ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN', 'CLAUDE_CODE_OAUTH_TOKEN']
/** Switches that send the agent to a cloud, whose own login then counts. */
const CLOUDS = /^CLAUDE_CODE_USE_(?:BEDROCK|VERTEX|FOUNDRY|MANTLE|GATEWAY|ANTHROPIC_AWS|ANTHROPIC_GOOGLE_CLOUD)$/
const CLOUD_VARIABLES = /^(?:AWS|GOOGLE|GCLOUD|CLOUDSDK|CLOUD_ML|VERTEX|AZURE)_/
/** How to reach the model. Not `CLAUDECODE`, `CLAUDE_CODE_ENTRYPOINT` and the like: with those a nested agent stalls. */
const CONNECTION = /^(?:ANTHROPIC_\w+|CLAUDE_CODE_OAUTH_TOKEN|CLAUDE_CODE_SKIP_\w+_AUTH|CLAUDE_CODE_CLIENT_\w+|CLAUDE_CODE_GIT_BASH_PATH|CLAUDE_CONFIG_DIR)$/

/** What the agent is told not to do besides its job. `settings.env` can change each. */
const QUIET = {
  DISABLE_TELEMETRY: '1',
  DISABLE_ERROR_REPORTING: '1',
  DISABLE_AUTOUPDATER: '1',
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  // Ten by default, even for a wrong key: minutes of waiting in each evaluation.
  CLAUDE_CODE_MAX_RETRIES: '2',
  // A script of a skill that Python caches would count as a change of the room.
  PYTHONDONTWRITEBYTECODE: '1',
  // The one bundled skill that versions before 2.1.169 can leave out.
  CLAUDE_CODE_DISABLE_CLAUDE_API_SKILL: '1',
}

/** What a process of the agent may see of the environment, before a run adds its own. */
export function claudeVariables(settings: AgentSettings, env: NodeJS.ProcessEnv): Record<string, string> {
  const wanted = new Set(settings.passEnv)
  const cloud = cloudSwitch({ ...env, ...settings.env }) !== undefined
  return {
    ...allowedEnvironment(env, name => CONNECTION.test(name) || CLOUDS.test(name) || wanted.has(name) || (cloud && CLOUD_VARIABLES.test(name))),
    ...QUIET,
    // Root may switch permissions off only where the agent is told that it is in a sandbox.
    ...process.getuid?.() === 0 && { IS_SANDBOX: '1' },
    ...settings.env,
  }
}

/**
 * The environment of one run. With a credential in it, the agent gets a private home, so that nothing of the user's
 * reaches the run. Without one the user is logged in, and his login lives in his home.
 */
export function claudeEnvironment(settings: AgentSettings, env: NodeJS.ProcessEnv, home: string): Record<string, string> {
  const variables = claudeVariables(settings, env)
  const hasKey = CREDENTIALS.some(name => variables[name])
  // A cloud's login lies in the user's home too (`~/.aws`): only the agent's own folder is private then.
  const hasCloud = cloudSwitch(variables) !== undefined
  return {
    ...variables,
    // What the agent leaves in the temporary folder goes when its home goes.
    TMPDIR: home,
    TMP: home,
    TEMP: home,
    ...hasKey && !hasCloud && { HOME: home, USERPROFILE: home },
    ...(hasKey || hasCloud) && { CLAUDE_CONFIG_DIR: path.join(home, '.claude') },
    ...settings.env,
  }
}

/** Whether all that the agent writes about itself goes where its run ends. */
export function isPrivate(variables: NodeJS.ProcessEnv, home: string): boolean {
  return variables.HOME === home && variables.CLAUDE_CONFIG_DIR === path.join(home, '.claude')
}

/** Name of the switch that sends the agent to a cloud, where one is on. */
export function cloudSwitch(variables: NodeJS.ProcessEnv): string | undefined {
  return Object.entries(variables).find(([name, value]) => CLOUDS.test(name) && isOn(value))?.[0]
}

function isOn(value: string | undefined): boolean {
  return ['1', 'true', 'yes', 'on'].includes(value?.trim().toLowerCase() ?? '')
}
