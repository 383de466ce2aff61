import type { Buffer } from 'node:buffer'
import type { ChildProcess, SpawnOptions } from 'node:child_process'
import type { AgentCommand } from './agent.ts'
import { spawn } from 'node:child_process'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

/** What `launcher-process.js` is told. */
export type LauncherRequest = StartRequest | { drop: number }

/** A command to be started, under a number by which it is spoken of. */
export interface StartRequest extends AgentCommand {
  run: number
  cwd: string
}

/** What `launcher-process.js` tells. `stdout: null` is its end. */
export type LauncherReport = { run: number } & (
  | { pid: number }
  | { fault: LaunchFault }
  | { stdout: Buffer | null }
  | { stderr: Buffer }
  | { exit: ProcessExit }
  | { closed: true }
)

/** Why a process did not start. */
export interface LaunchFault {
  /** Of the system, such as `ENOENT`. */
  code: string | null
  message: string
}

/** How a process ended by the word of the system; both `null` when it can no longer be known. */
export interface ProcessExit {
  exitCode: number | null
  signal: string | null
}

/** Hears of a process. Nothing comes before the process has started, nothing after `closed`. */
export interface ProcessListener {
  stdout: (chunk: Buffer) => void
  stdoutEnd: () => void
  stderr: (chunk: Buffer) => void
  exit: (exit: ProcessExit) => void
  /** It has ended, and so have its pipes. */
  closed: () => void
}

/** A process that has started. */
export interface LaunchedProcess {
  pid: number
  /** Lets go of its pipes, whoever still holds them at the other end. */
  drop: () => void
}

interface Launch {
  listener: ProcessListener
  started: (outcome: LaunchedProcess | LaunchFault) => void
}

const program = fileURLToPath(new URL('../agent/launcher-process.js', import.meta.url))
/** What the launcher itself needs of the environment, all on Windows. Agents get none of it. */
const NEEDED = ['SKILL_EVALS_RUN', 'PATH', 'SystemRoot', 'ComSpec']

let launcher: ChildProcess | null = null
const launches = new Map<number, Launch>()
let last = 0

/**
 * Starts a command without a shell in a process group of its own, its prompt on stdin, with its own environment and
 * nothing else. Never rejects.
 */
export function launch(command: AgentCommand, cwd: string, listener: ProcessListener): Promise<LaunchedProcess | LaunchFault> {
  launcher ??= startLauncher()
  const run = ++last
  const { file, args, env, stdin, afterwards } = command
  return new Promise((started) => {
    launches.set(run, { listener, started })
    keepAlive(launcher)
    tell({ run, file, args, env, stdin, cwd, ...afterwards && { afterwards } })
  })
}

function startLauncher(): ChildProcess {
  const env = Object.fromEntries(NEEDED.flatMap(name => process.env[name] === undefined ? [] : [[name, process.env[name]]]))
  const options = { env, serialization: 'advanced', stdio: ['ignore', 'ignore', 'ignore', 'ipc'] } satisfies SpawnOptions
  // A shell that leaves at once, and its channel with the launcher: who ends after the thread that started him is taken off the process
  // table by nobody as long as Vitest runs, and in watch mode each round has new threads.
  const child = process.platform === 'win32' ? spawn(process.execPath, [program], options) : spawn('/bin/sh', ['-c', '"$0" "$1" &', process.execPath, program], options)
  child.on('message', report => hear(report as LauncherReport))
  const gone = (message: string): void => {
    if (launcher !== child)
      return
    launcher = null
    for (const { listener, started } of launches.values()) {
      started({ code: null, message })
      listener.exit({ exitCode: null, signal: null })
      listener.closed()
    }
    launches.clear()
  }
  child.on('error', error => gone(error.message))
  child.on('disconnect', () => gone('the process that starts agents has ended'))
  return child
}

function hear(report: LauncherReport): void {
  const launch = launches.get(report.run)
  if (!launch)
    return
  const { listener, started } = launch
  if ('stdout' in report) {
    report.stdout === null ? listener.stdoutEnd() : listener.stdout(report.stdout)
  }
  else if ('stderr' in report) {
    listener.stderr(report.stderr)
  }
  else if ('pid' in report) {
    started({ pid: report.pid, drop: () => tell({ drop: report.run }) })
  }
  else if ('exit' in report) {
    listener.exit(report.exit)
  }
  else {
    launches.delete(report.run)
    keepAlive(launcher)
    'fault' in report ? started(report.fault) : listener.closed()
  }
}

function tell(request: LauncherRequest): void {
  // A launcher that is gone has said so to all that wait for it.
  launcher?.send(request, () => {})
}

/** An idle launcher must not keep a thread alive that has nothing else to do. */
function keepAlive(child: ChildProcess | null): void {
  if (launches.size > 0) {
    child?.ref()
    child?.channel?.ref()
  }
  else {
    child?.unref()
    child?.channel?.unref()
  }
}
