import path from 'node:path'
import process from 'node:process'
import { fill, widthOf } from '../report/columns.ts'
import { dollars } from '../report/figures.ts'
import { oneLine } from '../report/plain-text.ts'
import { clearCache, listCache } from '../run/cache.ts'
import { catalogOptions } from './catalog-options.ts'
import { choice, single } from './flags.ts'
import { pathFrom } from './structural-report.ts'
import { UsageError } from './usage-error.ts'

/** The flags of `skill-evals cache`, as they were parsed. */
export interface CacheFlags {
  olderThan?: unknown
  format?: unknown
  root?: unknown
  config?: unknown
}

const day = 24 * 60 * 60 * 1000

/**
 * Lists the runs that are kept to be used again, or removes them.
 * @throws {UsageError} when the action, a flag or an option cannot be meant
 */
export async function cache(action: string, flags: CacheFlags): Promise<void> {
  const format = choice('--format', flags.format, ['text', 'json'])
  if (action !== 'ls' && action !== 'clear')
    throw new UsageError(`There is no action ${JSON.stringify(action)} of \`cache\`; write ls or clear.`)
  const projects = await catalogOptions({ root: single('--root', flags.root), config: single('--config', flags.config) }, {}, 'configured')
  const folders = [...new Set(projects.map(project => path.join(project.outputDir, 'cache')))]
  const root = projects[0]?.root ?? process.cwd()
  process.stdout.write(action === 'ls' ? await listing(folders, root, format) : await cleared(folders, root, days(flags.olderThan)))
}

async function listing(folders: string[], root: string, format: string): Promise<string> {
  const runs = (await Promise.all(folders.map(listCache))).flat()
  if (format === 'json')
    return `${JSON.stringify(runs.map(run => ({ ...run, folder: pathFrom(root, run.folder) })), null, 2)}\n`
  const rows = runs.map(run => [run.startedAt.slice(0, 16).replace('T', ' '), run.skill ?? '(unrelated)', run.id, run.tier, run.model ?? 'model unknown', run.costUsd === null ? 'cost unknown' : dollars(run.costUsd)].map(oneLine))
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map(row => widthOf(row[column] ?? '')))) ?? []
  const lines = rows.map(row => row.map((cell, column) => fill(cell, widths[column] ?? 0)).join('  ').trimEnd())
  return `${[...lines, `${counted(runs.length, runs.reduce((sum, run) => sum + run.bytes, 0))} in ${folders.map(folder => pathFrom(root, folder)).join(', ')}`].join('\n')}\n`
}

async function cleared(folders: string[], root: string, before: number): Promise<string> {
  const gone = await Promise.all(folders.map(folder => clearCache(folder, before)))
  const sum = (of: 'runs' | 'bytes'): number => gone.reduce((all, one) => all + one[of], 0)
  return `Removed ${counted(sum('runs'), sum('bytes'))} from ${folders.map(folder => pathFrom(root, folder)).join(', ')}\n`
}

function counted(runs: number, bytes: number): string {
  return `${runs} ${runs === 1 ? 'run' : 'runs'}, ${bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`},`
}

function days(value: unknown): number {
  if (value === undefined)
    return Number.POSITIVE_INFINITY
  const count = Number(single('--older-than', value))
  if (!(count > 0))
    throw new UsageError(`--older-than is ${JSON.stringify(value)}; write a number of days above 0.`)
  return Date.now() - count * day
}
