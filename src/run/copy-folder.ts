import type { FolderWalk } from './walk-folder.ts'
import { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'
import { lstat, mkdir, open } from 'node:fs/promises'
import { join } from 'node:path'
import { walkFolder } from './walk-folder.ts'

/** What was copied, or would have been. */
export interface FolderCopy {
  /** Over paths, contents and executable bits. Empty directories and dates do not count: git keeps neither. */
  hash: string
  files: number
  bytes: number
  /** What was left out though nobody asked for that. */
  notes: string[]
  /** Per path of the copy: see {@link stampOf}. */
  stamps: [path: string, stamp: string][]
}

const chunk = 64 * 1024

/**
 * Copies what a folder holds into another one, and hashes what was written. Memory does not grow with file sizes.
 *
 * @param source the folder to copy.
 * @param target made when it is not there; a file that exists in it is an error.
 * @param leaveOut says by a path, from the folder and with `/`, what to pass over. Default: nothing.
 * @throws when something cannot be read or written.
 */
export async function copyFolder(source: string, target: string, leaveOut: FolderWalk['leaveOut'] = () => false): Promise<FolderCopy> {
  await mkdir(target, { recursive: true })
  return pass(source, target, leaveOut)
}

/** The hash that {@link copyFolder} would give, without a copy. */
export async function hashFolder(source: string, leaveOut: FolderWalk['leaveOut'] = () => false): Promise<string> {
  return (await pass(source, null, leaveOut)).hash
}

/** Changes when the entry was written, replaced or had its mode changed, also when its date was set back. Directories only change kind and mode. */
export async function stampOf(path: string): Promise<string> {
  const info = await lstat(path, { bigint: true })
  const stamp = [info.mode]
  if (!info.isDirectory())
    stamp.push(info.size, info.mtimeNs, info.ctimeNs, info.ino)
  return stamp.join(' ')
}

async function pass(source: string, target: string | null, leaveOut: FolderWalk['leaveOut']): Promise<FolderCopy> {
  const copy: FolderCopy = { hash: '', files: 0, bytes: 0, notes: [], stamps: [] }
  const lines: string[] = []
  const buffer = Buffer.allocUnsafe(chunk)
  for await (const entry of walkFolder(source, { leaveOut, note: text => copy.notes.push(text) })) {
    const to = target === null ? null : join(target, entry.path)
    if (entry.directory) {
      if (to !== null)
        await mkdir(to, { recursive: true, mode: entry.mode | 0o700 })
    }
    else {
      const { digest, bytes } = await passFile(entry.source, to, entry.mode, buffer)
      copy.files += 1
      copy.bytes += bytes
      lines.push(`${entry.path.normalize('NFC')}\0${entry.mode & 0o100 ? 'x' : '-'}\0${digest}\n`)
    }
    if (to !== null)
      copy.stamps.push([entry.path, await stampOf(to)])
  }
  const hash = createHash('sha256')
  for (const line of lines.sort())
    hash.update(line)
  copy.hash = hash.digest('hex')
  return copy
}

async function passFile(from: string, to: string | null, mode: number, buffer: Buffer): Promise<{ digest: string, bytes: number }> {
  const hash = createHash('sha256')
  let bytes = 0
  const input = await open(from, 'r')
  try {
    const output = to === null ? null : await open(to, 'wx', mode)
    try {
      for (;;) {
        const { bytesRead } = await input.read(buffer, 0, buffer.length, null)
        if (bytesRead === 0)
          break
        const read = buffer.subarray(0, bytesRead)
        hash.update(read)
        bytes += bytesRead
        await output?.writeFile(read)
      }
      // Whatever the umask took away.
      await output?.chmod(mode)
    }
    finally {
      await output?.close()
    }
  }
  finally {
    await input.close()
  }
  return { digest: hash.digest('hex'), bytes }
}
