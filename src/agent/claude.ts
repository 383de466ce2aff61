import type { Agent, AgentSettings } from './agent.ts'
import { claudeEnvironment, claudeVariables, isPrivate } from './claude-environment.ts'
import { claudeReader } from './claude-events.ts'
import { claudeFlags } from './claude-flags.ts'
import { claudeJudge } from './claude-judge.ts'
import { claudeLogin } from './claude-login.ts'
import { findAgent } from './find-agent.ts'
import { flagsNotInHelp } from './help-flags.ts'
import { isAtLeast } from './version.ts'

/** Its `Skill` tool takes the key `skill` from here on, and `stream-json` lists the skills. */
const OLDEST = '2.0.37'
/** First version for which a linked skills folder was tried: this one, 2.0.77, 2.1.0, 2.1.112 and 2.1.332 follow it. */
const LINKS_SINCE = '2.0.37'
/** First version that was tried and has `--disable-slash-commands`. */
const NO_SKILLS_SINCE = '2.0.60'
/** Keeps the agent's bundled skills out of the room. Known from 2.1.169 on; earlier versions ignore it. */
const CLI_SETTINGS = { disableBundledSkills: true, skillOverrides: { 'doctor': 'off', 'plugin-authoring': 'off' } }

/** What can be said about the `claude` command line. All have defaults. */
export type ClaudeOptions = Omit<AgentSettings, 'agent' | 'config' | 'spec'>

/**
 * Claude Code as the agent, version 2.0.37 or later.
 * @param options Model and the like; each left out is the command line's own default.
 * @param options.model Alias or full name: `opus`, `claude-sonnet-4-6`.
 * @param options.effort `low`, `medium`, `high`, `xhigh` or `max`, as far as the version has it.
 * @param options.command Name to find on PATH, or path. Default: `claude`.
 * @param options.env Further variables for the agent; they win over all that is set here.
 * @param options.passEnv Names of further variables that the agent inherits.
 */
export function claude(options: ClaudeOptions = {}): AgentSettings {
  return { agent: 'claude', ...options }
}

/** What is known about Claude Code. */
export const claudeAgent: Agent = {
  name: 'claude',
  skillsFolder: '.claude/skills',
  ancestorFolders: ['.claude'],
  tools: {
    skill: ['Skill'],
    bookkeeping: ['TodoWrite', 'TodoRead', 'TaskCreate', 'TaskUpdate', 'TaskList', 'TaskGet', 'EnterPlanMode', 'ExitPlanMode', 'ToolSearch'],
    readOnly: ['Read', 'Glob', 'Grep', 'LS', 'NotebookRead'],
    writers: { Write: 'file_path', Edit: 'file_path', MultiEdit: 'file_path', NotebookEdit: 'notebook_path' },
    shells: ['Bash'],
  },
  observes: { skills: true, activation: 'tool', model: true, cost: true },
  stopsAtUsd: true,
  find: (settings, env, inside) => findAgent(settings, env, { name: 'claude', product: 'Claude Code', install: 'npm install -g @anthropic-ai/claude-code', oldest: OLDEST, env: claudeVariables(settings, env) }, inside),
  login: claudeLogin,
  refusedFlags: (args, settings, installed, env) => flagsNotInHelp(args, ['--help'], installed, claudeVariables(settings, env)),
  linksRoom: version => isAtLeast(version, LINKS_SINCE),
  command(settings, installed, run, env) {
    const flags = claudeFlags(settings, installed.version)
    const variables = claudeEnvironment(settings, env, run.home)
    return {
      file: installed.file,
      args: [
        ...flags.print,
        '--dangerously-skip-permissions',
        // Of the workspace only: not the user's skills, settings, hooks and plugins.
        ...['--setting-sources', 'project'],
        '--strict-mcp-config',
        ...['--settings', JSON.stringify(CLI_SETTINGS)],
        ...run.withoutSkills ? noSkills(installed.version) : [],
        ...flags.forget,
        ...run.maxUsd === undefined ? [] : ['--max-budget-usd', String(run.maxUsd)],
        ...flags.model,
      ],
      env: {
        ...flags.env,
        ...variables,
      },
      stdin: run.prompt,
      // Told to end, it asks the model once more meanwhile. In a home of the user it may be writing his login.
      disposable: isPrivate(variables, run.home),
    }
  },
  judge: claudeJudge,
  reader: claudeReader,
}

/**
 * The first flag alone takes the tool away from 2.1.112, whose other one leaves it; the second takes the bundled skills out of what
 * 2.1.332 lists.
 */
function noSkills(version: string): string[] {
  return ['--disallowedTools', 'Skill', ...isAtLeast(version, NO_SKILLS_SINCE) ? ['--disable-slash-commands'] : []]
}
