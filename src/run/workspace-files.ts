import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { stampOf } from './copy-folder.ts'

/** A real file of a workspace. */
export interface WorkspaceFile {
  /** From the workspace, with `/`. */
  path: string
  bytes: number
  /** Changes when the file is written. */
  stamp: string
}

/** The real files of a workspace at one moment, sorted by path. Links, pipes, sockets and devices are not files. */
export interface WorkspaceListing {
  files: WorkspaceFile[]
  /** There was more than the limit; nothing can be said about files that are not listed. */
  cut: boolean
}

/** How a workspace differs from what it was when the agent started. */
export interface WorkspaceChanges {
  added: WorkspaceFile[]
  changed: WorkspaceFile[]
  removed: string[]
  /** One of the two listings was cut, so that this is not all. */
  cut: boolean
}

/**
 * Lists the real files of a workspace.
 *
 * @param workspace absolute path.
 * @param aside names of files and folders to pass over wherever they are, such as the agent's own folders.
 * @param limit of entries looked at, files and directories together. Default 20 000: an agent may install packages.
 */
export async function listFiles(workspace: string, aside: readonly string[], limit = 20_000): Promise<WorkspaceListing> {
  const listing: WorkspaceListing = { files: [], cut: false }
  let left = limit
  await list('')
  listing.files.sort((a, b) => a.path < b.path ? -1 : 1)
  return listing

  async function list(prefix: string): Promise<void> {
    // What the agent made unreadable, or what its children are just removing, is not there to be graded.
    const entries = await readdir(join(workspace, prefix), { withFileTypes: true }).catch(() => [])
    const folders: string[] = []
    for (const entry of entries) {
      if (aside.includes(entry.name))
        continue
      if (left === 0) {
        listing.cut = true
        return
      }
      left -= 1
      const path = prefix + entry.name
      if (entry.isDirectory())
        folders.push(`${path}/`)
      else if (entry.isFile())
        await add(path)
    }
    // Files first, so that a huge folder of packages does not hide the report beside it.
    for (const folder of folders)
      await list(folder)
  }

  async function add(path: string): Promise<void> {
    try {
      const file = join(workspace, path)
      listing.files.push({ path, bytes: (await lstat(file)).size, stamp: await stampOf(file) })
    }
    catch {
      // Removed since it was listed.
    }
  }
}

/** What an agent run left, removed and changed, from the listings before and after. */
export function compareListings(before: WorkspaceListing, after: WorkspaceListing): WorkspaceChanges {
  const old = new Map(before.files.map(file => [file.path, file.stamp]))
  const changes: WorkspaceChanges = { added: [], changed: [], removed: [], cut: before.cut || after.cut }
  for (const file of after.files) {
    const stamp = old.get(file.path)
    old.delete(file.path)
    if (stamp === undefined)
      changes.added.push(file)
    else if (stamp !== file.stamp)
      changes.changed.push(file)
  }
  // With a cut listing, a file may only seem to be gone.
  if (!after.cut)
    changes.removed.push(...old.keys())
  return changes
}
