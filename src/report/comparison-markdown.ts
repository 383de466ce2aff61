import type { Comparison, TierComparison } from './compare.ts'
import { changeInWords, leftOutInWords, runInWords, tierInWords, tierRows } from './comparison-wording.ts'
import { code, escaped, table } from './markdown-text.ts'
import { some } from './wording.ts'

const MOST_CHANGES = 200

/** The comparison as GitHub markdown, for a comment or a step summary. Ends with a line break. */
export function comparisonMarkdown(comparison: Comparison, names: { before: string, after: string }): string {
  const { before, after, tiers, reasons, notes } = comparison
  const sections = [
    `## Skill evals compared: ${tiers.map(({ tier, answer }) => `${tier} ${answer}`).join(', ') || 'nothing'}`,
    table(['', 'Report', 'Run'], [['before', code(names.before), escaped(runInWords(before))], ['after', code(names.after), escaped(runInWords(after))]]),
    bullets(reasons.map(reason => `Not comparable. ${reason}`)),
    ...tiers.flatMap(tierSections),
    bullets(notes),
  ]
  return `${sections.filter(section => section !== '').join('\n\n')}\n`
}

function tierSections(tier: TierComparison): string[] {
  const { changed } = tier
  const more = changed.length - MOST_CHANGES
  return [
    `### ${tierInWords(tier)}`,
    table(['', tier.answer], tierRows(tier).map(({ name, text }) => [name, escaped(text)])),
    changed.length === 0 ? '' : table(['Changed', 'Evaluation', 'Verdict'], changed.slice(0, MOST_CHANGES).map(one => [one.direction, code(one.id), escaped(changeInWords(one))])),
    more > 0 ? `and ${more} more` : '',
    bullets(leftOutInWords(tier, some)),
  ]
}

function bullets(lines: string[]): string {
  return lines.map(line => `- ${escaped(line)}`).join('\n')
}
