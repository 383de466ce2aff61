import type { Stats } from 'node:fs'
import { lstat, readdir, readlink, realpath, stat } from 'node:fs/promises'
import { isAbsolute, join, relative, sep } from 'node:path'

/** A real file or directory of a folder, links resolved. */
export interface FolderEntry {
  /** From the folder, with `/`. */
  path: string
  /** Absolute path to read it at. */
  source: string
  directory: boolean
  /** Permission bits. */
  mode: number
}

/** What a walk leaves out, and who hears about what could not be taken. */
export interface FolderWalk {
  leaveOut: (path: string) => boolean
  /** Takes one sentence about an entry that was left out though nobody asked for that. */
  note: (text: string) => void
}

/** Through links, one folder can stand in for exponentially many. No honest skill comes near this. */
const linkLimit = 1000

/**
 * All files and directories below a folder, sorted, each directory before its content. A link to something inside the
 * folder is walked as what it points to; links that leave the folder, loops, pipes, sockets and devices are noted and left out.
 *
 * @throws when the folder or something in it cannot be read.
 */
export async function* walkFolder(folder: string, options: FolderWalk): AsyncGenerator<FolderEntry> {
  const root = await realpath(folder)
  let links = 0
  yield* walk(root, '', [root])

  async function* walk(directory: string, prefix: string, above: readonly string[]): AsyncGenerator<FolderEntry> {
    for (const name of (await readdir(directory)).sort()) {
      const path = prefix + name
      if (options.leaveOut(path))
        continue
      const found = await look(join(directory, name), path, above)
      if (!found)
        continue
      const { source, info } = found
      yield { path, source, directory: info.isDirectory(), mode: info.mode & 0o777 }
      if (info.isDirectory())
        yield* walk(source, `${path}/`, [...above, source])
    }
  }

  async function look(source: string, path: string, above: readonly string[]): Promise<{ source: string, info: Stats } | null> {
    const info = await lstat(source).catch(missing)
    if (!info) {
      options.note(`${path} was left out: it vanished, or its name is not UTF-8`)
      return null
    }
    if (info.isSymbolicLink())
      return follow(source, path, above)
    return known(source, info, path)
  }

  async function follow(link: string, path: string, above: readonly string[]): Promise<{ source: string, info: Stats } | null> {
    const source = await realpath(link).catch(missing)
    const leftOut = (why: string): null => {
      options.note(`${path} was left out: ${why}`)
      return null
    }
    if (source === null)
      return leftOut(`it is a link to nothing (${await readlink(link)})`)
    const target = relative(root, source).split(sep).join('/')
    // Absolute on Windows, when the target is on another drive.
    if (target === '..' || target.startsWith('../') || isAbsolute(target))
      return leftOut(`it is a link that leaves the folder (${await readlink(link)})`)
    if (above.includes(source))
      return leftOut('it is a link to a folder that it is in')
    // The answer key stays out also under another name.
    const segments = target.split('/')
    if (segments.some((_, index) => options.leaveOut(segments.slice(0, index + 1).join('/'))))
      return leftOut(`it is a link into what is never copied (${target})`)
    links += 1
    if (links > linkLimit)
      return leftOut(`the folder holds more than ${linkLimit} links`)
    return known(source, await stat(source), path)
  }

  function known(source: string, info: Stats, path: string): { source: string, info: Stats } | null {
    if (info.isFile() || info.isDirectory())
      return { source, info }
    options.note(`${path} was left out: it is a ${info.isFIFO() ? 'pipe' : info.isSocket() ? 'socket' : 'device'}`)
    return null
  }
}

function missing(error: unknown): null {
  if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ELOOP' || error.code === 'ENOTDIR'))
    return null
  throw error
}
