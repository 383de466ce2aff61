import type { HookClock } from './hook-clock.ts'
import type { HookStage } from './hooks.ts'
import type { BridgeQuestion, BridgeReport, BridgeRequest } from './python-messages.ts'
import { limitOf, startClock } from './hook-clock.ts'
import { HookError } from './hooks.ts'
import { findPython, pythonEnvironment } from './python-environment.ts'
import { printedDetail, pythonFault, strayFault, subject } from './python-fault.ts'
import { BridgeProcess } from './python-process.ts'

/** Time for Python itself to start, in milliseconds. */
const START = 60_000
/** Time for a hook to end once it was interrupted, in milliseconds. */
const GRACE = 3_000
const ENDED = 'was given up, since the run has ended'

/** How hooks in Python are run. */
export interface PythonHooksOptions {
  /** Absolute path of `hooks.py`. */
  file: string
  /** Time limit of one call of a hook, in milliseconds. Neither the wait for its turn nor the judge counts. */
  timeoutMs: number
  /** The environment to choose from: `SKILL_EVALS_PYTHON`, PATH and what Python needs. */
  env: NodeJS.ProcessEnv
  /** Names of further variables that hooks see. Default: none. */
  passEnv?: readonly string[]
  /** Model of the judge, for `run.judge_model`. Default: not known. */
  judgeModel?: string | null
}

/** What a call of a hook may need besides its arguments. */
export interface CallDuties {
  /** Answers what the hook asks while it runs. */
  answer?: (question: BridgeQuestion) => Promise<unknown>
  onStart?: (clock: HookClock) => void
}

/** A request without its number. */
export type Unnumbered<T = BridgeRequest> = T extends { id: number } ? Omit<T, 'id'> : never

/** The call that is on its way. */
interface Pending {
  id: number
  stage: HookStage
  /** A text: Python has ended, or does not end. */
  settle: (outcome: BridgeReport | string) => void
  /** Has the hook end itself, and ends Python where it does not. */
  interrupt: () => void
  answer: CallDuties['answer']
}

/** Calls hooks in Python, one at a time, in a process that is started where none runs. */
export class PythonCaller {
  private bridge: BridgeProcess | null = null
  private ready: ((problem: string | null) => void) | null = null
  private pending: Pending | null = null
  private requests = 0
  private closed = false

  /** `onLost`: the process has ended, and why; `onStray`: a thread that a hook had started failed. */
  constructor(private readonly options: PythonHooksOptions, private readonly onLost: (why: string) => void, private readonly onStray: (fault: HookError) => void) {}

  get running(): boolean {
    return this.bridge !== null
  }

  /** Starts Python. @throws {HookError} when there is none, or it cannot be started */
  async start(): Promise<void> {
    const { file, env, passEnv = [] } = this.options
    if (this.closed)
      throw new HookError('load', `${file}: the run has ended.`)
    const python = findPython(env, file)
    const started = new Promise<string | null>(resolve => this.ready = resolve)
    const bridge = new BridgeProcess(python, pythonEnvironment(env, passEnv), {
      report: report => this.hear(report),
      ended: (how) => {
        if (this.bridge === bridge)
          this.lose(`its Python process ${how}`)
        this.ready?.(how)
        this.pending?.settle(how)
      },
    })
    this.bridge = bridge
    const clock = startClock(START, () => this.ready?.(`did not start within ${START / 1000} s`))
    const problem = await started
    clock.stop()
    if (problem === null)
      return
    this.bridge = null
    await bridge.end(false)
    throw new HookError('load', `${file}: Python (${python}) ${problem}.${printedDetail(await bridge.printedBy(0))}`)
  }

  /** @throws {HookError | HookCheckFailure} for what became of the hook */
  async call(stage: HookStage, request: Unnumbered, { answer, onStart }: CallDuties = {}): Promise<unknown> {
    const { file, timeoutMs } = this.options
    const { bridge } = this
    if (!bridge)
      throw new HookError(stage, `${file}: the run has ended.`)
    const id = ++this.requests
    let over: string | null = null
    let grace: NodeJS.Timeout | undefined
    const outcome = await new Promise<BridgeReport | string>((resolve) => {
      const interrupt = (why: string): void => {
        if (over !== null)
          return
        over = why
        bridge.tell({ do: 'interrupt', id })
        grace = setTimeout(() => this.pending?.settle('could not be interrupted'), GRACE)
      }
      const clock = startClock(timeoutMs, () => interrupt(limitOf(timeoutMs)))
      this.pending = { id, stage, answer, interrupt: () => interrupt(ENDED), settle(outcome) {
        clock.stop()
        clearTimeout(grace)
        resolve(outcome)
      } }
      onStart?.(clock)
      bridge.tell({ ...request, id } as BridgeRequest)
    })
    this.pending = null
    if (typeof outcome === 'string') {
      const why = over !== null ? `${over} and ${outcome}, so its Python process was ended` : `ended its Python process, which ${outcome}`
      if (this.bridge)
        this.lose(`a call of ${subject(stage)} ${why}`)
      await bridge.end(false)
      throw new HookError(stage, `${file}: ${subject(stage)} ${this.closed ? ENDED : why}.${printedDetail(await bridge.printedBy(id))}`)
    }
    const printed = await bridge.printedBy(id)
    if ('fault' in outcome)
      throw pythonFault(stage, file, outcome.fault, printed, over ?? limitOf(timeoutMs))
    return 'value' in outcome ? outcome.value : null
  }

  /** A call that is on its way is interrupted, `teardown` aside. */
  interrupt(): void {
    if (this.pending && this.pending.stage !== 'teardown')
      this.pending.interrupt()
  }

  /** A call that is on its way is given up. */
  async giveUp(): Promise<void> {
    this.closed = true
    if (this.pending)
      await this.bridge?.end(false)
  }

  /** Lets Python end as it does by itself, and ends what the hooks have left running. */
  async end(): Promise<void> {
    const { bridge } = this
    this.bridge = null
    await bridge?.end(true)
  }

  private lose(why: string): void {
    this.bridge = null
    this.onLost(why)
  }

  private hear(report: BridgeReport): void {
    if ('ready' in report)
      this.ready?.(null)
    else if ('stray' in report)
      this.onStray(strayFault(this.options.file, report.stray))
    else if ('ask' in report)
      void this.answer(report)
    else if (report.id === this.pending?.id)
      this.pending.settle(report)
  }

  private async answer(question: BridgeQuestion): Promise<void> {
    const { bridge, pending } = this
    const { id } = question
    if (!bridge || pending?.id !== id || !pending.answer)
      return
    try {
      bridge.tell({ do: 'answer', id, value: await pending.answer(question) })
    }
    catch (error) {
      bridge.tell({ do: 'answer', id, error: error instanceof Error ? error.message : String(error), usage: question.ask !== 'judge' })
    }
  }
}
