import { performance } from 'node:perf_hooks'
import { setImmediate } from 'node:timers'
import { threadId } from 'node:worker_threads'

/**
 * Layout: cell 0 counts releases, so that a waiter can sleep until the next one; then how many slots are in use at present, and the
 * second in which that was changed last; each further cell is one slot and holds 0 when free, else the number of the thread that has
 * it, plus 1.
 */
const releases = 0
const open = 1
const changedAt = 2
const firstSlot = 3

/** Bounds the harm if a thread dies between freeing its slot and saying so, and is how often slots that were closed are looked at. */
const recheckMs = 1000

/** Agents that run side by side meet the same limit within moments: that is one reason to slow down, and not four. */
const burstSeconds = 5
/** How long a lower number holds before one more is tried. */
const calmSeconds = 30

interface Waiter {
  grant: (release: () => void) => void
}

/**
 * Makes the memory behind {@link Slots}, once per Vitest process, to be handed to every worker thread.
 *
 * @param jobs how many agents may run at the same time, over all threads.
 * @throws when `jobs` is not a whole number of at least 1.
 */
export function createSlots(jobs: number): SharedArrayBuffer {
  if (!Number.isSafeInteger(jobs) || jobs < 1)
    throw new RangeError(`\`jobs\` must be a whole number of at least 1, not ${jobs}.`)
  const buffer = new SharedArrayBuffer((firstSlot + jobs) * Int32Array.BYTES_PER_ELEMENT)
  new Int32Array(buffer)[open] = jobs
  return buffer
}

/** The run-wide cap on agents, as one worker thread sees it. Threads share only the memory from {@link createSlots}. */
export class Slots {
  readonly #cells: Int32Array
  readonly #waiting = new Set<Waiter>()
  readonly #urgent = new Set<Waiter>()
  readonly #seconds: () => number
  #serving = false

  readonly #jobs: number

  /**
   * @param buffer from {@link createSlots}
   * @param jobs how many of them may be taken by who asks here: projects that share them may have different `jobs`
   * @param seconds a clock that all threads share
   */
  constructor(buffer: SharedArrayBuffer, jobs = Number.POSITIVE_INFINITY, seconds: () => number = secondsOfMachine) {
    this.#cells = new Int32Array(buffer)
    this.#jobs = jobs
    this.#seconds = seconds
  }

  /**
   * Waits for a free slot; within a thread, who asks first gets one first. Returns what gives it back, which may be called again without harm.
   *
   * @param signal ends the wait.
   * @param urgent goes before those who are not: what has begun is ended before something new begins.
   * @throws the signal's reason, at once, when it is aborted before a slot is granted. Nothing is held then.
   */
  async acquire(signal?: AbortSignal, urgent = false): Promise<() => void> {
    signal?.throwIfAborted()
    const waiting = urgent ? this.#urgent : this.#waiting
    if (this.#urgent.size === 0 && waiting.size === 0) {
      const release = this.#take()
      if (release)
        return release
    }
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        grant(release) {
          signal?.removeEventListener('abort', abort)
          resolve(release)
        },
      }
      signal?.addEventListener('abort', abort, { once: true })
      waiting.add(waiter)
      void this.#serve()

      function abort(): void {
        waiting.delete(waiter)
        reject(signal?.reason)
      }
    })
  }

  /** How many slots are taken at this moment, over all threads. */
  get taken(): number {
    return this.#cells.reduce((count, cell, index) => index >= firstSlot && cell !== 0 ? count + 1 : count, 0)
  }

  /** How many agents may run at the same time at present: `jobs`, or fewer while the provider asks for less. */
  get open(): number {
    return Atomics.load(this.#cells, open)
  }

  /**
   * Halves the number of agents that may run at the same time, for the provider has refused one of them. Those that run go on; after a while
   * of calm one more is let in, and so on up to `jobs`.
   */
  slowDown(): void {
    const last = Atomics.load(this.#cells, changedAt)
    const now = this.#seconds()
    const before = this.open
    const isSameBurst = before < this.#all && now - last < burstSeconds
    if (isSameBurst || Atomics.compareExchange(this.#cells, changedAt, last, now) !== last)
      return
    Atomics.store(this.#cells, open, Math.max(1, Math.floor(before / 2)))
  }

  /** Frees what a thread held that has ended without giving it back, such as a worker that was killed. */
  releaseThread(thread: number): void {
    for (let index = firstSlot; index < this.#cells.length; index++)
      this.#free(index, thread)
  }

  /** One loop per thread waits for its first waiter, so that an aborted waiter leaves nothing behind that could swallow a wake-up. */
  async #serve(): Promise<void> {
    if (this.#serving)
      return
    this.#serving = true
    while (this.#urgent.size + this.#waiting.size > 0) {
      // Read before looking for a slot: one that is freed in between makes the sleep below end at once.
      const seen = Atomics.load(this.#cells, releases)
      const release = this.#take()
      const [first] = [...this.#urgent, ...this.#waiting]
      if (release && first) {
        this.#urgent.delete(first)
        this.#waiting.delete(first)
        first.grant(release)
        // Lets other threads in before this one serves its next waiter.
        await new Promise<void>(resolve => setImmediate(resolve))
      }
      else {
        await sleepWhile(this.#cells, releases, seen, recheckMs)
      }
    }
    this.#serving = false
  }

  get #all(): number {
    return this.#cells.length - firstSlot
  }

  /** One slot more, when it has been calm for long enough. */
  #recover(): void {
    const last = Atomics.load(this.#cells, changedAt)
    const now = this.#seconds()
    if (this.open < this.#all && now - last >= calmSeconds && Atomics.compareExchange(this.#cells, changedAt, last, now) === last)
      Atomics.add(this.#cells, open, 1)
  }

  #take(): (() => void) | null {
    this.#recover()
    // the slots beyond are closed: who holds one keeps it, and nobody gets it after him
    for (let index = firstSlot; index < firstSlot + Math.min(this.open, this.#jobs); index++) {
      if (Atomics.compareExchange(this.#cells, index, 0, threadId + 1) === 0) {
        let held = true
        return () => {
          if (held)
            this.#free(index, threadId)
          held = false
        }
      }
    }
    return null
  }

  #free(index: number, thread: number): void {
    if (Atomics.compareExchange(this.#cells, index, thread + 1, 0) !== thread + 1)
      return
    Atomics.add(this.#cells, releases, 1)
    Atomics.notify(this.#cells, releases)
  }
}

function secondsOfMachine(): number {
  return Math.floor((performance.timeOrigin + performance.now()) / 1000)
}

/** Sleeps while a cell holds a value, at most so long, without blocking the thread. */
export async function sleepWhile(cells: Int32Array, index: number, value: number, ms: number): Promise<void> {
  const sleep = Atomics.waitAsync(cells, index, value, ms)
  if (!sleep.async)
    return
  // A pending `waitAsync` does not keep a thread alive.
  const alive = setInterval(() => {}, ms)
  await sleep.value
  clearInterval(alive)
}
