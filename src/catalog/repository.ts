import { existsSync } from 'node:fs'
import { posix } from 'node:path'

/**
 * The folder that links start from when they begin with `/`: the nearest one with a `.git`, or `null` when there is none.
 * @param folder absolute, with forward slashes
 * @param known what was found for other folders, so that the many skills of a repository do not each ask for it anew
 */
export function repositoryRoot(folder: string, known: Map<string, string | null>): string | null {
  const seen = known.get(folder)
  if (seen !== undefined)
    return seen
  const parent = posix.dirname(folder)
  const root = existsSync(`${folder}/.git`) ? folder : parent === folder ? null : repositoryRoot(parent, known)
  known.set(folder, root)
  return root
}
