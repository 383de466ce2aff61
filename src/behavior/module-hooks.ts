import type { HookClock } from './hook-clock.ts'
import type { Stray, StrayOwner } from './hook-watch.ts'
import type { HookEvaluation, HookHost, HookRun, Hooks, HookStage } from './hooks.ts'
import type { AssertionDiff } from './module-hooks-diff.ts'
import path from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { limitOf, startClock } from './hook-clock.ts'
import { checkJudge } from './hook-judge.ts'
import { readPlaceholders } from './hook-placeholders.ts'
import { runTraced, watchStrays } from './hook-watch.ts'
import { HookError } from './hooks.ts'
import { checkFailure, faultOf, isAssertion, speaksOf, subject } from './module-hooks-fault.ts'
import { readHooks } from './module-hooks-load.ts'

/** How a hooks module is run. */
export interface ModuleHooksOptions {
  /** Absolute path of the hooks file. */
  file: string
  /** Time limit of one call of a hook, in milliseconds. What the judge takes does not count. */
  timeoutMs: number
  /** Makes the diff of a failed assertion: `vitestDiff(expect)`. Default: no diffs. */
  diff?: AssertionDiff
}

/**
 * The hooks of a TypeScript or JavaScript module.
 *
 * @param load imports the module, through Vite; called once, when the hooks are first needed
 * @param options which file, and how long a hook may take
 */
export function moduleHooks(load: () => Promise<unknown>, options: ModuleHooksOptions): HookHost {
  return new ModuleHooks(load, options)
}

/** One call of a hook, and what it left behind. */
class HookCall {
  strays: Stray[] = []
  /** Ends the wait for the hook; `null` when nobody waits. */
  giveUp: ((reason: unknown) => void) | null = null

  /** `workspace`: of the case; `null` for what all cases share. */
  constructor(readonly stage: HookStage, readonly workspace: string | null) {}

  onStray(stray: Stray): void {
    this.strays.push(stray)
    this.giveUp?.(this)
  }
}

class ModuleHooks implements HookHost, StrayOwner {
  readonly name: string
  private loading: Promise<Hooks> | null = null
  private stopWatching: (() => void) | null = null
  private calls: HookCall[] = []
  private readonly untraced: HookError[] = []
  private cancelled = false

  constructor(private readonly load: () => Promise<unknown>, private readonly options: ModuleHooksOptions) {
    this.name = path.basename(options.file)
  }

  async hasCheck(): Promise<boolean> {
    return (await this.hooks()).check !== undefined
  }

  async setupSession(cacheDir: string): Promise<Record<string, string>> {
    const { setupSession } = await this.hooks()
    return this.placeholders('setupSession', await this.call('setupSession', null, () => setupSession?.(cacheDir)))
  }

  async setup(workspace: string, evaluation: HookEvaluation, context: Record<string, string>): Promise<Record<string, string>> {
    const { setup } = await this.hooks()
    return this.placeholders('setup', await this.call('setup', workspace, () => setup?.(workspace, evaluation, { ...context })))
  }

  async check(run: HookRun, evaluation: HookEvaluation, context: Record<string, string>): Promise<void> {
    const { check } = await this.hooks()
    let clock: HookClock | null = null
    const judge = checkJudge(run.judge, () => clock)
    try {
      const returned = await this.call<unknown>('check', run.workspace, () => check?.({ ...run, judge: judge.judge }, evaluation, { ...context }), (started) => {
        clock = started
      })
      if (judge.pending() > 0)
        throw new HookError('check', `${this.options.file}: \`check\` ended before \`run.judge\` had answered. Write \`await run.judge(…)\`.`)
      if (returned === false)
        throw new HookError('check', `${this.options.file}: \`check\` returned \`false\`, which fails nothing. Use \`expect\`, or throw an AssertionError.`)
    }
    finally {
      judge.settle()
    }
  }

  async teardown(workspace: string, evaluation: HookEvaluation, context: Record<string, string>): Promise<void> {
    const { teardown } = await this.hooks()
    await this.call('teardown', workspace, () => teardown?.(workspace, evaluation, { ...context }))
  }

  cancel(): void {
    this.cancelled = true
    this.giveUp(this.calls.filter(call => call.stage !== 'teardown'))
  }

  async close(): Promise<HookError[]> {
    this.giveUp(this.calls)
    this.stopWatching?.()
    this.stopWatching = null
    const late = this.calls.flatMap(call => call.strays.map(stray => this.strayError(call.stage, stray)))
    this.calls = []
    return [...this.untraced.splice(0), ...late]
  }

  knows(reason: unknown): boolean {
    return speaksOf(reason, this.options.file)
  }

  /** Cannot be any one case's fault unless only one hook runs. */
  onUntraced(stray: Stray): void {
    const running = this.calls.filter(call => call.giveUp !== null)
    running.length === 1 ? running[0]?.onStray(stray) : this.untraced.push(this.strayError('load', stray))
  }

  private giveUp(calls: HookCall[]): void {
    for (const { stage, giveUp } of calls)
      giveUp?.(new HookError(stage, `${this.options.file}: ${subject(stage)} was given up, since the run has ended. It may go on running.`))
  }

  private hooks(): Promise<Hooks> {
    this.stopWatching ??= watchStrays(this)
    return this.loading ??= this.call('load', null, async () => readHooks(await this.load(), this.options.file))
  }

  /**
   * Calls a hook within its time limit. Fails also for what earlier hooks of the same case, or of the file, left behind
   * and what has failed since.
   */
  private async call<T>(stage: HookStage, workspace: string | null, hook: () => T | Promise<T>, onStart?: (clock: HookClock) => void): Promise<T> {
    const { timeoutMs, file } = this.options
    if (stage !== 'teardown') {
      if (this.cancelled)
        throw new HookError(stage, `${file}: ${subject(stage)} was not called, since the run has ended.`)
      this.throwStrays(workspace)
    }
    const call = new HookCall(stage, workspace)
    this.calls.push(call)
    let clock: HookClock | null = null
    const outside = new Promise<never>((_, reject) => {
      call.giveUp = reject
      clock = startClock(timeoutMs, () => reject(new HookError(stage, `${file}: ${subject(stage)} ${limitOf(timeoutMs)} and was given up. It may go on running.`)))
      onStart?.(clock)
    })
    try {
      const returned = await Promise.race([runTraced(call, async () => hook()), outside])
      // What is rejected already, and awaited by nobody, is told before the next turn.
      await Promise.race([nextTurn(), outside])
      if (stage === 'teardown')
        this.throwStrays(workspace)
      return returned
    }
    catch (thrown) {
      if (call.strays.length > 0)
        this.throwStrays(workspace)
      if (thrown instanceof HookError)
        throw thrown
      if (stage === 'check' && isAssertion(thrown))
        throw checkFailure(file, thrown, this.options.diff ?? (() => null))
      throw faultOf(stage, file, stage === 'load' ? 'it cannot be loaded' : `${subject(stage)} threw`, thrown)
    }
    finally {
      call.giveUp = null
      stopClock(clock)
    }
  }

  /** The first of what the hooks of a case, and those that all cases share, have left behind. */
  private throwStrays(workspace: string | null): void {
    for (const call of this.calls) {
      const [stray] = call.strays
      if (stray && (call.workspace === null || call.workspace === workspace)) {
        // What belongs to one case is told once; what all cases share fails each of them.
        if (call.workspace !== null)
          call.strays = []
        throw this.strayError(call.stage, stray)
      }
    }
  }

  private strayError(stage: HookStage, stray: Stray): HookError {
    const { file } = this.options
    switch (stray.how) {
      case 'exit': return faultOf(stage, file, `${subject(stage)} may not end the process`, stray.reason)
      case 'rejection': return faultOf(stage, file, `${subject(stage)} left a promise that was not awaited, and it rejected`, stray.reason)
      case 'exception': return faultOf(stage, file, `${subject(stage)} left a callback behind, and it threw`, stray.reason)
    }
  }

  private placeholders(stage: HookStage, returned: unknown): Record<string, string> {
    const read = placeholdersOf(stage, this.options.file, returned)
    if (typeof read === 'string')
      throw new HookError(stage, `${this.options.file}: \`${stage}\` ${read}`)
    return read
  }
}

function placeholdersOf(stage: HookStage, file: string, returned: unknown): Record<string, string> | string {
  try {
    return readPlaceholders(returned)
  }
  catch (thrown) {
    // a getter of what was returned is the hook's own code too
    throw faultOf(stage, file, `what ${subject(stage)} returned cannot be read`, thrown)
  }
}

function stopClock(clock: HookClock | null): void {
  clock?.stop()
}
