import type { Agent, AgentSettings } from './agent.ts'
import { AgentMissingError } from './agent-missing.ts'
import { findExecutable } from './executable.ts'
import { findAgent } from './find-agent.ts'
import { flagsNotInHelp } from './help-flags.ts'
import { OPENCODE_SKILLS, opencodeEnvironment, opencodeHomeFiles, opencodeVariables } from './opencode-environment.ts'
import { opencodeReader } from './opencode-events.ts'
import { opencodeLogin } from './opencode-login.ts'

/** The first version that was tried. */
const OLDEST = '1.18.33'

/** What can be said about the `opencode` command line. All have defaults. */
export type OpencodeOptions = Omit<AgentSettings, 'agent' | 'spec'>

/**
 * OpenCode as the agent, version 1.18.33 or later, with `rg` on PATH: without it, its tool for skills fails. It says neither which
 * skills it sees nor which model answered, what a subagent does cannot be seen, and it cannot judge: name a judge with the option `judge`.
 * @param options Model and the like; each left out is the command line's own default.
 * @param options.model As `opencode run --model` takes it: `anthropic/claude-sonnet-4-5`.
 * @param options.effort As `opencode run --variant` takes it: `low`, `high`, `max`, as far as the model has it.
 * @param options.command Name to find on PATH, or path. Default: `opencode`.
 * @param options.env Further variables for the agent; they win over all that is set here.
 * @param options.passEnv Names of further variables that the agent inherits.
 * @param options.config Values of its `opencode.json`, by dotted key: `{ 'provider.mine.npm': '@ai-sdk/openai-compatible' }`. The user's own is not read.
 */
export function opencode(options: OpencodeOptions = {}): AgentSettings {
  return { agent: 'opencode', ...options }
}

/** What is known about OpenCode. */
export const opencodeAgent: Agent = {
  name: 'opencode',
  skillsFolder: OPENCODE_SKILLS,
  // With its settings of projects off, it takes skills from the folder that it is told of, and from nowhere else.
  ancestorFolders: [],
  tools: { skill: ['skill'], bookkeeping: ['todowrite'], readOnly: ['read', 'glob', 'grep', 'webfetch', 'websearch'], writers: { write: 'filePath', edit: 'filePath' }, shells: ['bash'] },
  observes: { skills: false, activation: 'tool', model: false, cost: true },
  stopsAtUsd: false,
  async find(settings, env, inside) {
    const installed = await findAgent(settings, env, { name: 'opencode', product: 'OpenCode', install: 'npm install -g opencode-ai', oldest: OLDEST, env: opencodeVariables(settings, env) }, inside)
    // It would fetch one in each run, and where it cannot, each load of a skill fails.
    if (!inside && !findExecutable('rg', { ...env, ...settings.env }))
      throw new AgentMissingError('opencode loads skills with the help of ripgrep, and `rg` is not on PATH. Install ripgrep: https://github.com/BurntSushi/ripgrep#installation')
    return installed
  },
  login: opencodeLogin,
  refusedFlags: (args, settings, installed, env) => flagsNotInHelp(args, ['run', '--help'], installed, opencodeVariables(settings, env)),
  linksRoom: () => true,
  command: (settings, installed, run, env) => ({
    file: installed.file,
    args: [
      ...['run', '--format', 'json', '--pure', '--title', 'evaluation'],
      ...settings.model === undefined ? [] : ['--model', settings.model],
      ...settings.effort === undefined ? [] : ['--variant', settings.effort],
    ],
    env: opencodeEnvironment(settings, env, run.home),
    stdin: run.prompt,
    homeFiles: opencodeHomeFiles(settings, env, run),
  }),
  reader: opencodeReader,
}
