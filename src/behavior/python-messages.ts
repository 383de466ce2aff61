/** What the bridge is told. `id` counts the requests; an answer has the number of the request that asked. */
export type BridgeRequest
  = | { do: 'load', id: number, file: string }
    | { do: 'restore', id: number, session: string | null, cases: Record<string, string> }
    | { do: 'setup_session', id: number, cacheDir: string }
    | { do: 'setup' | 'teardown', id: number, workspace: string, case: PythonCase, context: Record<string, string> }
    | { do: 'check', id: number, workspace: string, case: PythonCase, context: Record<string, string>, run: PythonRun }
    | { do: 'answer', id: number, value: unknown }
  /** `usage`: the hook asked what cannot be asked. */
    | { do: 'answer', id: number, error: string, usage: boolean }
    | { do: 'interrupt', id: number }
    | { do: 'end' }

/** What the bridge tells. */
export type BridgeReport
  = | { ready: string }
    | { id: number, value: unknown }
    | { id: number, fault: BridgeFault }
    | BridgeQuestion
  /** A thread that a hook had started ended with an exception. */
    | { stray: BridgeFault }

/** What a `check` asks while it runs. */
export interface BridgeQuestion {
  id: number
  ask: 'contains' | 'hasFile' | 'judge'
  text: string
  mustNot: boolean
}

/** How a hook ended badly. */
export interface BridgeFault {
  kind: 'assertion' | 'interrupted' | 'unusable' | 'error'
  /** The exception's class. */
  type: string
  message: string
  /** In `hooks.py`; `null` when the exception did not pass through it. */
  line: number | null
  /** The module that was not found. */
  missing: string | null
  /** Its last lines, the bridge's own frames left out. */
  traceback: string
}

/** What `setup_session` and `setup` return. */
export interface KeptContext {
  text: Record<string, string>
  /** The Python objects, for another process; `null` when they cannot leave theirs. */
  pickle: string | null
  problem: string | null
}

/** The evaluation, in the names of skillscope. */
export interface PythonCase {
  id: string
  prompt: string
  skill: string
  skill_should_trigger: true
  expected_behavior: readonly string[]
  unexpected_behavior: readonly string[]
  logs_contain: readonly string[]
  files_exist: readonly string[]
  workspace: string | null
  note: string | null
  extended: boolean
}

/** The run, in the names of skillscope. */
export interface PythonRun {
  workspace: string
  judge_model: string | null
  files: readonly string[]
  tool_names: string[]
  result_text: string
  /** The commands that the agent ran, one after the other. */
  command_text: string
  /** All that the agent did and said, as text. */
  logs: string
}
