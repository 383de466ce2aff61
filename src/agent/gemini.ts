import type { Agent, AgentSettings } from './agent.ts'
import { AgentMissingError } from './agent-missing.ts'
import { findAgent } from './find-agent.ts'
import { geminiEnvironment, geminiHomeFiles, geminiVariables } from './gemini-environment.ts'
import { geminiReader } from './gemini-events.ts'
import { geminiLogin } from './gemini-login.ts'
import { flagsNotInHelp } from './help-flags.ts'

/** The first version that was tried. */
const OLDEST = '0.61.0'

/** With skills switched off, the tool for them would still be offered. */
const NO_SKILLS = { skills: { enabled: false }, tools: { exclude: ['activate_skill'] } }

/** What can be said about the `gemini` command line. All have defaults. */
export type GeminiOptions = Omit<AgentSettings, 'agent' | 'effort' | 'config' | 'spec'>

/**
 * Gemini CLI as the agent, version 0.61.0 or later. It says neither which skills it sees nor what a run cost, and it cannot judge: name a
 * judge with the option `judge`. It has no setting for effort.
 * @param options Model and the like; each left out is the command line's own default.
 * @param options.model As `gemini --model` takes it: `gemini-2.5-flash`.
 * @param options.command Name to find on PATH, or path. Default: `gemini`.
 * @param options.env Further variables for the agent; they win over all that is set here.
 * @param options.passEnv Names of further variables that the agent inherits.
 */
export function gemini(options: GeminiOptions = {}): AgentSettings {
  return { agent: 'gemini', ...options }
}

/** What is known about Gemini CLI. */
export const geminiAgent: Agent = {
  name: 'gemini',
  skillsFolder: '.agents/skills',
  // It takes skills from its workspace alone, and a setting keeps it from instructions above.
  ancestorFolders: [],
  tools: {
    skill: ['activate_skill'],
    bookkeeping: ['write_todos', 'update_topic', 'enter_plan_mode', 'exit_plan_mode'],
    readOnly: ['read_file', 'read_many_files', 'list_directory', 'glob', 'grep_search', 'search_file_content', 'google_web_search', 'list_background_processes', 'read_background_output'],
    writers: { write_file: 'file_path', replace: 'file_path' },
    shells: ['run_shell_command'],
  },
  observes: { skills: false, activation: 'tool', model: true, cost: false },
  stopsAtUsd: false,
  async find(settings, env, inside) {
    // Left out in silence, it would be in the report all the same.
    if (settings.effort !== undefined)
      throw new AgentMissingError(`gemini has no setting for effort, and ${JSON.stringify(settings.effort)} was asked for. Leave out \`effort\` and SKILL_EVALS_EFFORT.`)
    return findAgent(settings, env, { name: 'gemini', product: 'Gemini CLI', install: 'npm install -g @google/gemini-cli', oldest: OLDEST, env: geminiVariables(settings, env) }, inside)
  },
  login: geminiLogin,
  refusedFlags: (args, settings, installed, env) => flagsNotInHelp(args, ['--help'], installed, geminiVariables(settings, env)),
  linksRoom: () => true,
  command: (settings, installed, run, env) => ({
    file: installed.file,
    args: ['--output-format', 'stream-json', '--yolo', '--skip-trust', ...settings.model === undefined ? [] : ['--model', settings.model]],
    env: geminiEnvironment(settings, env, run.home),
    stdin: run.prompt,
    homeFiles: geminiHomeFiles(settings, env, run.withoutSkills ? NO_SKILLS : {}),
  }),
  reader: geminiReader,
}
