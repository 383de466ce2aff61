import { existsSync } from 'node:fs'
import { posix } from 'node:path'

/** The folder that links start from when they begin with `/`: the nearest one with a `.git`, or `fallback` when there is none. */
export function repositoryRoot(folder: string, fallback: string): string {
  for (let at = folder; ; at = posix.dirname(at)) {
    if (existsSync(`${at}/.git`))
      return at
    if (at === posix.dirname(at))
      return fallback
  }
}
