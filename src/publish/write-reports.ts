import type { ResolvedOptions } from '../options/resolved-options.ts'
import type { ReportJson } from '../report/report-json.ts'
import type { Report } from '../report/report.ts'
import type { Difference } from './difference.ts'
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { historyPoint } from '../report/history.ts'
import { eachAgentJson } from '../report/json-agents.ts'
import { renderMarkdown } from '../report/markdown.ts'
import { keepHistory, readHistory } from './history.ts'
import { writeHtmlReport } from './html-report.ts'

/** An agent of a report. */
interface ReportedAgent {
  options: ResolvedOptions
  whole: boolean
}

/**
 * Writes `report.json`, the further forms that the options ask for, and the summary of a GitHub job.
 *
 * @param report of the run.
 * @param json the same, as `report.json` has it.
 * @param run what is known of it beside.
 * @param run.agents those of the report, in its order: the options of their projects, and whether all evaluations of the catalog had their
 * turn, so that the report is one of the history.
 * @param run.difference to an earlier report.
 * @throws when something cannot be written.
 */
export async function writeReports(report: Report, json: ReportJson, { agents, difference }: { agents: [ReportedAgent, ...ReportedAgent[]], difference: Difference | null }): Promise<void> {
  const [{ options }] = agents
  mkdirSync(options.reportDir, { recursive: true })
  writeFileSync(path.join(options.reportDir, 'report.json'), `${JSON.stringify(json, null, 2)}\n`)
  for (const [i, one] of eachAgentJson(json).entries()) {
    const agent = agents[i]
    if (agent?.whole)
      keepHistory(agent.options.outputDir, historyPoint(one))
  }
  if (options.report.html !== null)
    await writeHtmlReport({ report: json, root: options.root, agents: agents.map(one => one.options.agent), file: htmlFile(options), embed: options.report.html.embed, earlier: agents.map((one, at) => ({ history: readHistory(one.options.outputDir), comparison: difference?.pages[at] ?? null })) })
  const summaryFile = process.env.GITHUB_STEP_SUMMARY
  if (summaryFile)
    appendFileSync(summaryFile, `${[renderMarkdown(report), ...difference === null ? [] : [difference.markdown]].join('\n')}\n`)
}

/** Where the page is written. */
export function htmlFile({ reportDir }: Pick<ResolvedOptions, 'reportDir'>): string {
  return path.posix.join(reportDir, 'report.html')
}
