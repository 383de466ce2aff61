import { execFile, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
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
  /** Its environment holds the mark that was asked for, or it strayed from the run that has it. */
  marked: boolean
}

/** By what a process is known to be of a run that left its session and emptied its environment. */
export interface Home {
  /** Absolute path of a folder that is the run's alone, links resolved. */
  folder: string
  /** When the run began, as {@link startOf} says it. */
  since: number
}

/**
 * Living processes; zombies are not listed, they only wait for somebody to read their exit code.
 * On Linux `newerThan` leaves out what was started before that process, which saves most of the work.
 */
export async function readProcessTable(mark: string, newerThan: number | null, home: Home | null = null): Promise<ProcessRow[]> {
  return process.platform === 'linux' ? readProcFolder(mark, newerThan, home) : readPs(mark)
}

/** The same at once: an `exit` handler cannot wait. Empty on Windows. */
export function readProcessTableNow(mark: string, home: Home | null = null): ProcessRow[] {
  switch (process.platform) {
    case 'linux': return readProcFolder(mark, null, home)
    case 'win32': return []
    default: return parsePs(spawnSync('ps', PS, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: Infinity }).stdout, mark)
  }
}

/** The same from `/proc`. Empty where there is none. */
export function readProcFolder(mark: string, newerThan: number | null, home: Home | null = null): ProcessRow[] {
  return pidsSince(newerThan).flatMap((pid) => {
    const stat = readStat(pid)
    return stat ? [{ pid, parent: stat.parent, group: stat.group, marked: hasMark(pid, mark) || (home !== null && isStray(pid, stat, home)) }] : []
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

/** When a process was started, in ticks since the machine was; `null` where nobody says. */
export function startOf(pid: number): number | null {
  return fieldsOf(pid)?.start ?? null
}

function readStat(pid: number): Stat | null {
  const stat = fieldsOf(pid)
  return stat === null || stat.state === 'Z' || stat.state === 'X' ? null : stat
}

interface Stat {
  state: string
  parent: number
  group: number
  /** 0: none. */
  terminal: number
  start: number
}

function fieldsOf(pid: number): Stat | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The command's name stands in brackets and may itself hold spaces and brackets.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const [state = '', parent, group, , terminal] = fields
    return { state, parent: Number(parent), group: Number(group), terminal: Number(terminal), start: Number(fields[19]) }
  }
  catch {
    return null
  }
}

/**
 * Whether a process works in the run's own folder and has nobody else it could belong to. A server that a hook started is older or has
 * its parent, and a shell in which somebody looks around has a terminal.
 */
function isStray(pid: number, { parent, terminal, start }: Stat, { folder, since }: Home): boolean {
  if (start < since || terminal !== 0 || !adoptsOrphans(parent))
    return false
  try {
    const place = readlinkSync(`/proc/${pid}/cwd`)
    return place === folder || place.startsWith(`${folder}/`)
  }
  catch {
    return false
  }
}

function adoptsOrphans(pid: number): boolean {
  if (pid === 1)
    return true
  try {
    // of a user's own services, those of a desktop's terminals among them
    return readFileSync(`/proc/${pid}/comm`, 'latin1').trim() === 'systemd'
  }
  catch {
    return false
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
