import type { Agent, AgentSettings } from './agent.ts'
import { codexEnvironment, codexHomeFiles, codexVariables } from './codex-environment.ts'
import { codexReader } from './codex-events.ts'
import { codexLogin } from './codex-login.ts'
import { findAgent } from './find-agent.ts'
import { flagsNotInHelp } from './help-flags.ts'

/** The first version that was tried. */
const OLDEST = '0.171.0'

/** What isolates a run; `settings.config` can change each. */
const CONFIG = {
  'skills.bundled.enabled': false,
  // Connectors and plugins of the user's account bring skills and tools of their own.
  'features.apps': false,
  'features.plugins': false,
  'check_for_update_on_startup': false,
  'analytics.enabled': false,
}

/** It speaks of skills to the model only where there are some; this keeps it from that whatever lies on the machine. */
const NO_SKILLS = { 'skills.include_instructions': false }

/** What can be said about the `codex` command line. All have defaults. */
export type CodexOptions = Omit<AgentSettings, 'agent' | 'spec'>

/**
 * Codex as the agent, version 0.171.0 or later. It has no tool for skills: a skill counts as loaded when the agent prints its SKILL.md. It
 * says neither which skills it sees nor what a run cost, and it cannot judge: name a judge with the option `judge`.
 * @param options Model and the like; each left out is the command line's own default.
 * @param options.model As `codex --model` takes it.
 * @param options.effort `model_reasoning_effort`: `minimal`, `low`, `medium`, `high`, as far as the model has it.
 * @param options.command Name to find on PATH, or path. Default: `codex`.
 * @param options.env Further variables for the agent; they win over all that is set here.
 * @param options.passEnv Names of further variables that the agent inherits.
 * @param options.config Values of its `config.toml`, by dotted key: `{ model_provider: 'azure' }`. The user's own is not read.
 */
export function codex(options: CodexOptions = {}): AgentSettings {
  return { agent: 'codex', ...options }
}

/** What is known about Codex. */
export const codexAgent: Agent = {
  name: 'codex',
  skillsFolder: '.agents/skills',
  // `project_root_markers` keeps it from looking above its workspace.
  ancestorFolders: [],
  tools: { skill: [], bookkeeping: ['todo_list'], readOnly: ['web_search'], writers: { file_change: 'changes' }, shells: ['command_execution'] },
  observes: { skills: false, activation: 'read', model: false, cost: false },
  stopsAtUsd: false,
  find: (settings, env, inside) => findAgent(settings, env, { name: 'codex', product: 'Codex', install: 'npm install -g @openai/codex', oldest: OLDEST, env: codexVariables(settings, env) }, inside),
  login: codexLogin,
  refusedFlags: (args, settings, installed, env) => flagsNotInHelp(args, ['exec', '--help'], installed, codexVariables(settings, env)),
  // It follows a link and tells the model where it leads: a SKILL.md that is opened there would not be known for one of the room's.
  linksRoom: () => false,
  command: (settings, installed, run, env) => ({
    file: installed.file,
    args: [
      ...['exec', '--json', '--skip-git-repo-check', '--dangerously-bypass-approvals-and-sandbox', '--ephemeral', '--ignore-rules'],
      ...['-c', 'project_root_markers=[]'],
      ...configArgs({ ...CONFIG, ...run.withoutSkills && NO_SKILLS, ...settings.effort !== undefined && { model_reasoning_effort: settings.effort }, ...settings.config }),
      ...settings.model === undefined ? [] : ['--model', settings.model],
      '-',
    ],
    env: codexEnvironment(settings, env, run.home),
    stdin: run.prompt,
    homeFiles: codexHomeFiles(settings, env),
  }),
  reader: codexReader,
}

/** A JSON string is a TOML string too. */
function configArgs(config: Record<string, string | number | boolean>): string[] {
  return Object.entries(config).flatMap(([key, value]) => ['-c', `${key}=${JSON.stringify(value)}`])
}
