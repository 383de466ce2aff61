import type { InstalledAgent } from '../agent/agent.ts'
import type { Containment } from '../agent/sandbox.ts'
import type { ResolvedOptions } from '../options/resolved-options.ts'
import { randomUUID } from 'node:crypto'
import process from 'node:process'
import { killMarkedProcesses } from '../agent/process-tree.ts'
import { MARK_VARIABLE } from '../agent/process.ts'
import { createBudget } from '../run/budget.ts'
import { createScratch } from '../run/scratch.ts'
import { createSharedRoom, SharedRoom } from '../run/shared-room.ts'
import { createSlots } from '../run/slots.ts'
import { foundAgent } from './found-agents.ts'

/** What all workers of a run share. Structured-clonable; the buffers stay one memory. */
export interface Shared {
  /** Absolute path of the run's private folder. */
  scratch: string
  /** Of all projects of a run, and so is the budget. */
  slots: SharedArrayBuffer
  budget: SharedArrayBuffer
  room: SharedArrayBuffer
  /** The agent of the first run, where it was looked for before; in watch mode it may be another one by the next. */
  agent: InstalledAgent | null
  /** What agents run in, where that was looked for before. */
  containment: Containment | null
  /** Counts the runs of one Vitest: in watch mode, what a worker keeps is of one run only. */
  runs: SharedArrayBuffer
}

/** Name under which the workers find {@link Shared}; one for each project, since projects have rooms of their own. */
export function sharedKey(project: string): string {
  return `vitest-skill-evals:${project}`
}

/** Number of the run that a worker is in. */
export function runNumber(shared: Shared): number {
  return Atomics.load(new Int32Array(shared.runs), 0)
}

/** What all projects of a Vitest share, and how many of them do. */
interface RunWide {
  slots: SharedArrayBuffer
  budget: SharedArrayBuffer
  projects: number
}

const runWide = new Map<object, RunWide>()

/**
 * Makes what the workers share, and says how to begin another run with it and how to remove it.
 *
 * @param run what is one and the same for all projects of a run
 * @param options those of this project
 * @param jobs the most that a project of the run asks for
 */
export async function createShared(run: object, options: ResolvedOptions, jobs: number): Promise<{ shared: Shared, renew: () => void, dispose: () => Promise<void> }> {
  const wide = runWide.get(run) ?? { slots: createSlots(Math.max(jobs, options.jobs)), budget: createBudget(), projects: 0 }
  wide.projects++
  runWide.set(run, wide)
  const scratch = await createScratch()
  const outer = process.env[MARK_VARIABLE]
  const mark = randomUUID()
  // before the workers start: it is how the processes of their agents are known to be of this run
  process.env[MARK_VARIABLE] = outer ? `${outer}:${mark}` : mark
  // for the ways out on which Vitest runs no teardown, such as a second Ctrl-C: a worker is told nothing of those
  const leave = (): void => {
    killMarkedProcesses(mark)
    scratch.removeSync()
  }
  process.once('exit', leave)
  const found = foundAgent(run, options.name)
  const shared: Shared = { scratch: scratch.dir, slots: wide.slots, budget: wide.budget, room: createSharedRoom(), agent: found?.agent ?? null, containment: found?.containment ?? null, runs: new SharedArrayBuffer(4) }
  return {
    shared,
    renew() {
      Atomics.add(new Int32Array(shared.runs), 0, 1)
      // what was spent on the last change is no reason to measure nothing of this one
      new BigInt64Array(shared.budget).fill(0n)
      // the skills may have changed since the room was staged
      const room = new SharedRoom(shared.room, { scratch: shared.scratch, skills: [] })
      room.restage(room.generation)
    },
    async dispose() {
      wide.projects--
      if (wide.projects === 0)
        runWide.delete(run)
      process.off('exit', leave)
      if (outer === undefined)
        delete process.env[MARK_VARIABLE]
      else
        process.env[MARK_VARIABLE] = outer
      await scratch.remove()
    },
  }
}
