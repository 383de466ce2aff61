import { createHash } from 'node:crypto'
import { isDeviceName } from '../catalog/windows-names.ts'

const plain = /^[a-z0-9](?:[a-z0-9._-]*[a-z0-9_-])?$/
const longestPlain = 100
const longestPrefix = 60

/**
 * A file name for an id or a skill's name: itself where it is plain, else a readable beginning and a hash. Different names
 * give different file names also without regard to case and Unicode form, on every file system, below 112 bytes.
 */
export function safeName(name: string): string {
  if (name.length <= longestPlain && plain.test(name) && !isDeviceName(name))
    return name
  return hashedName(name)
}

/** The form of {@link safeName} that no plain name has. */
export function hashedName(name: string): string {
  const prefix = name.toLowerCase().replace(/[^a-z0-9]+/g, '-').slice(0, longestPrefix).replace(/^-+|-+$/g, '')
  // No plain name holds a `~`, so none can be taken for a hashed one.
  return `${prefix || 'x'}~${createHash('sha256').update(name).digest('hex').slice(0, 10)}`
}

/**
 * A path, relative and with `/`, that can be checked out of git on every system: segments that cannot get a safe name.
 * Names that git itself reads, such as `.gitignore`, are changed too: one would keep parts of a recording out of the repository.
 */
export function safePath(path: string): string {
  return path.split('/').map(segment => isPortable(segment) ? segment : safeName(segment)).join('/')
}

function isPortable(segment: string): boolean {
  return segment.length > 0 && segment.length <= longestPlain
    && /^[\w.@+=,()[\]{}!#$%&' -]+$/.test(segment)
    && !/[. ]$/.test(segment) && !/^\.git/i.test(segment) && !isDeviceName(segment)
}
