import { createHash } from 'node:crypto'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isRecord } from '../agent/json.ts'
import { readRecord } from './read-record.ts'
import { removeTree } from './remove-tree.ts'

/** Raised when a run of before would be misread. */
const cacheVersion = 1
/** Of the drafts that {@link saveRecord} moves into place once they are whole. */
const draftPrefix = '.draft-'

/** A run that is kept to be used again. */
export interface CachedRun {
  /** Folder name of the skill; `null` for the shared pool. */
  skill: string | null
  id: string
  tier: string
  model: string | null
  /** ISO 8601. */
  startedAt: string
  /** Of all its files. */
  bytes: number
  /** US dollars that the run cost; `null` is unknown. */
  costUsd: number | null
  /** Absolute path. */
  folder: string
}

/**
 * Where the record of a run lies that saw exactly this. A run that saw anything else has another folder, so that nothing has to be
 * compared, and two Vitests at once cannot disagree.
 *
 * @param root folder of the cache
 * @param seen all that the run could see, and whose it is: plain data
 */
export function cacheFolder(root: string, seen: object): string {
  return join(root, createHash('sha256').update(JSON.stringify(sorted({ cacheVersion, ...seen }))).digest('hex').slice(0, 32))
}

/** All runs in the cache, newest first. What is no whole record is left out. */
export async function listCache(root: string): Promise<CachedRun[]> {
  const runs: CachedRun[] = []
  for (const folder of (await Promise.all((await namesIn(root)).map(key => runsBelow(join(root, key))))).flat()) {
    const record = await readRecord(folder).catch(() => null)
    if (record) {
      const { id, tier, model, startedAt, costUsd } = record.manifest
      runs.push({ skill: record.manifest.skill, id, tier, model, startedAt, costUsd, bytes: await bytesOf(folder), folder })
    }
  }
  return runs.sort((a, b) => a.startedAt < b.startedAt ? 1 : -1)
}

/**
 * Empties the cache, drafts of runs that were cut off included.
 *
 * @param root folder of the cache
 * @param before what was written after this moment stays, in milliseconds since 1970
 * @returns how many runs went, and their bytes.
 */
export async function clearCache(root: string, before = Number.POSITIVE_INFINITY): Promise<{ runs: number, bytes: number }> {
  const gone = { runs: 0, bytes: 0 }
  for (const key of await namesIn(root)) {
    const folder = join(root, key)
    const info = await stat(folder).catch(() => null)
    if (!info || info.mtimeMs >= before)
      continue
    gone.runs += (await runsBelow(folder)).length
    gone.bytes += await bytesOf(folder)
    await removeTree(folder)
  }
  return gone
}

/** Folders of the runs that saw the same: one, or the trials of a baseline. */
async function runsBelow(folder: string): Promise<string[]> {
  const skills = await namesIn(folder)
  return (await Promise.all(skills.map(async skill => (await namesIn(join(folder, skill))).filter(name => !name.startsWith(draftPrefix)).map(name => join(folder, skill, name))))).flat()
}

async function namesIn(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(() => [])).sort()
}

async function bytesOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const sizes = await Promise.all(entries.filter(entry => entry.isFile()).map(entry => stat(join(entry.parentPath, entry.name)).then(info => info.size, () => 0)))
  return sizes.reduce((sum, size) => sum + size, 0)
}

/** The same data in one order of keys, whoever put it together. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value))
    return value.map(sorted)
  return isRecord(value) ? Object.fromEntries(Object.keys(value).sort().map(key => [key, sorted(value[key])])) : value
}
