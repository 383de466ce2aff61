import type { ReportJson } from '../report/report-json.ts'
import type { Report } from '../report/report.ts'
import type { Difference } from './difference.ts'
import type { ResolvedOptions } from './options.ts'
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { historyPoint } from '../report/history.ts'
import { renderMarkdown } from '../report/markdown.ts'
import { keepHistory, readHistory } from './history.ts'
import { writeHtmlReport } from './html-report.ts'

/**
 * Writes `report.json`, the further forms that the options ask for, and the summary of a GitHub job.
 *
 * @param report of the run.
 * @param json the same, as `report.json` has it.
 * @param options of the project.
 * @param run what is known of it beside.
 * @param run.whole all evaluations of the catalog had their turn, so that the report is one of the history.
 * @param run.difference to an earlier report.
 * @throws when something cannot be written.
 */
export async function writeReports(report: Report, json: ReportJson, options: ResolvedOptions, run: { whole: boolean, difference: Difference | null }): Promise<void> {
  mkdirSync(options.outputDir, { recursive: true })
  writeFileSync(path.join(options.outputDir, 'report.json'), `${JSON.stringify(json, null, 2)}\n`)
  if (run.whole)
    keepHistory(options.outputDir, historyPoint(json))
  if (options.report.html !== null)
    await writeHtmlReport({ report: json, root: options.root, file: htmlFile(options), embed: options.report.html.embed, history: readHistory(options.outputDir), comparison: run.difference?.page ?? null })
  const summaryFile = process.env.GITHUB_STEP_SUMMARY
  if (summaryFile)
    appendFileSync(summaryFile, `${[renderMarkdown(report), ...run.difference === null ? [] : [run.difference.markdown]].join('\n')}\n`)
}

/** Where the page is written. */
export function htmlFile({ outputDir }: Pick<ResolvedOptions, 'outputDir'>): string {
  return path.posix.join(outputDir, 'report.html')
}
