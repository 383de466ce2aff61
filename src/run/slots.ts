import { setImmediate } from 'node:timers'
import { threadId } from 'node:worker_threads'

/**
 * Layout: cell 0 counts releases, so that a waiter can sleep until the next one; each further cell is one slot and
 * holds 0 when free, else the number of the thread that has it, plus 1.
 */
const releases = 0
const firstSlot = 1

/** A release is never missed; this only bounds the harm if a thread dies between freeing its slot and saying so. */
const recheckMs = 1000

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
  return new SharedArrayBuffer((firstSlot + jobs) * Int32Array.BYTES_PER_ELEMENT)
}

/** The run-wide cap on agents, as one worker thread sees it. Threads share only the memory from {@link createSlots}. */
export class Slots {
  readonly #cells: Int32Array
  readonly #waiting = new Set<Waiter>()
  #serving = false

  constructor(buffer: SharedArrayBuffer) {
    this.#cells = new Int32Array(buffer)
  }

  /**
   * Waits for a free slot; within a thread, who asks first gets one first. Returns what gives it back, which may be called again without harm.
   *
   * @throws the signal's reason, at once, when it is aborted before a slot is granted. Nothing is held then.
   */
  async acquire(signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted()
    if (this.#waiting.size === 0) {
      const release = this.#take()
      if (release)
        return release
    }
    const waiting = this.#waiting
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
    while (this.#waiting.size > 0) {
      // Read before looking for a slot: one that is freed in between makes the sleep below end at once.
      const seen = Atomics.load(this.#cells, releases)
      const release = this.#take()
      const [first] = this.#waiting
      if (release && first) {
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

  #take(): (() => void) | null {
    for (let index = firstSlot; index < this.#cells.length; index++) {
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
