import type { ReportJson } from '../report-json.ts'
import type { PageAssets } from './document.ts'
import type { EarlierReports } from './page-data.ts'
import type { PageEvaluation } from './page-evaluation.ts'
import type { PageRun } from './page-run.ts'
import type { RunData } from './run-data.ts'
import { createHash } from 'node:crypto'
import { documentEnd, documentStart, embeddedRun } from './document.ts'
import { pageReport } from './page-data.ts'
import { runsOf } from './page-evaluation.ts'
import { runReceiver } from './run-data.ts'
import { jsonAsScript } from './script-text.ts'

/** What the page is made from, beside the report. */
export interface HtmlSource {
  assets: PageAssets
  /** Of each agent. */
  earlier: EarlierReports[]
  /** Name of the folder for the data of run records; `null` puts them into the page. */
  folder: string | null
  /** Opens a run record by what `report.json` calls it. What it throws is told in place of the transcript. */
  openRun: (record: string, evaluation: PageEvaluation) => Promise<RunData>
}

/** A part of what is to be written, in order. */
export interface HtmlPart {
  /** Name in the folder; `null` is the page, to which further parts are added. */
  file: string | null
  text: string
}

/** Records that are read at the same time, and so in memory. */
const atOnce = 4

/**
 * The report as one page, and a file for each run record. Data files come before the page that asks for them, and are named after
 * their report: a page that was opened earlier finds none of a later run.
 */
export async function* htmlFiles(report: ReportJson, { assets, earlier, folder, openRun }: HtmlSource): AsyncGenerator<HtmlPart> {
  const data = pageReport(report, earlier)
  const runs = data.reports.flatMap(one => one.evaluations).flatMap(evaluation => runsOf(evaluation).flatMap(({ run }) => run.record === null ? [] : { run, record: run.record, evaluation }))
  const open = async (run: PageRun, record: string, evaluation: PageEvaluation): Promise<RunData | null> => {
    try {
      return await openRun(record, evaluation)
    }
    catch (error) {
      run.problem = error instanceof Error ? error.message : String(error)
      return null
    }
  }
  if (folder !== null) {
    for (let start = 0; start < runs.length; start += atOnce) {
      const some = runs.slice(start, start + atOnce)
      const opened = await Promise.all(some.map(({ run, record, evaluation }) => open(run, record, evaluation)))
      for (const [index, { run, record }] of some.entries()) {
        if (!opened[index])
          continue
        const json = JSON.stringify(opened[index])
        run.data = createHash('sha256').update(`${data.reports[0].startedAt}\n${record}\n${json.length}`).digest('hex').slice(0, 16)
        yield { file: `${run.data}.js`, text: jsonAsScript(runReceiver, run.data, json) }
      }
    }
    yield { file: null, text: documentStart(data, folder, assets) + documentEnd }
    return
  }
  for (const [index, { run }] of runs.entries())
    run.data = `run-${index}`
  yield { file: null, text: documentStart(data, null, assets) }
  for (const [index, { run, record, evaluation }] of runs.entries()) {
    const opened = await open(run, record, evaluation)
    yield { file: null, text: embeddedRun(`run-${index}`, opened ?? { problem: run.problem }) }
  }
  yield { file: null, text: documentEnd }
}
