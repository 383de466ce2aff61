import { copyFileSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** A file that has to lie in a run's private home before its agent starts: made from a text, or a link to a file of the user's. */
export type HomeFile
  /** `path` is relative to the home, with `/`. */
  = | { path: string, text: string }
  /** `link` is an absolute path of a file that exists. */
    | { path: string, link: string }

/**
 * Puts files into the private home of a run. A login is linked and not copied: an agent that renews it writes through the link, and a
 * renewed copy would make the user's own worthless.
 * @throws when one cannot be written
 */
export function placeHomeFiles(home: string, files: readonly HomeFile[]): void {
  for (const file of files) {
    const target = path.join(home, file.path)
    mkdirSync(path.dirname(target), { recursive: true })
    if ('text' in file)
      writeFileSync(target, file.text)
    else
      link(file.link, target)
  }
}

function link(from: string, to: string): void {
  try {
    symlinkSync(from, to)
  }
  catch (error) {
    // Windows lets only some users make links.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM')
      throw error
    copyFileSync(from, to)
  }
}
