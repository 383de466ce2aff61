import type { HistoryPoint } from '../report/history.ts'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { historyFile, historyLength, readHistoryPoint } from '../report/history.ts'

const folderIn = (outputDir: string): string => path.join(outputDir, 'history')

/** Adds a report to the history, of which the oldest go when there are more than fifty. */
export function keepHistory(outputDir: string, point: HistoryPoint): void {
  const folder = folderIn(outputDir)
  mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(folder, historyFile(point)), `${JSON.stringify(point)}\n`)
  for (const name of namesIn(folder).slice(0, -historyLength))
    rmSync(path.join(folder, name), { force: true })
}

/** The history, oldest first. Files that are none of it are passed over. */
export function readHistory(outputDir: string): HistoryPoint[] {
  const folder = folderIn(outputDir)
  return namesIn(folder).slice(-historyLength).flatMap(name => readHistoryPoint(readFileSync(path.join(folder, name), 'utf8')) ?? [])
}

/** Sorted by time. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter(name => /^\d{4}-\d\d-\d\dT[\d-]+Z\.json$/.test(name)).sort()
  }
  catch {
    return []
  }
}
