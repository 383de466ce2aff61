import type { ProcessRow } from './process-table.ts'
import { execFile } from 'node:child_process'
import process from 'node:process'
import { setTimeout as delay } from 'node:timers/promises'
import { isAlive, readProcessTable, readProcessTableNow } from './process-table.ts'

/** Runs longer than this, in milliseconds, may have gone once round the process numbers: then all of them are looked at. */
const FULL_SCAN_AFTER = 10_000
/** How long to go on after SIGKILL, in milliseconds. A process that waits for a broken disk does not die. */
const GIVE_UP_AFTER = 5_000

/** Everything that one run started: the process itself and all below it, also what moved out of its group. */
export interface ProcessTree {
  /** The process that was started. It leads a process group of its own. */
  root: number
  /** Part of an environment variable of the root, and so of all below it. */
  mark: string
  /** As `performance.now()` says it. */
  startedAt: number
}

/**
 * Ends what is left of a tree: SIGTERM, after the grace SIGKILL. Returns when all of it is gone, with the numbers of the
 * processes that could not be ended.
 */
export async function endProcessTree(tree: ProcessTree, rootExited: boolean, graceMs: number): Promise<number[]> {
  if (process.platform === 'win32')
    return endOnWindows(tree, rootExited)
  const killAt = performance.now() + graceMs
  const asked = new Set<number>()
  for (;;) {
    const rows = await readProcessTable(tree.mark, performance.now() - tree.startedAt > FULL_SCAN_AFTER ? null : tree.root)
    const left = membersOf(tree.root, rows)
    const now = performance.now()
    if (left.length === 0 || now > killAt + GIVE_UP_AFTER)
      return left
    for (const pid of left) {
      if (now >= killAt)
        send(pid, 'SIGKILL')
      else if (!asked.has(pid))
        send(pid, 'SIGTERM')
      asked.add(pid)
    }
    // The table is read again only when these are gone or the grace is over: it may list what they started meanwhile.
    await untilGone(left, now >= killAt ? now + 1_000 : killAt)
  }
}

/**
 * SIGKILL to all processes that carry a mark, and to all below them, at once: for an `exit` handler.
 * On Windows it finds none.
 */
export function killMarkedProcesses(mark: string): void {
  for (const pid of membersOf(null, readProcessTableNow(mark)))
    send(pid, 'SIGKILL')
}

/** SIGKILL to what can be found of a tree at once. */
export function killProcessTree(tree: ProcessTree): void {
  killMarkedProcesses(tree.mark)
  send(-tree.root, 'SIGKILL')
  send(tree.root, 'SIGKILL')
}

/**
 * Members by mark, by group and by parent. No one of them is enough: a process can leave its group (the shell of an
 * agent's Bash tool does), its parent may be dead, and it may have emptied its environment.
 */
function membersOf(root: number | null, rows: ProcessRow[]): number[] {
  const members = new Set(root === null ? [] : [root])
  for (let before = -1; before !== members.size;) {
    before = members.size
    for (const row of rows) {
      if (row.marked || row.group === root || members.has(row.parent))
        members.add(row.pid)
    }
  }
  return rows.filter(row => members.has(row.pid) && row.pid !== process.pid).map(row => row.pid)
}

async function untilGone(pids: number[], until: number): Promise<void> {
  for (let wait = 2; pids.some(isAlive) && performance.now() < until; wait = Math.min(wait * 2, 25))
    await delay(wait)
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  }
  catch {
    // Already gone.
  }
}

/** Windows knows no SIGTERM, and once the root is gone nothing tells any more what it had started. */
async function endOnWindows(tree: ProcessTree, rootExited: boolean): Promise<number[]> {
  if (rootExited)
    return []
  await new Promise<void>(resolve => execFile('taskkill', ['/pid', String(tree.root), '/T', '/F'], { windowsHide: true }, () => resolve()))
  await untilGone([tree.root], performance.now() + GIVE_UP_AFTER)
  return isAlive(tree.root) ? [tree.root] : []
}
