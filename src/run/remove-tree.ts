import { lstatSync, readdirSync, rmdirSync, unlinkSync } from 'node:fs'
import { chmod, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'

/** Up to so many entries are removed at once; more would hold up the other runs of the thread. */
const few = 50

const patience = { recursive: true, force: true, maxRetries: 8, retryDelay: 50 } as const

/**
 * Removes a file or folder with all it holds; links are removed, not followed. Nothing there is fine.
 * Waits a little for processes that still hold or write something in it.
 *
 * @throws when something is left after all that.
 */
export async function removeTree(path: string): Promise<void> {
  if (removedAtOnce(path))
    return
  try {
    await rm(path, patience)
  }
  catch (error) {
    if (!isRefusal(error))
      throw error
    // An agent, or a package manager it ran, made a folder read-only: its content cannot be unlinked before it is writable.
    await makeWritable(path)
    await rm(path, patience)
  }
}

/** Most workspaces hold next to nothing when their run ends, and for those the patient way takes four times as long. */
function removedAtOnce(path: string): boolean {
  try {
    const info = lstatSync(path, { throwIfNoEntry: false })
    if (!info)
      return true
    const folders = info.isDirectory() ? [path] : []
    const others = info.isDirectory() ? [] : [path]
    for (const folder of folders) {
      for (const entry of readdirSync(folder, { withFileTypes: true }))
        (entry.isDirectory() ? folders : others).push(join(folder, entry.name))
      if (folders.length + others.length > few)
        return false
    }
    others.forEach(other => unlinkSync(other))
    folders.reverse().forEach(folder => rmdirSync(folder))
    return true
  }
  catch {
    return false
  }
}

async function makeWritable(folder: string): Promise<void> {
  await chmod(folder, 0o700)
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory())
      await makeWritable(path)
    else if (process.platform === 'win32' && entry.isFile())
      await chmod(path, 0o600)
  }
}

function isRefusal(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'EACCES' || error.code === 'EPERM' || error.code === 'ENOTEMPTY')
}
