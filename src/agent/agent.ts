import type { CommandSpec } from './command-spec.ts'
import type { AgentEvent, Usage } from './events.ts'
import type { HomeFile } from './home-files.ts'

/** The agents that there is a module for. */
export const agentNames = ['claude', 'codex', 'gemini', 'opencode', 'copilot'] as const

/** Name of an agent's module. */
export type AgentName = typeof agentNames[number]

/** An agent as the configuration names it: plain data, so that it can cross threads and be part of a fingerprint. */
export interface AgentSettings {
  /** Which module knows this agent, an {@link AgentName}; with `spec`, the name that the configuration gave it. */
  agent: string
  /** Executable: a name to find on PATH, or a path. Default: the agent's own name. */
  command?: string
  /** Model name or alias as the agent's own command line takes it. Default: what the agent picks. */
  model?: string
  /** Reasoning effort, where the agent has such a setting. */
  effort?: string
  /** Further environment variables for the agent's process, beside the allow-list. */
  env?: Record<string, string>
  /** Names of further variables that the agent inherits from the environment of the run. */
  passEnv?: string[]
  /** Values of the agent's own configuration, by dotted key, for agents that take such on their command line. */
  config?: Record<string, string | number | boolean>
  /** All that is known of an agent that has no module: what `command()` was told. */
  spec?: CommandSpec
}

/** Names of an agent's tools, as its events have them. */
export interface AgentTools {
  /** Those that load a skill. */
  skill: string[]
  /** Those that plan or note only. */
  bookkeeping: string[]
  /** Those that can only look, so that a judge may have them. */
  readOnly: string[]
  /** Those that write a file, each with the key of its input that holds the file's path, or a list of things with a `path`. */
  writers: Record<string, string>
  /** Those that run the command line that their input holds as `command`. */
  shells: string[]
}

/** What an agent's output tells. What it does not tell is unknown, and never guessed. */
export interface AgentObserves {
  /** The skills that it sees. Without, it cannot be checked that it saw the room. */
  skills: boolean
  /** How the load of a skill shows: by a call of a tool for that, or by its opening of a SKILL.md, which is a weaker sign. */
  activation: 'tool' | 'read'
  /** The model that answered. */
  model: boolean
  /** US dollars of a run that came to its end. */
  cost: boolean
}

/** What a run needs to know about the installed agent; made once per run. */
export interface InstalledAgent {
  /** Absolute path of the executable; in a container, the name or path by which it is called there. */
  file: string
  /** As the agent prints it, such as `2.1.332`. */
  version: string
}

/** What is known of an agent's login without a question to a model. Holds no secret. */
export interface AgentLogin {
  /** `found`: there is one; that it holds is not known. */
  state: 'found' | 'missing' | 'unknown'
  /** Which, or why not, and what to do. No full stop at the end. */
  text: string
}

/** One command line, ready to be run. The prompt goes to stdin, byte for byte. */
export interface AgentCommand {
  file: string
  args: string[]
  env: Record<string, string>
  stdin: string
  /**
   * What it writes is of no use once it has been stopped: it may be killed at its decision, without the time to end by itself.
   * Default: it gets that time.
   */
  disposable?: boolean
  /** What has to lie in the run's private home first. Default: nothing. */
  homeFiles?: HomeFile[]
  /** It is a sandbox that runs the agent, and ends when that does. Default: `false`. */
  contained?: boolean
  /** Takes away what the command runs where no signal reaches, such as a container: run when it has ended, however it ended. */
  afterwards?: Afterwards
}

/** A command that cleans up. What is gone already is no fault of it. */
export interface Afterwards {
  file: string
  args: string[]
  env: Record<string, string>
}

/** Puts a command where agents run, such as into a container with an image of its own. */
export type Inside = (command: AgentCommand) => AgentCommand

/** One run of an agent as a judge. */
export interface JudgeRun {
  prompt: string
  /** Absolute path of what the candidate left, for the judge to read and not to change; `null` when it is gone. Not to be trusted. */
  workspace: string | null
  /** A fresh private directory of this run. */
  home: string
  /** A fresh empty directory, outside of the workspace: the judge's working directory. */
  cwd: string
  /** JSON schema of the answer, for agents that can be held to one. */
  schema: object
}

/** Turns stdout lines into events. Holds the state of one run. */
export interface TranscriptReader {
  /** Reads one line without its line break. Never throws. */
  read: (line: string) => AgentEvent[]
  /**
   * Tokens of the replies read so far, each reply once: all there is to know of a run that was stopped before its `end`.
   * Output tokens may be low, where the agent prints a reply's figures before the reply is whole.
   */
  usage: () => Usage
}

/** What a reader keeps beyond what grading needs. */
export interface ReaderOptions {
  /** Keep pictures that tools gave: they are for people to look at, and large. Default: no. */
  images?: boolean
}

/** What a command line is made for. */
export interface CommandedRun {
  prompt: string
  /** Absolute path; the working directory. */
  workspace: string
  /** Absolute path of a fresh private directory of this run. */
  home: string
  /** US dollars at which the agent shall stop itself, where it can. Default: no limit. */
  maxUsd?: number
  /** Nothing is installed, and the agent gets no tool to load a skill with: not even those that it brings along. Default: `false`. */
  withoutSkills?: boolean
}

/** What an agent's module knows. One file per agent. */
export interface Agent {
  name: string
  /** Where skills go in a workspace, relative, with `/`: `.claude/skills`. */
  skillsFolder: string
  /** Names of folders that the agent looks for in every ancestor of its workspace: `['.claude']`. */
  ancestorFolders: string[]
  tools: AgentTools
  observes: AgentObserves
  /** Whether it can stop itself at a sum of US dollars, as `limits.usdPerCase` asks. */
  stopsAtUsd: boolean
  /**
   * Finds the executable and asks its version.
   * Where it is not on this machine, `inside` puts commands where it is.
   * @throws {AgentMissingError} with a message that says what to do
   */
  find: (settings: AgentSettings, env: NodeJS.ProcessEnv, inside?: Inside) => Promise<InstalledAgent>
  /** Looks for a key or a login, and asks nobody. Left out: nothing can be known of it. */
  login?: (settings: AgentSettings, env: NodeJS.ProcessEnv) => AgentLogin
  /** Flags of a command line that the installed version's help does not list, without a question to a model; `null`: it gives no help. */
  refusedFlags?: (args: string[], settings: AgentSettings, installed: InstalledAgent, env: NodeJS.ProcessEnv) => Promise<string[] | null>
  /** Whether this version follows links in the skills folder, so that a room can be linked instead of copied. */
  linksRoom: (version: string) => boolean
  /** The command of one run. `env` is the environment to choose from. */
  command: (settings: AgentSettings, installed: InstalledAgent, run: CommandedRun, env: NodeJS.ProcessEnv) => AgentCommand
  /**
   * The command of one judge run: it may read the workspace, and it runs and writes nothing. No permissions are bypassed, and nothing
   * that lies in the workspace is loaded: settings, hooks, skills, instructions. Left out: this agent cannot judge.
   */
  judge?: (settings: AgentSettings, installed: InstalledAgent, run: JudgeRun, env: NodeJS.ProcessEnv) => AgentCommand
  reader: (options?: ReaderOptions) => TranscriptReader
}
