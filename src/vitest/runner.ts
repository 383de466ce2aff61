import type { RunnerTask, RunnerTestCase } from 'vitest'
import type { EvalMeta } from '../suite/test-meta.ts'
import type { TurnedAway } from '../suite/turned-away.ts'
import { TestRunner } from 'vitest'
import { closeAllHooks, openSession } from '../suite/session.ts'
import { dataOf } from '../suite/test-file.ts'
import { admitTest, reasonAgainst } from '../suite/turned-away.ts'

/**
 * Admits a paid test before its clock starts, so that a test's duration is its agent's and not the queue's: one of the
 * run-wide `jobs` must be free, the skill's structure intact, and an agent there.
 */
export default class EvalsRunner extends TestRunner {
  private readonly releases = new Map<RunnerTask, () => void>()
  private readonly cancelled = new AbortController()

  override async onBeforeRunTask(test: RunnerTask): Promise<void> {
    await super.onBeforeRunTask(test)
    // only a test that will run is ever released again: one that `-t` left out would keep its place for good
    if (test.type !== 'test' || (test.mode !== 'run' && test.mode !== 'queued'))
      return
    const meta = test.meta.eval
    if (!meta || meta.tier === 'structure')
      return
    const turnedAway = await this.turnedAway(meta, test, meta.tier)
    if (!turnedAway)
      return
    if (turnedAway.kind !== 'cancelled')
      test.meta.eval = { ...meta, heldBack: turnedAway }
    test.mode = 'skip'
    const result = { state: 'skip' as const, note: turnedAway.reason }
    test.result = result
  }

  override onAfterRunTask(test: RunnerTask): void {
    this.releases.get(test)?.()
    this.releases.delete(test)
    super.onAfterRunTask(test)
  }

  override async onAfterRunFiles(...args: Parameters<TestRunner['onAfterRunFiles']>): Promise<void> {
    // a test that was skipped while it ran (cancelled, bailed) is not announced as finished
    this.releases.forEach(release => release())
    this.releases.clear()
    await closeAllHooks()
    super.onAfterRunFiles(...args)
  }

  override cancel(...args: Parameters<TestRunner['cancel']>): void {
    this.cancelled.abort()
    super.cancel(...args)
  }

  /** Vitest was called with `-u`. */
  private get updates(): boolean {
    return this.config.snapshotOptions.updateSnapshot === 'all'
  }

  private async turnedAway(meta: EvalMeta, test: RunnerTestCase, tier: 'routing' | 'behavior'): Promise<TurnedAway | null> {
    const options = this.injectValue('skillEvals')
    const reason = reasonAgainst(meta, dataOf(test.file.filepath), options, this.updates)
    if (reason)
      return reason
    const admission = await admitTest(openSession(options, this.updates), { id: test.id, tier }, this.cancelled.signal)
    if (typeof admission !== 'function')
      return admission
    this.releases.set(test, admission)
    return null
  }
}
