import type { Agent, AgentSettings } from './agent.ts'
import { copilotEnvironment, copilotHomeFiles, copilotVariables } from './copilot-environment.ts'
import { copilotReader } from './copilot-events.ts'
import { copilotLogin } from './copilot-login.ts'
import { findAgent } from './find-agent.ts'
import { flagsNotInHelp } from './help-flags.ts'

/** The first version that was tried. */
const OLDEST = '1.0.102'

const SKILL_TOOL = 'skill'

/** What can be said about the `copilot` command line. All have defaults. */
export type CopilotOptions = Omit<AgentSettings, 'agent' | 'config' | 'spec'>

/**
 * GitHub Copilot CLI as the agent, version 1.0.102 or later. It does not say what a run cost, and it cannot judge: name a judge with
 * the option `judge`. With `COPILOT_PROVIDER_BASE_URL` and the like in the environment it asks a provider of your own.
 * @param options Model and the like; each left out is the command line's own default.
 * @param options.model As `copilot --model` takes it: `claude-sonnet-5`.
 * @param options.effort As `copilot --reasoning-effort` takes it: `low`, `medium`, `high`, as far as the model has it.
 * @param options.command Name to find on PATH, or path. Default: `copilot`.
 * @param options.env Further variables for the agent; they win over all that is set here.
 * @param options.passEnv Names of further variables that the agent inherits.
 */
export function copilot(options: CopilotOptions = {}): AgentSettings {
  return { agent: 'copilot', ...options }
}

/** What is known about GitHub Copilot CLI. */
export const copilotAgent: Agent = {
  name: 'copilot',
  skillsFolder: '.github/skills',
  ancestorFolders: ['.github', '.agents', '.claude'],
  tools: {
    skill: [SKILL_TOOL],
    // It keeps its list of things to do in a database of the session's.
    bookkeeping: ['sql', 'exit_plan_mode', 'task_complete'],
    readOnly: ['view', 'glob', 'grep', 'rg', 'read_bash', 'list_bash', 'read_agent', 'list_agents', 'session_store_sql', 'fetch_copilot_cli_documentation', 'web_fetch'],
    writers: { create: 'path', edit: 'path' },
    shells: ['bash', 'powershell'],
  },
  observes: { skills: true, activation: 'tool', model: true, cost: false },
  stopsAtUsd: false,
  find: (settings, env, inside) => findAgent(settings, env, { name: 'copilot', product: 'GitHub Copilot CLI', install: 'npm install -g @github/copilot', oldest: OLDEST, env: copilotVariables(settings, env) }, inside),
  login: copilotLogin,
  refusedFlags: (args, settings, installed, env) => flagsNotInHelp(args, ['--help'], installed, copilotVariables(settings, env)),
  linksRoom: () => true,
  command: (settings, installed, run, env) => ({
    file: installed.file,
    args: [
      ...['--output-format', 'json', '--allow-all', '--no-ask-user', '--no-color'],
      ...['--disable-builtin-mcps', '--no-custom-instructions', '--no-auto-update', '--no-remote', '--no-remote-export', '--disable-client-telemetry'],
      ...run.withoutSkills ? ['--excluded-tools', SKILL_TOOL] : [],
      ...settings.model === undefined ? [] : ['--model', settings.model],
      ...settings.effort === undefined ? [] : ['--reasoning-effort', settings.effort],
    ],
    env: copilotEnvironment(settings, env, run.home),
    stdin: run.prompt,
    homeFiles: copilotHomeFiles(),
  }),
  reader: copilotReader,
}
