import type { Home, ProcessRow } from './process-table.ts'
import { execFile, spawnSync } from 'node:child_process'
import process from 'node:process'
import { setTimeout as delay } from 'node:timers/promises'
import { isAlive, readProcessTable, readProcessTableNow } from './process-table.ts'
import { windowsTreeKill } from './windows-tree-kill.js'

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
  /** The root is a sandbox: it ends when what it runs does, and would take away the time for that if it were told to end. Default: `false`. */
  contained?: boolean
  /** Where what has left no other trace is looked for. Linux only. Default: nowhere. */
  home?: Home
}

/**
 * Stops the process that was started and its group at once, so that it does nothing more until it is killed. Its descendants can
 * still be found by it then, as they could not be once it is gone.
 * @returns whether it is frozen. Windows cannot do that.
 */
export function freezeProcessGroup(root: number): boolean {
  if (process.platform === 'win32')
    return false
  send(-root, 'SIGSTOP')
  return true
}

/**
 * Ends what is left of a tree: SIGTERM, after the grace SIGKILL; SIGKILL at once to a group that is frozen. Returns when all of it
 * is gone, with the numbers of the processes that could not be ended.
 */
export async function endProcessTree(tree: ProcessTree, rootExited: boolean, graceMs: number, isFrozen = false): Promise<number[]> {
  if (process.platform === 'win32')
    return endOnWindows(tree, rootExited)
  const killAt = performance.now() + graceMs
  const asked = new Set<number>()
  // What is frozen cannot answer SIGTERM. What has left its group (the commands of the agent) is not, and may still clean up.
  const isDue = (row: ProcessRow, now: number): boolean => now >= killAt || (isFrozen && row.group === tree.root)
  for (;;) {
    const rows = await readProcessTable(tree.mark, performance.now() - tree.startedAt > FULL_SCAN_AFTER ? null : tree.root, tree.home)
    const members = membersOf(tree.root, rows)
    const left = members.map(row => row.pid)
    const now = performance.now()
    if (left.length === 0 || now > killAt + GIVE_UP_AFTER)
      return left
    for (const row of members) {
      if (isDue(row, now))
        send(row.pid, 'SIGKILL')
      else if (!asked.has(row.pid) && !(tree.contained && row.pid === tree.root))
        send(row.pid, 'SIGTERM')
      asked.add(row.pid)
    }
    // The table is read again only when these are gone or the grace is over: it may list what they started meanwhile.
    await untilGone(left, now >= killAt ? now + 1_000 : killAt)
  }
}

/**
 * SIGKILL to all processes that carry a mark, and to all below them, at once: for an `exit` handler.
 * On Windows it finds none.
 */
export function killMarkedProcesses(mark: string, home?: Home): void {
  for (const row of membersOf(null, readProcessTableNow(mark, home)))
    send(row.pid, 'SIGKILL')
}

/** SIGKILL to what can be found of a tree at once. */
export function killProcessTree(tree: ProcessTree): void {
  if (process.platform === 'win32') {
    const { file, args } = windowsTreeKill(tree.root)
    spawnSync(file, args, { stdio: 'ignore', windowsHide: true })
    return
  }
  killMarkedProcesses(tree.mark, tree.home)
  send(-tree.root, 'SIGKILL')
  send(tree.root, 'SIGKILL')
}

/**
 * Members by mark, by group, by parent, and by the folder that is the run's own. No one of them is enough: a process can leave its group (the shell of an
 * agent's Bash tool does), its parent may be dead, and it may have emptied its environment.
 */
function membersOf(root: number | null, rows: ProcessRow[]): ProcessRow[] {
  const members = new Set(root === null ? [] : [root])
  for (let before = -1; before !== members.size;) {
    before = members.size
    for (const row of rows) {
      if (row.marked || row.group === root || members.has(row.parent))
        members.add(row.pid)
    }
  }
  return rows.filter(row => members.has(row.pid) && row.pid !== process.pid)
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
  const { file, args } = windowsTreeKill(tree.root)
  await new Promise<void>(resolve => execFile(file, args, { windowsHide: true }, () => resolve()))
  await untilGone([tree.root], performance.now() + GIVE_UP_AFTER)
  return isAlive(tree.root) ? [tree.root] : []
}
