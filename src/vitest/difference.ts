import type { Comparison } from '../report/compare.ts'
import type { PageComparison } from '../report/html/page-comparison.ts'
import type { ReportJson } from '../report/report-json.ts'
import { compareReports } from '../report/compare.ts'
import { comparisonMarkdown } from '../report/comparison-markdown.ts'
import { comparisonText } from '../report/comparison-text.ts'
import { pageComparison } from '../report/html/page-comparison.ts'
import { escaped } from '../report/markdown-text.ts'
import { createPaint } from '../report/paint.ts'
import { oneLine } from '../report/plain-text.ts'
import { readReport } from '../report/read-report.ts'
import { reportText } from './report-source.ts'

/** The difference to an earlier report, for the terminal, GitHub's summary and the page for a browser. */
export interface Difference {
  text: string
  markdown: string
  /** `null` when there was none to compare with. */
  page: PageComparison | null
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
  let comparison: Comparison
  try {
    comparison = compareReports(readReport(await reportText(named, from)), readReport(JSON.stringify(json)))
  }
  catch (error) {
    const reason = `No difference is shown: ${error instanceof Error ? error.message : String(error)}`
    return { text: `${oneLine(reason)}\n`, markdown: `${escaped(reason)}\n`, page: null }
  }
  const names = { before: named, after: 'this run' }
  return { text: comparisonText(comparison, names, createPaint(color)), markdown: comparisonMarkdown(comparison, names), page: pageComparison(comparison, names) }
}
