import { execFile, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import process from 'node:process'

/** `-E` adds the environment to the command on macOS, for the processes where the system allows it. */
const PS = ['-A', '-E', '-ww', '-o', 'pid=,ppid=,pgid=,stat=,command=']
/** Up to here, asking for each process number is cheaper than listing them. */
const FEW = 100

/** One living process. */
export interface ProcessRow {
  pid: number
  parent: number
  group: number
  /** Its environment holds the mark that was asked for. */
  marked: boolean
}

/**
 * Living processes; zombies are not listed, they only wait for somebody to read their exit code.
 * On Linux `newerThan` leaves out what was started before that process, which saves most of the work.
 */
export async function readProcessTable(mark: string, newerThan: number | null): Promise<ProcessRow[]> {
  return process.platform === 'linux' ? readProcFolder(mark, newerThan) : readPs(mark)
}

/** The same at once: an `exit` handler cannot wait. Empty on Windows. */
export function readProcessTableNow(mark: string): ProcessRow[] {
  switch (process.platform) {
    case 'linux': return readProcFolder(mark, null)
    case 'win32': return []
    default: return parsePs(spawnSync('ps', PS, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: Infinity }).stdout, mark)
  }
}

/** The same from `/proc`. Empty where there is none. */
export function readProcFolder(mark: string, newerThan: number | null): ProcessRow[] {
  return pidsSince(newerThan).flatMap((pid) => {
    const stat = readStat(pid)
    return stat ? [{ pid, ...stat, marked: hasMark(pid, mark) }] : []
  })
}

/** Numbers are given out in order and start again at the top. */
function pidsSince(first: number | null): number[] {
  const last = first === null ? 0 : lastPid()
  // Listing the folder costs a millisecond: more than the rest of a short run's clean-up.
  if (first !== null && last >= first && last - first < FEW)
    return Array.from({ length: last - first + 1 }, (_, index) => first + index).filter(pid => existsSync(`/proc/${pid}`))
  const pids = listProc()
  if (first === null)
    return pids
  return pids.filter(pid => pid >= first || (last < first && pid <= last))
}

function listProc(): number[] {
  try {
    return readdirSync('/proc').map(Number).filter(Number.isInteger)
  }
  catch {
    return []
  }
}

/** Whether a process still runs. */
export function isAlive(pid: number): boolean {
  if (process.platform === 'linux')
    return readStat(pid) !== null
  try {
    process.kill(pid, 0)
    return true
  }
  catch {
    return false
  }
}

function readStat(pid: number): { parent: number, group: number } | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The command's name stands in brackets and may itself hold spaces and brackets.
    const [state, parent, group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ', 3)
    return state === 'Z' || state === 'X' ? null : { parent: Number(parent), group: Number(group) }
  }
  catch {
    return null
  }
}

function hasMark(pid: number, mark: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`).includes(mark)
  }
  catch {
    return false
  }
}

/** The process number that was given out last. */
function lastPid(): number {
  try {
    return Number(readFileSync('/proc/loadavg', 'latin1').trim().split(' ').at(-1))
  }
  catch {
    return 0
  }
}

function readPs(mark: string): Promise<ProcessRow[]> {
  return new Promise(resolve => execFile('ps', PS, { maxBuffer: Infinity }, (_error, stdout) => resolve(parsePs(stdout, mark))))
}

/** Reads lines of process, parent, group, state, command with environment. */
export function parsePs(output: string | undefined, mark: string): ProcessRow[] {
  return (output ?? '').split('\n').flatMap((line) => {
    const [, pid, parent, group, state = ''] = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)/.exec(line) ?? []
    return pid === undefined || state.startsWith('Z')
      ? []
      : [{ pid: Number(pid), parent: Number(parent), group: Number(group), marked: line.includes(mark) }]
  })
}
