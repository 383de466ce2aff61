import type { Afterwards, AgentCommand } from './agent.ts'
import type { LaunchFault, ProcessExit } from './launcher.ts'
import type { ProcessTree } from './process-tree.ts'
import { randomUUID } from 'node:crypto'
import { existsSync, realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import process from 'node:process'
import { setTimeout as delay } from 'node:timers/promises'
import { boundedText } from './bounded-text.ts'
import { launch } from './launcher.ts'
import { splitLines } from './lines.ts'
import { startOf } from './process-table.ts'
import { endProcessTree, freezeProcessGroup, killProcessTree } from './process-tree.ts'

/**
 * Environment variable that marks all processes of a run: children keep it that leave the process group or outlive their
 * parent. When it is set already, its value comes first in the mark of each run. So a main thread that sets it can end
 * with `killMarkedProcesses` what its worker threads started: those get no `exit` event when the process ends.
 */
export const MARK_VARIABLE = 'SKILL_EVALS_RUN'
/** Time between SIGTERM and SIGKILL, in milliseconds. */
const GRACE = 3_000
/** For what takes away a container, in milliseconds. */
const CLEAN_UP_TIMEOUT = 30_000
/** Longest delay that a timer takes, in milliseconds; a longer one would fire at once. */
const LONGEST_TIMER = 2 ** 31 - 1

/** How a process ended. */
export interface ProcessEnd {
  /** `null` when a signal ended it, or when it never started. */
  exitCode: number | null
  signal: string | null
  /**
   * `exit`: by itself. `stopped`: `onLine` said so. `timeout`, `aborted`: ended from outside. `spawn`: it never started.
   */
  reason: 'exit' | 'stopped' | 'timeout' | 'aborted' | 'spawn'
  /** Why it did not start, or what of it could not be ended. */
  error: string | null
  /** Start and end of stderr, with a mark where the middle was cut. */
  stderr: string
  /** A line of stdout was too long to be kept whole, so that nobody can say what was in it. */
  isCut: boolean
  durationMs: number
}

/** Where and how long a process runs, and who reads it. */
export interface ProcessOptions {
  /** Absolute path. */
  cwd: string
  /** Wall clock, in milliseconds. */
  timeoutMs: number
  signal?: AbortSignal
  /**
   * Time between SIGTERM and SIGKILL, in milliseconds.
   * @default 3000
   */
  graceMs?: number
  /** Absolute path of a folder that is this run's alone: an orphan that works there is ended with it. */
  ownFolder?: string
  /** Gets each line of stdout. `stop` ends the process, at once where it is disposable; no further line follows. */
  onLine: (line: string) => 'stop' | void
}

const running = new Set<ProcessTree>()
let watchesExit = false

/**
 * Runs a command without a shell, its prompt on stdin, with its own environment and nothing else. Resolves when the
 * whole process tree is gone, and never rejects for the command's faults.
 * @throws what `onLine` throws, after the tree is gone
 */
export async function runProcess(command: AgentCommand, options: ProcessOptions): Promise<ProcessEnd> {
  const { cwd, timeoutMs, signal, graceMs = GRACE, onLine } = options
  const startedAt = performance.now()
  const stderr = boundedText()
  const seen: Seen = { reason: 'exit', exit: null, fault: null }
  let decide: (why: ProcessEnd['reason']) => void = () => {}
  const over = new Promise<void>((resolve) => {
    decide = (why) => {
      if (seen.reason === 'exit')
        seen.reason = why
      resolve()
    }
  })
  let root: number | null = null
  let isFrozen = false
  const lines = splitLines((line) => {
    try {
      if (onLine(line) !== 'stop')
        return
    }
    catch (thrown) {
      seen.fault = { thrown }
    }
    decide('stopped')
    if (root !== null && command.disposable === true && seen.exit === null)
      isFrozen = freezeProcessGroup(root)
    return 'stop'
  })
  const ended = (end: Omit<ProcessEnd, 'stderr' | 'isCut' | 'durationMs'>): ProcessEnd =>
    ({ ...end, stderr: stderr.text(), isCut: lines.isCut, durationMs: performance.now() - startedAt })
  if (signal?.aborted)
    return ended({ exitCode: null, signal: null, reason: 'aborted', error: null })

  let close: () => void = () => {}
  const closed = new Promise<void>((resolve) => {
    close = resolve
  })
  const mark = randomUUID()
  // A run inside a run keeps the outer mark, so that the outer one finds these processes too.
  const outer = process.env[MARK_VARIABLE]
  const env = { ...command.env, [MARK_VARIABLE]: outer ? `${outer}:${mark}` : mark }
  const launched = await launch({ ...command, env }, cwd, {
    // Read on after a stop, into nothing: an agent that is blocked by a full pipe cannot answer SIGTERM.
    stdout: lines.push,
    stdoutEnd: lines.end,
    stderr: stderr.push,
    exit(exit) {
      seen.exit = exit
      decide('exit')
    },
    closed: close,
  })
  if (!('pid' in launched))
    return ended({ exitCode: null, signal: null, reason: 'spawn', error: spawnError(command.file, cwd, launched) })

  root = launched.pid
  const since = options.ownFolder === undefined ? null : startOf(root)
  const tree: ProcessTree = { root, mark, startedAt, ...command.contained && { contained: true }, ...options.ownFolder !== undefined && since !== null && { home: { folder: realpathSync(options.ownFolder), since } } }
  killAtExit(tree)
  const timer = setTimeout(decide, Math.min(timeoutMs, LONGEST_TIMER), 'timeout')
  const abort = (): void => decide('aborted')
  signal?.addEventListener('abort', abort, { once: true })
  if (signal?.aborted)
    abort()

  await over
  clearTimeout(timer)
  signal?.removeEventListener('abort', abort)
  const left = await endProcessTree(tree, seen.exit !== null, graceMs, isFrozen)
  const kept = command.afterwards ? await cleanUp(command.afterwards) : null
  await settled(closed)
  // What holds the pipes now left no trace of where it came from. Waiting for it would hang the run.
  launched.drop()
  lines.end()
  running.delete(tree)
  if (seen.fault)
    throw seen.fault.thrown
  return ended({
    exitCode: null,
    signal: null,
    ...seen.exit,
    reason: seen.reason,
    error: left.length === 0 ? kept : `Process ${left.join(', ')} of ${command.file} could not be ended.`,
  })
}

/** @returns what is left that should be gone; `null` when nothing is. */
async function cleanUp({ file, args, env }: Afterwards): Promise<string | null> {
  const until = performance.now() + CLEAN_UP_TIMEOUT
  for (;;) {
    const { exitCode, error, stderr } = await runProcess({ file, args, env, stdin: '' }, { cwd: tmpdir(), timeoutMs: CLEAN_UP_TIMEOUT, onLine: () => {} })
    // gone by itself, which earlier versions of Docker call an error
    if (exitCode === 0 || /no such container/i.test(stderr))
      return null
    if (!/already in progress/i.test(stderr) || performance.now() > until)
      return `\`${[file, ...args].join(' ')}\` failed: ${error ?? stderr.trim().slice(0, 300)}`
    await delay(50)
  }
}

/** What a run has shown so far. */
interface Seen {
  reason: ProcessEnd['reason']
  exit: ProcessExit | null
  fault: { thrown: unknown } | null
}

/** Waits for the end of the pipes, a second at most. In small steps: each lets the event loop read what is in them. */
async function settled(closed: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  await Promise.race([closed, new Promise<void>((resolve) => {
    let steps = 20
    timer = setInterval(() => --steps || resolve(), 50)
  })])
  clearInterval(timer)
}

/** The harness may be ended hard, a second Ctrl-C for one: its agents would go on and cost money. */
function killAtExit(tree: ProcessTree): void {
  running.add(tree)
  if (!watchesExit)
    process.once('exit', () => running.forEach(killProcessTree))
  watchesExit = true
}

function spawnError(file: string, cwd: string, fault: LaunchFault): string {
  if (!existsSync(cwd))
    return `Cannot start ${file}: its working directory ${cwd} does not exist.`
  switch (fault.code) {
    case 'ENOENT': return `Cannot start ${file}: there is no such file, or the program that its first line names is missing.`
    case 'EACCES': return `Cannot start ${file}: it is not executable.`
    default: return `Cannot start ${file}: ${fault.message}.`
  }
}
