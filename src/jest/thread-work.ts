import type { Tier } from '../options/options.ts'
import type { ResolvedOptions } from '../options/resolved-options.ts'
import type { EvalMeta } from '../suite/test-meta.ts'
import type { FileTests } from '../suite/tests-of-file.ts'

/** A test file, for the thread that runs it. */
export interface FileWork {
  options: ResolvedOptions
  tests: FileTests
  /** What `-t` has chosen; `null` is all. */
  pattern: RegExp | null
}

/** What the thread is to do: plain data. */
export interface ThreadWork {
  files: FileWork[]
  filesAtOnce: number
  /** Jest was called with `-u`. */
  updates: boolean
}

/** A test that is over. */
export interface ThreadTest {
  tier: Tier
  name: string
  line: number
  column: number
  meta: EvalMeta
  state: 'passed' | 'failed' | 'skipped'
  /** Every failure with its place, as it is printed. */
  messages: string[]
  /** The first of them, without its place. */
  error: string | null
  startedAt: number
  elapsedMs: number
}

/** What the thread tells. `file` is an index of the work's files. */
export type ThreadMessage
  = { kind: 'file-start', file: number }
    | { kind: 'done' }
    | { kind: 'test-end', file: number, test: ThreadTest }
    | {
      kind: 'file-end'
      file: number
      tests: ThreadTest[]
      /** What is to be said of tests that failed nothing. */
      remarks: Remark[]
      /** What its hooks did wrong that no test could be told of. */
      error: string | null
    }

/** A text for the reader, and the place that it is about. */
export interface Remark {
  text: string
  file: string
  line: number
  column: number
}
