import type { Agent, AgentSettings } from '../agent/agent.ts'
import type { EarlierReports } from '../report/html/page-data.ts'
import type { PageEvaluation } from '../report/html/page-evaluation.ts'
import type { RunData } from '../report/html/run-data.ts'
import type { ReportJson } from '../report/report-json.ts'
import { randomUUID } from 'node:crypto'
import { lstat, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { agentOf } from '../agent/agents.ts'
import { loadEvents } from '../agent/event-module.ts'
import { readJudgeRecord } from '../behavior/judge-saved.ts'
import { htmlFiles } from '../report/html/html-files.ts'
import { openRecord } from '../run/open-record.ts'
import { importFile } from '../suite/import-file.ts'
import { seedFinder } from './find-seed.ts'
import { pageAssets } from './page-assets.ts'
import { PieceWriter } from './piece-writer.ts'

/** A transcript over this size is named and not put into the report: a browser could not open it. */
const longestTranscript = 128 * 1024 * 1024

/** What an HTML report is made from. */
export interface HtmlReportRequest {
  /** As in `report.json`. */
  report: ReportJson
  /** Absolute path of the folder that paths in it are relative to. */
  root: string
  /** Whose run records these are. Default: of agents that have a module. */
  agents?: readonly AgentSettings[]
  /** Absolute path of the page. Data files go to a folder beside it: `report-files` for `report.html`. */
  file: string
  /** Put the transcripts into the page. Default: no. */
  embed?: boolean
  /** Of each agent: earlier reports. Default: none. */
  earlier?: EarlierReports[]
}

/**
 * Writes the report as one page for a browser, from what `report.json` says and the run records that it names. A record that is gone
 * or damaged is said so in its place.
 *
 * @throws when it cannot be written. An earlier page stays then.
 */
export async function writeHtmlReport({ report, root, agents = [], file, embed = false, earlier = [] }: HtmlReportRequest): Promise<void> {
  const folder = `${path.basename(file, path.extname(file))}-files`
  const files = path.join(path.dirname(file), folder)
  const seedOf = seedFinder(root)
  const readers = (await Promise.all(agents.map(readerOf))).filter(reader => reader !== null)
  const openRun = (record: string, evaluation: PageEvaluation): Promise<RunData> => openFolder(path.resolve(root, record), seedOf(evaluation), readers)
  await mkdir(embed ? path.dirname(file) : files, { recursive: true })
  const draft = `${file}.${randomUUID()}`
  const page = await open(draft, 'wx')
  const writer = new PieceWriter()
  const written = new Set<string>()
  try {
    try {
      for await (const part of htmlFiles(report, { assets: pageAssets(), earlier, folder: embed ? null : folder, openRun })) {
        if (part.file === null) {
          await writer.write(page, part.pieces)
        }
        else if (!written.has(part.file)) {
          written.add(part.file)
          await writer.writeFile(path.join(files, part.file), part.pieces)
        }
      }
    }
    finally {
      await page.close()
    }
    await rename(draft, file)
  }
  catch (error) {
    await rm(draft, { force: true })
    throw error
  }
  await removeOthers(files, written)
}

async function openFolder(folder: string, seed: string | null, agents: readonly Agent[]): Promise<RunData> {
  const size = await stat(path.join(folder, 'transcript.jsonl')).then(info => info.size, () => 0)
  if (size > longestTranscript)
    throw new Error(`${folder}: the transcript has ${Math.round(size / 1024 / 1024)} MB, too much for a browser. Read transcript.jsonl in this folder.`)
  const record = await openRecord(folder, seed, agents)
  const judge = path.join(folder, 'judge.json')
  const isJudged = await lstat(judge).then(info => info.isFile(), () => false)
  return { record, judge: isJudged ? await readJudgeRecord(judge) : null }
}

/** Without its module of events, the page shows its transcripts as they came: the tests say what is wrong with that. */
async function readerOf(settings: AgentSettings): Promise<Agent | null> {
  return loadEvents(settings, importFile).then(() => agentOf(settings), () => null)
}

/** Removes the data files of earlier pages, and nothing that is not named as they are. */
async function removeOthers(folder: string, keep: ReadonlySet<string>): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  for (const name of names) {
    if (/^[0-9a-f]{16}\.js$/.test(name) && !keep.has(name))
      await rm(path.join(folder, name), { force: true })
  }
}
