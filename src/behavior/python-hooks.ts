import type { HookClock } from './hook-clock.ts'
import type { CheckJudge } from './hook-judge.ts'
import type { HookEvaluation, HookHost, HookRun, HookStage } from './hooks.ts'
import type { BridgeQuestion, BridgeReport, BridgeRequest, KeptContext } from './python-messages.ts'
import path from 'node:path'
import { startClock } from './hook-clock.ts'
import { checkJudge } from './hook-judge.ts'
import { HookError } from './hooks.ts'
import { findPython, pythonEnvironment } from './python-environment.ts'
import { printedDetail, pythonFault, subject } from './python-fault.ts'
import { BridgeProcess } from './python-process.ts'
import { pythonCase, pythonRun } from './python-run.ts'

/** Time for Python itself to start, in milliseconds. */
const START = 60_000
/** Time for a hook to end once it was interrupted, in milliseconds. */
const GRACE = 3_000

/** How hooks in Python are run. */
export interface PythonHooksOptions {
  /** Absolute path of `hooks.py`. */
  file: string
  /** Time limit of one call of a hook, in milliseconds. Neither its turn nor the judge counts. */
  timeoutMs: number
  /** The environment to choose from: `SKILL_EVALS_PYTHON`, PATH and what Python needs. */
  env: NodeJS.ProcessEnv
  /** Names of further variables that hooks see. Default: none. */
  passEnv?: readonly string[]
  /** Model of the judge, for `run.judge_model`. Default: not known. */
  judgeModel?: string | null
}

/**
 * The hooks of a `hooks.py`, run by a Python process that starts when they are first needed.
 *
 * Hooks are called one after the other, also those of cases that run at the same time: `hooks.py` is written for cases
 * that do.
 */
export function pythonHooks(options: PythonHooksOptions): HookHost {
  return new PythonHooks(options)
}

/** A request on its way, and who answers what the hook asks meanwhile. */
interface Pending {
  id: number
  resolve: (report: BridgeReport) => void
  /** Python has ended. */
  lost: (how: string) => void
  answer: ((question: BridgeQuestion) => Promise<unknown>) | null
}

type Request<T = BridgeRequest> = T extends { id: number } ? Omit<T, 'id'> : never

class PythonHooks implements HookHost {
  readonly name: string
  private bridge: BridgeProcess | null = null
  private hooks: string[] = []
  private loadFault: unknown = null
  private turn: Promise<unknown> = Promise.resolve()
  private pending: Pending | null = null
  private requests = 0
  /** What Python objects the hooks returned, by workspace; `''` is the session's. */
  private readonly kept = new Map<string, KeptContext>()
  /** What a process that had to be ended took with it, by workspace: why. */
  private readonly lost = new Map<string, string>()
  private late: HookError[] = []
  private ready: ((how: string | null) => void) | null = null

  constructor(private readonly options: PythonHooksOptions) {
    this.name = path.basename(options.file)
  }

  hasCheck(): Promise<boolean> {
    return this.inTurn(async () => {
      await this.start()
      return this.hooks.includes('check')
    })
  }

  async setupSession(cacheDir: string): Promise<Record<string, string>> {
    return this.keep('', await this.call('setupSession', { do: 'setup_session', cacheDir }))
  }

  async setup(workspace: string, evaluation: HookEvaluation, context: Record<string, string>): Promise<Record<string, string>> {
    return this.keep(workspace, await this.call('setup', { do: 'setup', workspace, case: pythonCase(evaluation), context }))
  }

  async check(run: HookRun, evaluation: HookEvaluation, context: Record<string, string>): Promise<void> {
    let clock: HookClock | null = null
    const judge = checkJudge(run.judge, () => clock)
    try {
      await this.call('check', { do: 'check', workspace: run.workspace, case: pythonCase(evaluation), context, run: pythonRun(run, this.options.judgeModel ?? null) }, question => answerOf(run, judge, question), (started) => {
        clock = started
      })
    }
    finally {
      judge.settle()
    }
  }

  async teardown(workspace: string, evaluation: HookEvaluation, context: Record<string, string>): Promise<void> {
    await this.call('teardown', { do: 'teardown', workspace, case: pythonCase(evaluation), context })
    this.kept.delete(workspace)
    this.lost.delete(workspace)
  }

  async close(): Promise<HookError[]> {
    return this.inTurn(async () => {
      await this.bridge?.end(true)
      this.bridge = null
      return this.late.splice(0)
    })
  }

  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.turn.then(work, work)
    this.turn = mine.catch(() => {})
    return mine
  }

  private call(stage: HookStage, request: Request, answer: Pending['answer'] = null, onStart?: (clock: HookClock) => void): Promise<unknown> {
    return this.inTurn(async () => {
      await this.start()
      const workspace = 'workspace' in request ? request.workspace : ''
      const why = this.lost.get(workspace) ?? (stage === 'setup' ? this.lost.get('') : undefined)
      // A teardown is tried with what there is: its values as text.
      if (why !== undefined && stage !== 'teardown')
        throw new HookError(stage, `${this.options.file}: ${subject(stage)} was not called: ${why}`)
      return this.request(stage, request, answer, onStart)
    })
  }

  /** Starts Python where none runs, with the hooks loaded. */
  private async start(): Promise<void> {
    if (this.loadFault !== null)
      throw this.loadFault
    if (this.bridge)
      return
    try {
      const { file, env, passEnv = [] } = this.options
      const python = findPython(env, file)
      const started = new Promise<string | null>(resolve => this.ready = resolve)
      const bridge = new BridgeProcess(python, pythonEnvironment(env, passEnv), {
        report: report => this.hear(report),
        ended: (how) => {
          if (this.bridge === bridge)
            this.bridge = null
          this.forget(`the Python process of ${this.name} ${how}`)
          this.ready?.(how)
          this.pending?.lost(how)
        },
      })
      this.bridge = bridge
      const clock = startClock(START, () => this.ready?.(`did not start within ${START / 1000} s`))
      const fault = await started
      clock.stop()
      if (fault !== null) {
        await bridge.end(false)
        throw new HookError('load', `${file}: Python (${python}) ${fault}.${printedDetail(await bridge.printedBy(0))}`)
      }
      this.hooks = strings(await this.request('load', { do: 'load', file }))
    }
    catch (error) {
      this.loadFault = error
      throw error
    }
    await this.restore()
  }

  /** Gives a new process what the one before it had. */
  private async restore(): Promise<void> {
    const { '': session = null, ...cases } = Object.fromEntries([...this.kept].flatMap(([workspace, { pickle }]) => pickle === null ? [] : [[workspace, pickle]]))
    if (session === null && Object.keys(cases).length === 0)
      return
    try {
      await this.request('load', { do: 'restore', session, cases })
    }
    catch (error) {
      for (const [workspace, context] of this.kept)
        this.kept.set(workspace, { ...context, pickle: null, problem: error instanceof Error ? error.message : String(error) })
      this.forget(`the Python process of ${this.name} had to be started anew`)
    }
  }

  private async request(stage: HookStage, request: Request, answer: Pending['answer'] = null, onStart?: (clock: HookClock) => void): Promise<unknown> {
    const { file, timeoutMs } = this.options
    const { bridge } = this
    if (!bridge)
      throw new HookError(stage, `${file}: Python has ended.`)
    const id = ++this.requests
    let over = false
    let timer: NodeJS.Timeout | undefined
    const report = await new Promise<BridgeReport | string>((resolve) => {
      this.pending = { id, resolve, lost: resolve, answer }
      const clock = startClock(timeoutMs, () => {
        over = true
        bridge.tell({ do: 'interrupt', id })
        timer = setTimeout(resolve, GRACE, 'could not be interrupted')
      })
      onStart?.(clock)
      const { resolve: settle } = this.pending
      this.pending.resolve = (value) => {
        clock.stop()
        settle(value)
      }
      this.pending.lost = (how) => {
        clock.stop()
        resolve(how)
      }
      bridge.tell({ ...request, id } as BridgeRequest)
    })
    this.pending = null
    clearTimeout(timer)
    const limit = `took longer than ${timeoutMs % 1000 === 0 ? `${timeoutMs / 1000} s` : `${timeoutMs} ms`} (\`timeout.hook\`)`
    if (typeof report === 'string') {
      const why = over ? `${limit} and ${report}, so its Python process was ended` : `ended its Python process, which ${report}`
      this.forget(`another call of ${subject(stage)} ${why}`)
      this.bridge = null
      await bridge.end(false)
      const printed = printedDetail(await bridge.printedBy(id))
      throw new HookError(stage, `${file}: ${subject(stage)} ${why}.${printed}`)
    }
    const printed = await bridge.printedBy(id)
    if ('fault' in report) {
      if (report.fault.kind === 'interrupted')
        throw new HookError(stage, `${report.fault.line === null ? file : `${file}:${report.fault.line}`}: ${subject(stage)} ${limit} and was stopped.${printedDetail(printed)}`)
      throw pythonFault(stage, file, report.fault, printed)
    }
    return 'value' in report ? report.value : null
  }

  /** Notes what cannot be given to another process. */
  private forget(why: string): void {
    for (const [workspace, { pickle, problem }] of this.kept) {
      if (pickle === null && !this.lost.has(workspace))
        this.lost.set(workspace, `${why}, and what \`${workspace === '' ? 'setup_session' : 'setup'}\` had returned cannot be given to a new one: ${problem}`)
    }
  }

  private hear(report: BridgeReport): void {
    if ('ready' in report) {
      this.ready?.(null)
    }
    else if ('stray' in report) {
      const fault = pythonFault('load', this.options.file, report.stray, '')
      this.late.push(new HookError('load', fault.message.replace('the file raised', 'a thread that a hook had started raised')))
    }
    else if ('ask' in report) {
      void this.answer(report)
    }
    else if (report.id === this.pending?.id) {
      this.pending.resolve(report)
    }
  }

  private async answer(question: BridgeQuestion): Promise<void> {
    const { bridge, pending } = this
    if (!bridge || !pending?.answer || pending.id !== question.id)
      return
    try {
      bridge.tell({ do: 'answer', id: question.id, value: await pending.answer(question) })
    }
    catch (error) {
      bridge.tell({ do: 'answer', id: question.id, error: error instanceof Error ? error.message : String(error), usage: question.ask !== 'judge' })
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
    case 'hasFile': return Promise.resolve().then(() => run.hasFile(text))
    case 'judge': return judge.judge(text, { mustNot })
  }
}

function isKept(value: unknown): value is KeptContext {
  return typeof value === 'object' && value !== null && 'text' in value
}

function strings(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : []
}
