import type { EvalMeta } from '../suite/test-meta.ts'

/** Whether a run is to fail whatever its runner says: something that was asked for could not be measured, or is below a bar. */
export function mustFail(tests: readonly (EvalMeta | undefined)[], outcomes: readonly { ok: boolean }[]): boolean {
  const heldBack = tests.some(test => ['no_agent', 'structure', 'unfinished'].includes(test?.heldBack?.kind ?? ''))
  const unmeasured = tests.some(test => test?.routing?.verdict === 'error')
  return heldBack || unmeasured || outcomes.some(outcome => !outcome.ok)
}
