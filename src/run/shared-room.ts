import type { RoomSkill, StagedRoom } from './room.ts'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { stageRoom } from './room.ts'
import { sleepWhile } from './slots.ts'

/** Layout: cell 0 is `generation * 4 + state`, so that both change in one step; cell 1 counts signs of life of the thread that stages. */
const stateCell = 0
const lifeCell = 1
const idle = 0
const staging = 1
const ready = 2
const failed = 3

const recheckMs = 1000
/** A worker thread may be killed while it stages. Its signs of life come every `recheckMs`, but a busy machine delays them. */
const usualDeadAfterMs = 15_000

/** A staged room and the generation of it that a run used. */
export interface RoomInUse {
  generation: number
  staged: StagedRoom
}

/** What a thread needs to know to stage the room: the same in each. */
export interface SharedRoomOptions {
  /** Absolute path of the scratch folder of this Vitest run. */
  scratch: string
  skills: readonly RoomSkill[]
  /** How long a thread that stages may show no sign of life, in milliseconds, before another one takes over. Default 15 000. */
  deadAfterMs?: number
}

/** Makes the memory behind {@link SharedRoom}, once per Vitest process, to be handed to every worker thread. */
export function createSharedRoom(): SharedArrayBuffer {
  return new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT)
}

/**
 * The one staged room of a run, as one worker thread sees it. Whoever needs it first stages it in `<scratch>/room-<generation>`;
 * all others wait for that.
 */
export class SharedRoom {
  readonly #cells: Int32Array
  readonly #scratch: string
  readonly #skills: readonly RoomSkill[]
  readonly #deadAfterMs: number
  #known: Promise<RoomInUse> | null = null
  #knownGeneration = -1

  constructor(buffer: SharedArrayBuffer, options: SharedRoomOptions) {
    this.#cells = new Int32Array(buffer)
    this.#deadAfterMs = options.deadAfterMs ?? usualDeadAfterMs
    this.#scratch = options.scratch
    this.#skills = options.skills
  }

  /** Number of the room that the next run will use. Starts at 0. */
  get generation(): number {
    return generationOf(Atomics.load(this.#cells, stateCell))
  }

  /**
   * The staged room, once it is there. Starts staging when nobody has.
   *
   * @throws why staging failed, for every caller of that generation in every thread; the signal's reason when it is aborted first.
   */
  async use(signal?: AbortSignal): Promise<RoomInUse> {
    signal?.throwIfAborted()
    if (!this.#known || this.#knownGeneration !== this.generation) {
      this.#knownGeneration = this.generation
      this.#known = this.#find()
      this.#known.catch(() => {})
    }
    const known = this.#known
    if (!signal)
      return known
    return new Promise((resolve, reject) => {
      const abort = (): void => reject(signal.reason)
      signal.addEventListener('abort', abort, { once: true })
      known.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
    })
  }

  /**
   * Has the room staged anew for the runs to come, since a run changed this generation of it. Runs in flight keep the old one
   * and find out by {@link changed}. Does nothing when that has been said before.
   */
  restage(generation: number): void {
    const state = Atomics.load(this.#cells, stateCell)
    if (generationOf(state) === generation)
      this.#move(state, cellOf(generation + 1, idle))
  }

  /** Whether a run changed this generation of the room, so that a run that used it may have seen a room that nobody asked for. */
  changed(generation: number): boolean {
    return generation < this.generation
  }

  async #find(): Promise<RoomInUse> {
    let life = -1
    let silentMs = 0
    for (;;) {
      const state = Atomics.load(this.#cells, stateCell)
      const generation = generationOf(state)
      switch (state % 4) {
        case ready:
          return { generation, staged: await readJson<StagedRoom>(this.#file(generation)) }
        case failed:
          throw new Error(await readJson<string>(this.#file(generation)).catch(() => 'The room could not be staged, nor could the reason be written down: is the disk full?'))
        case idle:
          if (this.#move(state, cellOf(generation, staging)))
            await this.#stage(generation)
          continue
      }
      await sleepWhile(this.#cells, stateCell, state, recheckMs)
      const seen = Atomics.load(this.#cells, lifeCell)
      silentMs = seen === life ? silentMs + recheckMs : 0
      life = seen
      if (silentMs >= this.#deadAfterMs) {
        silentMs = 0
        // A new generation has a folder of its own: were the other thread alive after all, the two would not write into one room.
        this.restage(generation)
      }
    }
  }

  async #stage(generation: number): Promise<void> {
    const life = setInterval(() => Atomics.add(this.#cells, lifeCell, 1), recheckMs)
    let outcome: number
    try {
      const staged = await stageRoom(this.#skills, join(this.#scratch, `room-${generation}`))
      await writeJson(this.#file(generation), staged)
      outcome = ready
    }
    catch (error) {
      await writeJson(this.#file(generation), error instanceof Error ? error.message : String(error)).catch(() => {})
      outcome = failed
    }
    finally {
      clearInterval(life)
    }
    this.#move(cellOf(generation, staging), cellOf(generation, outcome))
  }

  #move(from: number, to: number): boolean {
    if (Atomics.compareExchange(this.#cells, stateCell, from, to) !== from)
      return false
    Atomics.notify(this.#cells, stateCell)
    return true
  }

  #file(generation: number): string {
    return join(this.#scratch, `room-${generation}.json`)
  }
}

function cellOf(generation: number, state: number): number {
  return generation * 4 + state
}

function generationOf(cell: number): number {
  return Math.floor(cell / 4)
}

async function writeJson(file: string, value: unknown): Promise<void> {
  await writeFile(`${file}.new`, JSON.stringify(value))
  await rename(`${file}.new`, file)
}

/** Reads what {@link writeJson} of another thread of this run wrote, so its shape is known. */
async function readJson<T>(file: string): Promise<T> {
  return JSON.parse(await readFile(file, 'utf8'))
}
