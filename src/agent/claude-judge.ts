import type { AgentCommand, AgentSettings, InstalledAgent, JudgeRun } from './agent.ts'
import { claudeEnvironment } from './claude-environment.ts'
import { claudeFlags } from './claude-flags.ts'
import { isAtLeast } from './version.ts'

/** Flags of a judge by the first version that was tried and has them. */
const SINCE = { jsonSchema: '2.0.45', disableSlashCommands: '2.0.60' }

/** A hook of the user's organisation could still speak to the judge; nobody else's can. */
const CLI_SETTINGS = { disableBundledSkills: true, disableAllHooks: true }

/** Beside the empty list of setting sources: instructions that lie in a folder which the judge opens, and notes of earlier runs. */
const NO_INSTRUCTIONS = { CLAUDE_CODE_DISABLE_CLAUDE_MDS: '1', CLAUDE_CODE_DISABLE_AUTO_MEMORY: '1' }

/**
 * The command of one run of Claude Code as a judge. What the candidate left in its workspace must not steer it: the workspace is
 * given as a further directory, which it may read, and no source of settings, skills, hooks or instructions is switched on.
 * Permissions are in force, so that it reads the workspace and its own empty folder and nothing else.
 */
export function claudeJudge(settings: AgentSettings, installed: InstalledAgent, run: JudgeRun, env: NodeJS.ProcessEnv): AgentCommand {
  const has = (since: string): boolean => isAtLeast(installed.version, since)
  const flags = claudeFlags(settings, installed.version)
  return {
    file: installed.file,
    args: [
      ...flags.print,
      ...['--tools', 'Read,Glob,Grep'],
      ...['--setting-sources', ''],
      '--strict-mcp-config',
      ...['--settings', JSON.stringify(CLI_SETTINGS)],
      ...run.workspace === null ? [] : ['--add-dir', run.workspace],
      ...has(SINCE.disableSlashCommands) ? ['--disable-slash-commands'] : [],
      ...flags.forget,
      ...has(SINCE.jsonSchema) ? ['--json-schema', JSON.stringify(run.schema)] : [],
      ...flags.model,
    ],
    env: {
      ...flags.env,
      ...NO_INSTRUCTIONS,
      ...claudeEnvironment(settings, env, run.home),
    },
    stdin: run.prompt,
  }
}
