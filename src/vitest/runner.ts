import type { RunnerTask, RunnerTestCase } from 'vitest'
import type { EvalMeta } from './test-meta.ts'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { TestRunner } from 'vitest'
import { TO_REPLACE, UNFINISHED_RULE } from '../dataset/unfinished-rule.ts'
import { recordFolder } from '../run/record.ts'
import { admit } from './admission.ts'
import { closeAllHooks, openSession } from './session.ts'
import { dataOf } from './test-file.ts'

/** Why a test is not run; nobody reports on what was cancelled. */
type TurnedAway = NonNullable<EvalMeta['heldBack']> | { kind: 'cancelled', reason: string }

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
    const turnedAway = this.reasonAgainst(meta, test) ?? await this.admit(test, meta.tier)
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

  private reasonAgainst(meta: EvalMeta, test: RunnerTestCase): TurnedAway | null {
    const data = dataOf(test.file.filepath)
    if (data?.heldBack)
      return { kind: 'structure', reason: `held back by ${data.heldBack.rule}${data.skill === null ? '' : ` of ${data.skill}`}, line ${data.heldBack.line} of ${path.basename(data.heldBack.file)}` }
    if (data?.findings.some(finding => finding.rule === UNFINISHED_RULE && finding.id === meta.id))
      return { kind: 'unfinished', reason: `the dataset still holds the template's text: replace what begins with ${TO_REPLACE}` }
    const { grade, recordings } = this.injectValue('skillEvals')
    const calls = grade === null && (recordings === null || this.updates)
    // a recording can be graded on any machine
    if (meta.tier === 'behavior' && calls && data?.elsewhere)
      return { kind: 'machine', reason: data.elsewhere }
    if (grade !== null && meta.id !== null && !existsSync(recordFolder(grade, { skill: meta.skill, id: meta.id, tier: meta.tier })))
      return { kind: 'no_record', reason: 'no record of it was kept' }
    return null
  }

  private async admit(test: RunnerTestCase, tier: 'routing' | 'behavior'): Promise<TurnedAway | null> {
    const session = openSession(this.injectValue('skillEvals'), this.updates)
    try {
      const admission = await admit(session, tier, this.cancelled.signal)
      if (typeof admission !== 'function')
        return admission
      this.releases.set(test, admission)
      session.admissions.set(test.id, admission)
      return null
    }
    catch (error) {
      if (this.cancelled.signal.aborted)
        return { kind: 'cancelled', reason: 'The run was cancelled.' }
      throw error
    }
  }
}
