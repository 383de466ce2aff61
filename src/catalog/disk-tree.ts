import type { Dirent } from 'node:fs'
import { statSync } from 'node:fs'
import { posix } from 'node:path'
import { Folders } from './folders.ts'
import { isInside } from './paths.ts'

/** What lies at a path. */
export interface Found {
  kind: 'file' | 'directory' | 'missing'
  /** The path as the disk spells it, as far as it leads to something; the one that was asked for otherwise. */
  path: string
}

/**
 * Looks paths up by the names that folders list, and not by asking the system: Windows and macOS say yes to the wrong letter
 * case, and the same link is broken on GitHub and on Linux. One tree is good for one pass.
 */
export class DiskTree {
  private readonly found = new Map<string, Found>()

  /**
   * @param root folder that everything lies in: absolute, with forward slashes
   * @param folders those that were listed in this pass
   */
  constructor(readonly root: string, private readonly folders = new Folders()) {}

  /** Looks up an absolute path in the root. Exact case wins; where only another case is there, `path` says which. */
  find(path: string): Found {
    const known = this.found.get(path)
    if (known)
      return known
    const found = this.look(path)
    this.found.set(path, found)
    return found
  }

  /** What a folder holds; nothing when there is no such folder. */
  entries(folder: string): Dirent[] {
    return [...this.folders.list(folder)?.values() ?? []]
  }

  private look(path: string): Found {
    if (path === this.root)
      return { kind: 'directory', path }
    if (!isInside(path, this.root))
      return { kind: 'missing', path }
    const parent = this.find(posix.dirname(path))
    const entries = parent.kind === 'directory' ? this.folders.list(parent.path) : undefined
    const name = posix.basename(path)
    const entry = entries && (entries.get(name) ?? like(name, entries))
    if (!entry)
      return { kind: 'missing', path }
    const actual = posix.join(parent.path, entry.name)
    return { kind: isFolder(entry, actual) ? 'directory' : 'file', path: actual }
  }
}

/** Some disks keep `é` as two characters: that is the same name, and no wrong case. */
function like(name: string, entries: ReadonlyMap<string, Dirent>): Dirent | undefined {
  const wanted = name.normalize()
  const same = [...entries.values()].find(entry => entry.name.normalize() === wanted)
  return same ?? [...entries.values()].find(entry => entry.name.normalize().toLowerCase() === wanted.toLowerCase())
}

function isFolder(entry: Dirent, path: string): boolean {
  return entry.isDirectory() || (entry.isSymbolicLink() && (statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false))
}
