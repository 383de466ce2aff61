/** One thing that `skill-evals doctor` has looked at. */
export interface Check {
  /** A word or two. */
  name: string
  /** `unknown`: it cannot be known without asking a model. A `fault` keeps evals from being measured. */
  state: 'ok' | 'warning' | 'unknown' | 'fault'
  /** What was found, and where it is not well, what to do. */
  text: string
}

/** A check that is well. */
export function ok(name: string, text: string): Check {
  return { name, state: 'ok', text }
}

/** A check that is not. */
export function notOk(name: string, state: Exclude<Check['state'], 'ok'>, text: string): Check {
  return { name, state, text }
}

/** The message of whatever was thrown. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
