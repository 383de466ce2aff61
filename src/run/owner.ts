import { execFile } from 'node:child_process'
import { readFile, readlink } from 'node:fs/promises'
import { hostname } from 'node:os'
import process from 'node:process'
import { promisify } from 'node:util'

/** Which process a scratch folder belongs to, told apart from a later process with the same number. */
export interface Owner {
  pid: number
  /** When the process started, in whatever form the platform says; `null` where it cannot be told. */
  started: string | null
  /** Machine and process namespace in which `pid` means something. */
  place: string
}

/** The owner that this process is. */
export async function currentOwner(): Promise<Owner> {
  return { pid: process.pid, started: await startOf(process.pid), place: await currentPlace() }
}

/** Whether an owner is surely gone. `false` when in doubt: another machine or container may share the temporary folder. */
export async function isGone(owner: Owner): Promise<boolean> {
  if (owner.place !== await currentPlace())
    return false
  try {
    process.kill(owner.pid, 0)
  }
  catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH'
  }
  const started = await startOf(owner.pid)
  return owner.started !== null && started !== null && started !== owner.started
}

async function currentPlace(): Promise<string> {
  // Process numbers of one container mean nothing in another one, though both may see the same /tmp.
  const namespace = await readlink('/proc/self/ns/pid').catch(() => '')
  return `${hostname()} ${namespace}`.trim()
}

async function startOf(pid: number): Promise<string | null> {
  if (process.platform === 'linux') {
    try {
      const [stat, boot] = await Promise.all([readFile(`/proc/${pid}/stat`, 'utf8'), readFile('/proc/sys/kernel/random/boot_id', 'utf8')])
      // The second field is the program's name in parentheses and may hold spaces; the start is the 20th field after it.
      const ticks = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
      return ticks === undefined ? null : `${boot.trim()} ${ticks}`
    }
    catch {
      return null
    }
  }
  if (process.platform === 'win32')
    return null
  try {
    const { stdout } = await promisify(execFile)('ps', ['-o', 'lstart=', '-p', String(pid)], { env: { ...process.env, LC_ALL: 'C' } })
    return stdout.trim() || null
  }
  catch {
    return null
  }
}
