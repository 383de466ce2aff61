import type { EventImage } from '../agent/events.ts'
import type { RecordedFile } from './manifest.ts'
import { isUtf8 } from 'node:buffer'
import { readFile, realpath } from 'node:fs/promises'
import { extname, join, sep } from 'node:path'

/** What a file holds, as far as it can be shown. */
export type FileContent
  = | { kind: 'text', text: string }
    | { kind: 'image', image: EventImage }
    /** `why`: `binary`, `too large`, `not kept`. */
    | { kind: 'none', why: string }

/** A file that a run left, changed, found prepared, or removed. */
export interface ShownFile {
  /** From the workspace, with `/`, as the agent named it. */
  path: string
  bytes: number
  change: RecordedFile['change'] | 'removed'
  /** `null` when it was removed. */
  now: FileContent | null
  /** What the seed holds in its place today; `null` when nothing is known of it. */
  seed: FileContent | null
}

/** A file over this size is named and not shown: a diff of it would hold up the page. */
const limit = 1024 * 1024

const images: Record<string, EventImage['mediaType']> = { '.png': 'image/png', '.jpg': 'image/jpeg', '.jpeg': 'image/jpeg', '.gif': 'image/gif', '.webp': 'image/webp' }

/** Content that cannot be shown. */
export function noContent(why: string): FileContent {
  return { kind: 'none', why }
}

/** Reads a file below a folder. One that is not there, or that a link leads out of the folder to, has no content. */
export async function readContent(folder: string, path: string): Promise<FileContent> {
  try {
    const file = await realpath(join(folder, path))
    if (!file.startsWith(await realpath(folder) + sep))
      return noContent('a link to another folder')
    const content = await readFile(file)
    if (content.length > limit)
      return noContent('too large')
    const mediaType = images[extname(path).toLowerCase()]
    if (mediaType !== undefined)
      return { kind: 'image', image: { mediaType, data: content.toString('base64') } }
    return isUtf8(content) && !content.includes(0) ? { kind: 'text', text: content.toString() } : noContent('binary')
  }
  catch {
    return noContent('not there')
  }
}
