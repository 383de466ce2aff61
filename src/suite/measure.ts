import type { Usage } from '../agent/events.ts'
import type { JudgeCost } from '../behavior/result.ts'
import type { ResolvedOptions } from '../options/resolved-options.ts'
import type { StopReason } from '../routing/result.ts'
import type { Budget, Meter } from '../run/budget.ts'
import type { Slots } from '../run/slots.ts'
import type { TrialResult, Trials } from '../run/trials.ts'
import { setTimeout as wait } from 'node:timers/promises'
import { runTrials } from '../run/trials.ts'
import { withEarlier } from './attempts.ts'

/** What one run tells of itself, whatever it was graded as. */
interface Graded {
  passed: boolean
  stop: StopReason
  apiStatus: number | null
  error: string | null
  model: string | null
  usage: Usage
  costUsd: number | null
  elapsedMs: number
  judge?: JudgeCost | null
  notes: string[]
}

/** One run that is about to be made. */
export interface Attempt {
  /** Which of several runs of the evaluation, from 1. */
  trial: number
  /** US dollars at which the agent shall stop itself; `null` is no limit. */
  maxUsd: number | null
  /** Hears what the run takes while it streams; absent where nothing depends on it. */
  onUsage?: Meter['seen']
}

/** How the runs of a tier are made and read. */
export interface Way<T extends Graded> {
  tier: 'routing' | 'behavior'
  run: (attempt: Attempt) => Promise<T>
  resultOf: (graded: T) => TrialResult
  /** A run that was not started, for this reason. */
  notStarted: (reason: string) => T
  /** A run that was made before, by its trial: it takes no slot and no money. */
  kept?: (trial: number) => Promise<T | null>
  /** What the runs come to decides nothing, so that all of them are wanted. Default: `false`. */
  decidesNothing?: boolean
}

/** What measuring needs of the run: a session has it. */
export interface Measuring {
  slots: Pick<Slots, 'acquire' | 'slowDown'>
  budget: Pick<Budget, 'refusal' | 'open' | 'usdLeft' | 'isBounded'>
  options: Pick<ResolvedOptions, 'agent' | 'trials' | 'passRate' | 'recordings' | 'retryErrors'> & { limits: Pick<ResolvedOptions['limits'], 'usdPerCase'> }
  /**
   * Waits before a run that broke is made again.
   * @default a timer
   */
  pause?: (ms: number, signal: AbortSignal) => Promise<unknown>
}

/** Statuses with which a provider asks for fewer requests. */
const tooMuch = [429, 529]
const madeAgain = 'Made again after:'
/** Before a run that broke is made again; it doubles with each try. In milliseconds. */
const backOffMs = 1000

/**
 * Makes the runs of one evaluation: as many trials as the options ask for, each in a slot of its own and within the budget, and once more
 * where it broke.
 *
 * @param session what this worker keeps of the run
 * @param way how a run is made
 * @param signal ends the runs, and the wait for a slot
 * @param admission a slot that the test was given before its clock started: of its first run
 */
export async function measure<T extends Graded>(session: Measuring, way: Way<T>, signal: AbortSignal, admission: (() => void) | undefined): Promise<Trials<T>> {
  const { trials, passRate, recordings } = session.options
  // an evaluation has one recording
  const n = recordings === null ? trials[way.tier] : 1
  const plan = { n, passRate, stopEarly: trials.stopEarly && !way.decidesNothing }
  return runTrials(plan, async trial => await way.kept?.(trial + 1) ?? unlessBroken(session, way, trial + 1, signal, trial === 0 ? admission : undefined), way.resultOf)
}

async function unlessBroken<T extends Graded>(session: Measuring, way: Way<T>, trial: number, signal: AbortSignal, admission: (() => void) | undefined): Promise<T> {
  let earlier: T | null = null
  for (let tries = 0; ; tries++) {
    const release = (tries === 0 ? admission : undefined) ?? await session.slots.acquire(signal, true)
    let graded: T
    try {
      graded = await counted(session, way, trial)
    }
    finally {
      release()
    }
    if (tooMuch.includes(graded.apiStatus ?? 0))
      session.slots.slowDown()
    const all: T = earlier ? withEarlier(graded, earlier, `${madeAgain} ${earlier.error}`, ...earlier.notes.filter(note => note.startsWith(madeAgain))) : graded
    if (tries >= session.options.retryErrors || way.resultOf(graded) !== 'error' || !mayPass(graded))
      return all
    earlier = all
    const ms = backOffMs * 2 ** tries
    await (session.pause ? session.pause(ms, signal) : wait(ms, undefined, { signal }))
  }
}

/** Makes one run within the budget, and counts what it took. */
async function counted<T extends Graded>(session: Measuring, way: Way<T>, trial: number): Promise<T> {
  const { budget, options } = session
  const reason = budget.refusal()
  if (reason !== null)
    return way.notStarted(reason)
  const meter = budget.open()
  const caps = [options.limits.usdPerCase, budget.usdLeft].filter(cap => cap !== null)
  const graded = await way.run({ trial, maxUsd: caps.length === 0 ? null : Math.min(...caps), ...(budget.isBounded && { onUsage: meter.seen }) })
  // An agent that does not say which model answered was asked for one, and that is whose price counts.
  // an agent that does not say its model was given one to use
  meter.close({ ...graded, model: graded.model ?? options.agent.model ?? null })
  if (graded.judge)
    budget.open().close(graded.judge)
  return graded
}

/** Whether what broke a run may be over by the next try. A wrong key or an unknown model will not be; a whole clock was waited for already. */
function mayPass({ stop, apiStatus }: Graded): boolean {
  if (stop === 'api_error')
    return apiStatus === null || apiStatus === 408 || apiStatus >= 500 || tooMuch.includes(apiStatus)
  return stop === 'crash' || stop === 'cut'
}
