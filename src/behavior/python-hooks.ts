import type { HookClock } from './hook-clock.ts'
import type { CheckJudge } from './hook-judge.ts'
import type { HookEvaluation, HookHost, HookRun, HookStage } from './hooks.ts'
import type { CallDuties, PythonHooksOptions, Unnumbered } from './python-caller.ts'
import type { BridgeQuestion, KeptContext } from './python-messages.ts'
import path from 'node:path'
import { checkJudge } from './hook-judge.ts'
import { HookError } from './hooks.ts'
import { PythonCaller } from './python-caller.ts'
import { subject } from './python-fault.ts'
import { pythonCase, pythonRun } from './python-run.ts'

/** Stands for the workspace in what belongs to no one case. */
const SESSION = ''

/**
 * The hooks of a `hooks.py`, run by a Python process that starts when they are first needed.
 *
 * Hooks are called one after the other, also those of cases that run at the same time: `hooks.py` was written for cases
 * that do so.
 */
export function pythonHooks(options: PythonHooksOptions): HookHost {
  return new PythonHooks(options)
}

class PythonHooks implements HookHost {
  readonly name: string
  private readonly caller: PythonCaller
  private hooks: string[] = []
  private loadFault: { thrown: unknown } | null = null
  private turn: Promise<unknown> = Promise.resolve()
  /** What the hooks returned, by workspace. */
  private readonly kept = new Map<string, KeptContext>()
  /** Why what they returned is gone, by workspace. */
  private readonly lost = new Map<string, string>()
  private strays: HookError[] = []
  private cancelled = false

  constructor(private readonly options: PythonHooksOptions) {
    this.name = path.basename(options.file)
    this.caller = new PythonCaller(options, why => this.lose(why), fault => this.strays.push(fault))
  }

  hasCheck(): Promise<boolean> {
    return this.inTurn(async () => {
      await this.load()
      return this.hooks.includes('check')
    })
  }

  async setupSession(cacheDir: string): Promise<Record<string, string>> {
    return this.keep(SESSION, await this.call('setupSession', SESSION, { do: 'setup_session', cacheDir }))
  }

  async setup(workspace: string, evaluation: HookEvaluation, context: Record<string, string>): Promise<Record<string, string>> {
    return this.keep(workspace, await this.call('setup', workspace, { do: 'setup', workspace, case: pythonCase(evaluation), context }))
  }

  async check(run: HookRun, evaluation: HookEvaluation, context: Record<string, string>): Promise<void> {
    const { workspace } = run
    let clock: HookClock | null = null
    const judge = checkJudge(run.judge, () => clock)
    const request = { do: 'check', workspace, case: pythonCase(evaluation), context, run: pythonRun(run, this.options.judgeModel ?? null) } as const
    try {
      await this.call('check', workspace, request, {
        answer: question => answerOf(run, judge, question),
        onStart: (started) => {
          clock = started
        },
      })
    }
    finally {
      judge.settle()
    }
  }

  async teardown(workspace: string, evaluation: HookEvaluation, context: Record<string, string>): Promise<void> {
    await this.call('teardown', workspace, { do: 'teardown', workspace, case: pythonCase(evaluation), context })
    this.kept.delete(workspace)
    this.lost.delete(workspace)
  }

  cancel(): void {
    this.cancelled = true
    this.caller.interrupt()
  }

  async close(): Promise<HookError[]> {
    await this.caller.giveUp()
    return this.inTurn(async () => {
      await this.caller.end()
      return this.strays.splice(0)
    })
  }

  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.turn.then(work, work)
    this.turn = mine.catch(() => {})
    return mine
  }

  private call(stage: HookStage, workspace: string, request: Unnumbered, duties?: CallDuties): Promise<unknown> {
    return this.inTurn(async () => {
      if (this.cancelled && stage !== 'teardown')
        throw new HookError(stage, `${this.options.file}: ${subject(stage)} was not called, since the run has ended.`)
      await this.load()
      const why = this.lost.get(workspace) ?? (stage === 'setup' ? this.lost.get(SESSION) : undefined)
      // A teardown is tried with what there is: the values as text.
      if (why !== undefined && stage !== 'teardown')
        throw new HookError(stage, `${this.options.file}: ${subject(stage)} was not called: ${why}`)
      return this.caller.call(stage, request, duties)
    })
  }

  /** Has the hooks loaded by a Python that runs. A file that cannot be loaded is not tried again. */
  private async load(): Promise<void> {
    if (this.loadFault)
      throw this.loadFault.thrown
    if (this.caller.running)
      return
    try {
      await this.caller.start()
      const hooks = await this.caller.call('load', { do: 'load', file: this.options.file })
      this.hooks = Array.isArray(hooks) ? hooks.map(String) : []
    }
    catch (thrown) {
      this.loadFault = { thrown }
      throw thrown
    }
    await this.restore()
  }

  /** Gives a new process what the one before it had. */
  private async restore(): Promise<void> {
    const { [SESSION]: session = null, ...cases } = Object.fromEntries([...this.kept].flatMap(([workspace, { pickle }]) => pickle === null ? [] : [[workspace, pickle]]))
    if (session === null && Object.keys(cases).length === 0)
      return
    try {
      await this.caller.call('load', { do: 'restore', session, cases })
    }
    catch (error) {
      const problem = error instanceof Error ? error.message : String(error)
      for (const [workspace, context] of this.kept)
        this.kept.set(workspace, { ...context, pickle: null, problem })
      this.lose('a new Python process had to be started')
    }
  }

  /** The process is gone. Notes whose values cannot be given to another one. */
  private lose(why: string): void {
    for (const [workspace, { pickle, problem }] of this.kept) {
      if (pickle === null && !this.lost.has(workspace))
        this.lost.set(workspace, `${why}, and what \`${workspace === SESSION ? 'setup_session' : 'setup'}\` had returned cannot be given to a new one: ${problem}`)
    }
  }

  private keep(workspace: string, value: unknown): Record<string, string> {
    if (!isKept(value))
      return {}
    this.kept.set(workspace, value)
    return value.text
  }
}

function answerOf(run: HookRun, judge: CheckJudge, { ask, text, mustNot }: BridgeQuestion): Promise<unknown> {
  switch (ask) {
    case 'contains': return Promise.resolve(run.contains(text))
    case 'hasFile': return Promise.resolve(run.hasFile(text))
    case 'judge': return judge.judge(text, { mustNot })
  }
}

function isKept(value: unknown): value is KeptContext {
  return typeof value === 'object' && value !== null && 'text' in value
}
