import type { Owner } from './owner.ts'
import { rmSync } from 'node:fs'
import { lstat, mkdtemp, readdir, readFile, realpath, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { currentOwner, isGone } from './owner.ts'
import { removeTree } from './remove-tree.ts'

const prefix = 'skill-evals-'
const ownerFile = 'owner.json'

/** The one private folder of a Vitest run: rooms, workspaces, homes, long transcripts. */
export interface Scratch {
  /** Absolute real path, readable by this user only. */
  dir: string
  /** Removes the folder with all it holds. May be called again. */
  remove: () => Promise<void>
  /** The same at once, for a handler of the process's `exit`. Never throws. */
  removeSync: () => void
}

/**
 * Makes the scratch folder of this run. Removes the scratch folders of dead processes first.
 *
 * @param parent where it goes. Default: the system's temporary folder.
 * @throws when the folder cannot be made.
 */
export async function createScratch(parent: string = tmpdir()): Promise<Scratch> {
  await sweepScratch(parent)
  // The real path, since it is what agents print and what must be recognised in transcripts.
  const dir = await mkdtemp(join(await realpath(parent), prefix))
  await writeFile(join(dir, ownerFile), JSON.stringify(await currentOwner()))
  return {
    dir,
    remove: () => removeScratch(dir),
    removeSync() {
      try {
        rmSync(dir, { recursive: true, force: true, maxRetries: 3, retryDelay: 50 })
      }
      catch {
        // The process is exiting; the next run sweeps what is left.
      }
    },
  }
}

/** Removes the scratch folders whose process is gone, such as after a crash or `kill -9`. Returns their paths. Never throws. */
export async function sweepScratch(parent: string = tmpdir()): Promise<string[]> {
  const swept: string[] = []
  const names = await readdir(parent).catch(() => [])
  for (const name of names.filter(name => name.startsWith(prefix))) {
    const dir = join(parent, name)
    try {
      const info = await lstat(dir)
      if (!info.isDirectory() || (process.getuid && info.uid !== process.getuid()))
        continue
      const owner = readOwner(await readFile(join(dir, ownerFile), 'utf8'))
      if (owner && await isGone(owner)) {
        await removeScratch(dir)
        swept.push(dir)
      }
    }
    catch {
      // Not ours to read, being made or being removed by another run: leave it.
    }
  }
  return swept
}

async function removeScratch(dir: string): Promise<void> {
  // The owner goes last, so that a removal that is cut short can be finished by the next sweep.
  for (const name of await readdir(dir).catch(() => [])) {
    if (name !== ownerFile)
      await removeTree(join(dir, name))
  }
  await removeTree(dir)
}

function readOwner(text: string): Owner | null {
  const value: unknown = JSON.parse(text)
  if (typeof value !== 'object' || value === null || !('pid' in value) || !('started' in value) || !('place' in value))
    return null
  const { pid, started, place } = value
  // Signalling 0 or a negative number would ask about a whole process group.
  if (typeof pid !== 'number' || !Number.isInteger(pid) || pid <= 0 || typeof place !== 'string')
    return null
  return { pid, started: typeof started === 'string' ? started : null, place }
}
