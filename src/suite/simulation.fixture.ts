import type { Usage } from '../agent/events.ts'
import type { StopReason } from '../routing/result.ts'
import type { TrialPlan, TrialResult, Trials } from '../run/trials.ts'
import type { Attempt, Measuring } from './measure.ts'
import { setImmediate } from 'node:timers/promises'
import { Budget, createBudget } from '../run/budget.ts'
import { createSlots, Slots } from '../run/slots.ts'
import { measure } from './measure.ts'

/** A clock that stands still while there is anything left to do at its present time. */
class Clock {
  now = 0
  private readonly sleepers: { at: number, wake: () => void }[] = []

  sleep(ms: number): Promise<void> {
    return new Promise(resolve => void this.sleepers.push({ at: this.now + ms, wake: resolve }))
  }

  /** @returns how long nothing happens, and then what; `null` when nothing will ever happen again. */
  next(): { ms: number, wake: () => void } | null {
    const first = this.sleepers.sort((a, b) => a.at - b.at).shift()
    if (!first)
      return null
    const ms = first.at - this.now
    return { ms, wake: () => {
      this.now = first.at
      first.wake()
    } }
  }
}

/** What one simulated agent does. */
export interface Behaviour {
  kind: 'answers' | 'crashes' | 'hangs' | 'refused'
  passed: boolean
  ms: number
  usd: number
}

export interface World {
  /** Evaluations in each file. */
  files: number[]
  jobs: number
  /** Vitest's: each has one file at a time. */
  workers: number
  trials: TrialPlan
  retryErrors: number
  usdPerRun: number | null
  /** What an agent does that is started at a time, and which one it is. */
  agent: (run: string, now: number) => Behaviour
}

interface Simulated {
  passed: boolean
  stop: StopReason
  apiStatus: number | null
  error: string | null
  model: string
  usage: Usage
  costUsd: number | null
  elapsedMs: number
  notes: string[]
}

export interface SimulatedRun extends Behaviour {
  evaluation: string
  trial: number
}

export interface Simulation {
  /** By evaluation; `null` for one that was turned away, since the money was spent. */
  results: Map<string, (Trials<Simulated> | null)[]>
  runs: SimulatedRun[]
  /** US dollars that the agents really took, and the most that was spent when one was started. */
  usd: number
  usdAtLastStart: number
  mostRunning: number
  /** Most agents at a moment beyond what was open when the last of them started. */
  aboveOpen: number
  /** Share of slot time that was unused while a case had asked for a slot, and while a case anywhere still had to run. */
  idle: { asked: number, anywhere: number }
  ms: number
}

const usdPerToken = 1 / 1_000_000

/** Runs the real trials, slots and budget over simulated agents and simulated Vitest workers, against a clock of its own. */
export async function simulate(world: World): Promise<Simulation> {
  const clock = new Clock()
  const slotBuffer = createSlots(world.jobs)
  const budgetBuffer = createBudget()
  const limits = { usdPerRun: world.usdPerRun, tokensPerRun: null, unknownCost: 'refuse' as const, prices: { sim: { input: usdPerToken * 1_000_000, output: 0 } } }
  const watched = { slots: new Slots(slotBuffer), budget: new Budget(budgetBuffer, limits) }
  const out: Simulation = { results: new Map(), runs: [], usd: 0, usdAtLastStart: 0, mostRunning: 0, aboveOpen: 0, idle: { asked: 0, anywhere: 0 }, ms: 0 }
  const now = { running: 0, asking: 0, unstarted: world.files.reduce((sum, size) => sum + size, 0), ended: false }
  const attempts = new Map<string, number>()

  async function runAgent(evaluation: string, { trial, onUsage }: Attempt): Promise<Simulated> {
    const key = `${evaluation}.${trial}`
    const nth = (attempts.get(key) ?? 0) + 1
    attempts.set(key, nth)
    const does = world.agent(`${key}.${nth}`, clock.now)
    out.runs.push({ evaluation, trial, ...does })
    now.running++
    out.mostRunning = Math.max(out.mostRunning, now.running)
    out.aboveOpen = Math.max(out.aboveOpen, now.running - watched.slots.open)
    out.usdAtLastStart = Math.max(out.usdAtLastStart, watched.budget.usd)
    const usage = (share: number): Usage => ({ inputTokens: Math.round(does.usd * share / usdPerToken) })
    await clock.sleep(does.ms / 2)
    onUsage?.(usage(0.5), 'sim')
    await clock.sleep(does.ms / 2)
    now.running--
    out.usd += does.usd
    const isAnswer = does.kind === 'answers'
    const stop = ({ answers: 'end', crashes: 'crash', hangs: 'timeout', refused: 'api_error' } as const)[does.kind]
    return { passed: isAnswer && does.passed, stop, apiStatus: does.kind === 'refused' ? 429 : null, error: isAnswer ? null : does.kind, model: 'sim', usage: usage(1), costUsd: isAnswer ? does.usd : null, elapsedMs: does.ms, notes: [] }
  }

  function workerSession(): Measuring & { slots: { acquire: Slots['acquire'] } } {
    const slots = new Slots(slotBuffer, world.jobs, () => Math.floor(clock.now / 1000))
    const { n, passRate, stopEarly } = world.trials
    return {
      slots: {
        async acquire(...given) {
          now.asking++
          return slots.acquire(...given).finally(() => now.asking--)
        },
        slowDown: () => slots.slowDown(),
      },
      budget: new Budget(budgetBuffer, limits),
      options: { trials: { routing: n, behavior: n, stopEarly }, passRate, recordings: null, retryErrors: world.retryErrors, agent: { agent: 'claude' }, limits: { usdPerCase: null } },
      pause: ms => clock.sleep(ms),
    }
  }

  async function runCase(session: Measuring, evaluation: string): Promise<void> {
    const end = (result: Trials<Simulated> | null): void => void out.results.set(evaluation, [...out.results.get(evaluation) ?? [], result])
    const { signal } = new AbortController()
    const admission = session.budget.refusal() === null ? await session.slots.acquire(signal) : null
    now.unstarted--
    if (admission === null || session.budget.refusal() !== null) {
      admission?.()
      return end(null)
    }
    end(await measure<Simulated>(session, {
      tier: 'behavior',
      run: attempt => runAgent(evaluation, attempt),
      resultOf: (run): TrialResult => run.error !== null ? 'error' : run.passed ? 'passed' : 'failed',
      notStarted: reason => ({ passed: false, stop: 'not_run', apiStatus: null, error: reason, model: 'sim', usage: {}, costUsd: 0, elapsedMs: 0, notes: [] }),
    }, signal, admission))
  }

  const files = world.files.map((size, file) => Array.from({ length: size }, (_, index) => `${file}/${index}`))
  async function runWorker(): Promise<void> {
    const session = workerSession()
    for (let file = files.shift(); file; file = files.shift()) {
      // `maxConcurrency` of the project is `jobs`
      const lanes = Array.from({ length: world.jobs }, async () => {
        for (let one = file.shift(); one !== undefined; one = file.shift())
          await runCase(session, one)
      })
      await Promise.all(lanes)
    }
  }

  const all = Promise.all(Array.from({ length: world.workers }, runWorker)).then(() => now.ended = true)
  const unused = { asked: 0, anywhere: 0 }
  const offered = { asked: 0, anywhere: 0 }
  while (!now.ended) {
    // a slot that is given back is handed on within a few turns; one that is not stays unused for the time that passes now
    for (let turns = 0; turns < 20 || (turns < 500 && !now.ended && now.asking > 0 && watched.slots.taken < watched.slots.open); turns++)
      await setImmediate()
    const next = clock.next()
    if (now.ended || next === null)
      break
    const free = Math.max(0, watched.slots.open - watched.slots.taken)
    for (const [which, waiting] of [['asked', now.asking], ['anywhere', now.unstarted]] as const) {
      if (waiting > 0) {
        unused[which] += Math.min(free, waiting) * next.ms
        offered[which] += watched.slots.open * next.ms
      }
    }
    next.wake()
  }
  await all
  const share = (which: 'asked' | 'anywhere'): number => offered[which] === 0 ? 0 : unused[which] / offered[which]
  return { ...out, idle: { asked: share('asked'), anywhere: share('anywhere') }, ms: clock.now }
}

/** Numbers from 0 to 1 that are the same for the same text. */
export function randomOf(text: string): () => number {
  let state = 0x811C9DC5
  for (const char of text)
    state = Math.imul(state ^ (char.codePointAt(0) ?? 0), 0x01000193)
  return () => {
    state = (state + 0x6D2B79F5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
