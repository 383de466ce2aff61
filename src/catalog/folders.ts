import type { Dirent } from 'node:fs'
import { readdirSync } from 'node:fs'
import { forwardSlashes } from './paths.ts'

/** Lists folders, each read once: good for one pass, since what changes on disk meanwhile goes unseen. */
export class Folders {
  private readonly known = new Map<string, ReadonlyMap<string, Dirent> | null>()

  /** What a folder holds, by name; `null` when there is no such folder, or it cannot be read. */
  list(folder: string): ReadonlyMap<string, Dirent> | null {
    const known = this.known.get(folder)
    if (known !== undefined)
      return known
    let entries: ReadonlyMap<string, Dirent> | null = null
    try {
      entries = new Map(readdirSync(folder, { withFileTypes: true }).map(entry => [entry.name, entry]))
    }
    catch {}
    this.known.set(folder, entries)
    return entries
  }

  /** The file system that a glob looks at. */
  fileSystem(shownAs: (entry: Dirent) => Dirent = entry => entry): { readdirSync: typeof readdirSync } {
    const list = (folder: string): Dirent[] => [...this.list(forwardSlashes(folder).replace(/(?<=.)\/$/, ''))?.values() ?? []].map(shownAs)
    // tinyglobby asks for entries and nothing else
    return { readdirSync: list as unknown as typeof readdirSync }
  }
}
