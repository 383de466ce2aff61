import type { AgentEvent } from '../agent/events.ts'

/** What hooks put in the place of `{name}` in `prompt`, `logs_contain` and `files_exist`. */
export type Placeholders = Record<string, string | number | boolean>

/** The placeholders that the hooks before have returned, as the text that they are filled in with. */
export type HookContext = Readonly<Record<string, string>>

/** The evaluation that a hook is called for. */
export interface HookEvaluation {
  readonly id: string
  /** As the dataset has it, placeholders not filled in. */
  readonly prompt: string
  /** Folder name of the skill. */
  readonly skill: string
  readonly expectedBehavior: readonly string[]
  readonly unexpectedBehavior: readonly string[]
  readonly logsContain: readonly string[]
  readonly filesExist: readonly string[]
  /** Directory inside the skill that seeded the workspace, as written. */
  readonly workspace: string | undefined
  readonly note: string | undefined
  /** From `extended_evals.json`. */
  readonly extended: boolean
}

/** One call that the agent made. */
export interface HookToolCall {
  readonly name: string
  readonly input: unknown
  /** What the agent was told back; `null` when the run ended before that. */
  readonly result: { readonly text: string, readonly isError: boolean } | null
}

/** What the agent left, for `check`. */
export interface HookRun {
  /** Absolute path of the workspace, as the agent left it. */
  readonly workspace: string
  /** Real files in the workspace, relative and with `/`, the agent's own folders aside. */
  readonly files: readonly string[]
  readonly toolCalls: readonly HookToolCall[]
  /** The agent's last word. */
  readonly resultText: string
  /** Everything the agent said and did, in order. */
  readonly transcript: readonly AgentEvent[]
  /** Whether the agent did or said this, by the rules of `logs_contain`. */
  contains: (text: string) => boolean
  /** Whether the workspace holds this file, by the rules of `files_exist`. */
  hasFile: (path: string) => boolean
  /**
   * Asks the judge about one more statement. Each call costs a judge call.
   *
   * @param statement what has to be true of the run
   * @param options how the statement is meant
   * @param options.mustNot the statement must not be true. `pass` then means that it is not. Default `false`
   * @throws when the judge gives no valid answer; the evaluation ends as `judge_error`
   */
  judge: (statement: string, options?: { mustNot?: boolean }) => Promise<{ pass: boolean, reason: string }>
}

/** The hooks of a dataset: default export of `evals/hooks.ts`. All are optional. */
export interface Hooks {
  /**
   * Once per dataset file, before its first case.
   *
   * @param cacheDir absolute path of an empty folder for what all cases share; removed at the end of the file
   */
  setupSession?: (cacheDir: string) => Placeholders | void | Promise<Placeholders | void>
  /** Before the agent starts, in its workspace, seed in place. */
  setup?: (workspace: string, evaluation: HookEvaluation, context: HookContext) => Placeholders | void | Promise<Placeholders | void>
  /** After grading. An `AssertionError` is a failed check; anything else a `hook_error`. */
  check?: (run: HookRun, evaluation: HookEvaluation, context: HookContext) => void | Promise<void>
  /** Whatever happened before it, also after a `setup` that threw. */
  teardown?: (workspace: string, evaluation: HookEvaluation, context: HookContext) => void | Promise<void>
}

/** Gives the hooks of a dataset their types: `export default defineHooks({ … })`. */
export function defineHooks(hooks: Hooks): Hooks {
  return hooks
}

/** The stages at which hooks are called. */
export type HookStage = 'load' | 'setupSession' | 'setup' | 'check' | 'teardown'

/** A hook that threw, hung or returned what cannot be used. The message says which, and where in the hooks file. */
export class HookError extends Error {
  override name = 'HookError'

  constructor(readonly stage: HookStage, message: string, options?: ErrorOptions) {
    super(message, options)
  }
}

/** A failed assertion of `check`: a failed expectation, and no error of the hook. */
export class HookCheckFailure extends Error {
  override name = 'HookCheckFailure'

  /** `diff`: expected and received, ready to print, without colours. */
  constructor(message: string, readonly diff: string | null) {
    super(message)
  }
}

/** The hooks of one dataset file, in TypeScript or in Python, loaded once and called for each of its cases. */
export interface HookHost {
  /** Name of the hooks file for messages, such as `hooks.ts`. */
  readonly name: string
  /** Whether the file has a `check`. Known once the file is loaded, which this waits for. */
  hasCheck: () => Promise<boolean>
  /** Each throws {@link HookError}; `check` also {@link HookCheckFailure}. Each has the hook's time limit. */
  setupSession: (cacheDir: string) => Promise<Record<string, string>>
  setup: (workspace: string, evaluation: HookEvaluation, context: Record<string, string>) => Promise<Record<string, string>>
  check: (run: HookRun, evaluation: HookEvaluation, context: Record<string, string>) => Promise<void>
  teardown: (workspace: string, evaluation: HookEvaluation, context: Record<string, string>) => Promise<void>
  /** Gives up every hook that runs but `teardown`, and calls none but `teardown` from now on. */
  cancel: () => void
  /**
   * Ends what the host has running. May be called again.
   *
   * @returns what hooks left behind that failed when its case was over, or could not be traced to a case: the file's to report
   */
  close: () => Promise<HookError[]>
}
