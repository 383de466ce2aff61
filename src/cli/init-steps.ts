/** What `skill-evals init` does, or would do, to one file. */
export interface Step {
  /** Absolute path. */
  file: string
  /** `kept`: it is as it should be already. */
  done: 'written' | 'changed' | 'kept'
  /** What, in a few words. */
  what: string
  /** The file's new text; `null` when it stays as it is. */
  text: string | null
}

/** A file that stays as it is. */
export function kept(file: string, what: string): Step {
  return { file, done: 'kept', what, text: null }
}
