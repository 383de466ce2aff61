import type { EvalMeta } from './test-meta.ts'

/** A test that is over, whoever ran it. */
export interface EndedTest {
  /** Absolute path of its file, and its place in that. */
  file: string
  line: number
  column: number
  /** What it left behind; absent for a test that is none of ours. */
  meta: EvalMeta | undefined
  state: 'passed' | 'failed' | 'skipped' | 'pending'
  /** The first error, where it failed. */
  error: string | null
  elapsedMs: number
}

/** Whether the filters chose a test: it ran, also if it was stopped then, or it was its turn and something held it back. */
export function wasChosen({ state, meta }: Pick<EndedTest, 'state' | 'meta'>): boolean {
  return state !== 'skipped' || meta?.heldBack !== undefined || meta?.started === true
}
