import type { Comparison, TierComparison } from './compare.ts'
import type { Paint } from './paint.ts'
import type { Answer } from './paired-figures.ts'
import { changeInWords, leftOutInWords, runInWords, tierInWords, tierRows } from './comparison-wording.ts'
import { oneLine } from './plain-text.ts'
import { some } from './wording.ts'

const MOST_CHANGES = 50

/** The comparison for a terminal. Ends with a line break. */
export function comparisonText(comparison: Comparison, names: { before: string, after: string }, paint: Paint): string {
  const { before, after, tiers, reasons, notes } = comparison
  const sections = [
    [`before  ${oneLine(names.before)}: ${runInWords(before)}`, `after   ${oneLine(names.after)}: ${runInWords(after)}`],
    reasons.map(reason => paint.yellow(`Not comparable. ${oneLine(reason)}`)),
    ...tiers.map(tier => tierLines(tier, paint)),
    notes.map(note => `${paint.yellow('!')} ${oneLine(note)}`),
  ]
  return `${sections.filter(lines => lines.length > 0).map(lines => lines.join('\n')).join('\n\n')}\n`
}

function tierLines(tier: TierComparison, paint: Paint): string[] {
  const { answer, changed } = tier
  const more = changed.length - MOST_CHANGES
  return [
    `${paint.bold(tierInWords(tier))}: ${paint.bold(toneOf(answer, paint)(answer))}`,
    ...tierRows(tier).map(({ name, text }) => `  ${name.padEnd(10)}  ${text}`),
    ...changed.slice(0, MOST_CHANGES).map(one => `  ${one.direction.padEnd(6)}  ${oneLine(one.id)}: ${changeInWords(one)}`),
    ...more > 0 ? [`  and ${more} more`] : [],
    ...leftOutInWords(tier, some).map(line => `  ${line}`),
  ]
}

function toneOf(answer: Answer, paint: Paint): (text: string) => string {
  return answer === 'better' ? paint.green : answer === 'worse' ? paint.red : paint.yellow
}
