import type { Screen } from './paint.ts'
import type { Report } from './report.ts'
import type { EvaluationTrials } from './trials.ts'
import { cut, fill, widthOf } from './columns.ts'
import { labelled } from './labels.ts'
import { oneLine } from './plain-text.ts'
import { hasBothTiers } from './report.ts'
import { summarizeTrials, trialsOf } from './trials.ts'
import { trialsInWords, trialsOfOne } from './wording.ts'

const MOST_ROWS = 40
const WIDEST_ID = 40

/** How the runs of evaluations that were run several times went: together, and each that did not always pass. */
export function trialLines(report: Report, screen: Screen): string[] {
  const { paint } = screen
  const both = hasBothTiers(report)
  const tiers = [['routing', trialsOf(report.cases)], ['behavior', trialsOf(report.behavior)]] as const
  return tiers.flatMap(([tier, all]) => {
    const summary = summarizeTrials(all)
    if (!summary)
      return []
    const rows = all.filter(one => one.passed < one.graded || one.errors > 0)
    const width = Math.min(WIDEST_ID, Math.max(0, ...rows.map(row => widthOf(oneLine(row.one.id)))))
    return [
      ...labelled('Trials', `${both ? `${tier}: ` : ''}${trialsInWords(summary)}`, screen),
      ...rows.slice(0, MOST_ROWS).map(row => rowOf(row, width, screen)),
      ...rows.length > MOST_ROWS ? [paint.dim(`   and ${rows.length - MOST_ROWS} more`)] : [],
    ]
  })
}

function rowOf(row: EvaluationTrials, width: number, { paint, width: all }: Screen): string {
  const id = fill(cut(oneLine(row.one.id), width), width)
  const mark = row.one.passed ? paint.yellow('~') : paint.red('×')
  return ` ${mark} ${paint.bold(id)}  ${cut(trialsOfOne(row), Math.max(20, all - width - 5))}`
}
