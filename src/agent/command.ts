import type { AgentSettings } from './agent.ts'
import { checkedSpec } from './command-options.ts'

/** What can be said about an agent that has no module here. */
export interface CommandOptions {
  /** What it is called in reports, records and `SKILL_EVALS_AGENT`: small letters, digits and `-`. */
  name: string
  /**
   * Executable: a name to find on PATH, or a path from the Vitest root.
   * @default `name`
   */
  command?: string
  /**
   * Arguments. Placeholders: `{prompt}`, `{promptFile}` (a file that holds it), `{workspace}`, `{home}` (the run's private home), `{root}`
   * (the Vitest root), and in a list of their own, which is left out where they have no value, `{model}`, `{effort}` and `{maxUsd}` (what
   * the run may cost): `['run', '--json', ['--model', '{model}']]`. Where neither `{prompt}` nor `{promptFile}` stands here or in `env`,
   * the prompt goes to stdin.
   * @default []
   */
  args?: (string | string[])[]
  /** Default: what the agent picks. */
  model?: string
  /** Reasoning effort. Default: what the agent picks. */
  effort?: string
  /**
   * Further variables of its process, with the placeholders of `args`. One whose placeholder has no value is left out.
   * @default {}
   */
  env?: Record<string, string>
  /**
   * Names of further variables that it inherits: its key, for one.
   * @default []
   */
  passEnv?: string[]
  /** Where it looks for skills in its workspace, with `/`: `.acme/skills`. */
  skillsFolder: string
  /**
   * Whether the skills are copied into each workspace, or a link leads to them: cheaper, for an agent that follows links and names files
   * by the path that it was given.
   * @default 'copy'
   */
  room?: 'copy' | 'link'
  /**
   * Folders that it looks for above its workspace, too. Where there is one, the workspace gets a `.git` to end that search.
   * @default the first part of `skillsFolder`, where that begins with a dot
   */
  ancestorFolders?: string[]
  /**
   * Whose home it gets: a fresh one for each run, so that nothing of yours reaches it, or your own.
   * @default 'private'
   */
  home?: 'private' | 'own'
  /**
   * What lies in the private home before it starts, by path: a text, or a link to a file of yours such as its login
   * (`{ link: '~/.acme/auth.json' }`), which is left out where you have none.
   * @default {}
   */
  homeFiles?: Record<string, string | { link: string }>
  /**
   * Arguments that make it print its version; or, for one that cannot, the version itself as a text.
   * @default ['--version']
   */
  version?: string | string[]
  /**
   * How its output is read: as that of `claude`, `codex` or `gemini`, or by a module of yours, from the Vitest root, whose default export
   * is made with `defineEvents`.
   */
  output: 'claude' | 'codex' | 'gemini' | { events: string }
  /**
   * How the load of a skill shows. `{ tool, input }`: a call of this tool that succeeds; `input` is the key of its input that holds the
   * skill's name. `{ read, shell }`: it has no tool for skills, and one SKILL.md is opened by one of the tools `read`, or printed by a
   * command that one of the tools `shell` is given. `'events'`: the module of `output` says so.
   * @default as the agent of `output`; a module needs it
   */
  activation?: { tool: string, input: string } | { read?: string[], shell?: string[] } | 'events'
  /**
   * What its output tells: the skills that it sees, the model that answered, the cost of a run that came to its end.
   * @default as the agent of `output`; nothing of it for a module
   */
  observes?: { skills?: boolean, model?: boolean, cost?: boolean }
  /**
   * Tools that only plan or note, and count in no budget; and tools that can only look, after which the room need not be looked through for
   * changes. For the note on writes outside the workspace: tools that write a file, with the key of their input that holds its path; and
   * tools that run the command line that their input holds as `command`.
   * @default as the agent of `output`; for a module none, and as `shells` those of `activation`
   */
  tools?: { bookkeeping?: string[], readOnly?: string[], writers?: Record<string, string>, shells?: string[] }
  /**
   * Further arguments of a run without skills (`baseline`), for an agent that brings skills of its own along.
   * @default []
   */
  withoutSkills?: string[]
  /** Command that installs it, for the message that it is missing. */
  install?: string
}

/**
 * Any other command line as the agent, by data alone. It cannot judge: name a judge with the option `judge`.
 * @param options what is known of it
 * @throws {Error} naming the option, what is wrong with it, and what to write
 */
export function command(options: CommandOptions): AgentSettings {
  const spec = checkedSpec(options)
  const { name, model, effort, env, passEnv } = options
  return {
    agent: name,
    command: options.command ?? name,
    ...model !== undefined && { model },
    ...effort !== undefined && { effort },
    ...env && { env },
    ...passEnv && { passEnv },
    spec,
  }
}
