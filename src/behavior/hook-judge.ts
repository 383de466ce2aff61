import type { HookClock } from './hook-clock.ts'
import type { HookRun } from './hooks.ts'
import { runUntraced } from './hook-watch.ts'

/** The judge as `check` of one case has it. */
export interface CheckJudge {
  judge: HookRun['judge']
  /** Statements that are being judged. */
  pending: () => number
  /**
   * @throws what the judge threw, if it ever did: whatever the hook made of that, a statement that was not judged must
   * not end as an expectation that failed, or that passed.
   */
  settle: () => void
}

/** Puts the judge into the hook's hands, and keeps its errors and its time apart from the hook's own. */
export function checkJudge(judge: HookRun['judge'], clock: () => HookClock | null): CheckJudge {
  let fault: { thrown: unknown } | null = null
  let pending = 0
  return {
    async judge(statement, options) {
      pending++
      const ask = (): ReturnType<HookRun['judge']> => runUntraced(() => judge(statement, options))
      try {
        return await (clock()?.pausedFor(ask) ?? ask())
      }
      catch (thrown) {
        fault ??= { thrown }
        throw thrown
      }
      finally {
        pending--
      }
    },
    pending: () => pending,
    settle() {
      if (fault)
        throw fault.thrown
    },
  }
}
