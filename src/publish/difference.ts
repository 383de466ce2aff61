import type { ComparedAgents } from '../report/compare-agents.ts'
import type { PageComparison } from '../report/html/page-comparison.ts'
import type { ReportJson } from '../report/report-json.ts'
import { compareAgents, comparedAgentsMarkdown, comparedAgentsText } from '../report/compare-agents.ts'
import { pageComparisons } from '../report/html/page-comparison.ts'
import { eachAgentJson } from '../report/json-agents.ts'
import { escaped } from '../report/markdown-text.ts'
import { createPaint } from '../report/paint.ts'
import { oneLine } from '../report/plain-text.ts'
import { readAgents } from '../report/read-report.ts'
import { reportText } from './report-source.ts'

/** The difference to an earlier report, for the terminal, GitHub's summary and the page for a browser. */
export interface Difference {
  text: string
  markdown: string
  /** For the page of each agent of the run; `null` where there was none to compare it with. */
  pages: (PageComparison | null)[]
}

/**
 * How a run differs from an earlier report. That there is none, as on the first run of all, is said and is no fault: what was measured
 * counts for itself.
 *
 * @param json the report of this run
 * @param named the earlier one, as {@link reportText} takes it
 * @param from folder that paths start at
 * @param color whether the text may have colours
 */
export async function differenceTo(json: ReportJson, named: string, from: string, color: boolean): Promise<Difference> {
  let compared: ComparedAgents
  try {
    compared = compareAgents(readAgents(await reportText(named, from)), readAgents(JSON.stringify(json)))
  }
  catch (error) {
    const reason = `No difference is shown: ${error instanceof Error ? error.message : String(error)}`
    return { text: `${oneLine(reason)}\n`, markdown: `${escaped(reason)}\n`, pages: [] }
  }
  const names = { before: named, after: 'this run' }
  return {
    text: comparedAgentsText(compared, names, createPaint(color)),
    markdown: comparedAgentsMarkdown(compared, names),
    pages: pageComparisons(compared, eachAgentJson(json).map(({ meta }) => meta.agent_name ?? meta.agent), names),
  }
}
