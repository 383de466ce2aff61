import type { OverlapMiss } from '../structure/overlap.ts'
import type { Extent } from './markdown-parts.ts'
import type { Report } from './report.ts'
import { more, place } from './markdown-parts.ts'
import { code, details, escaped, table } from './markdown-text.ts'
import { firstInWords, nearMissesInWords, overlapInWords, ownerInWords, pairText } from './overlap-text.ts'

/** The overlap estimate, its evaluations closed until they are asked for. */
export function overlapSections(report: Report, extent: Extent): string[] {
  const { overlap } = report
  if (overlap === undefined)
    return []
  const nearMisses = nearMissesInWords(overlap)
  return [
    '### Overlap',
    escaped(`${overlapInWords(overlap).replace(/^a/, 'A')}.${nearMisses === null ? '' : ` ${nearMisses}.`}`),
    misses('Positive evaluations that speak of another skill', overlap.missed, report, extent),
    misses('Near misses that speak of another skill', overlap.nearMisses.otherFirst, report, extent),
    overlap.pairs.slice(0, extent.entries).map(pair => `- ${escaped(pairText(pair))}`).join('\n'),
  ]
}

function misses(title: string, list: OverlapMiss[], report: Report, extent: Extent): string {
  if (list.length === 0)
    return ''
  const rows = list.slice(0, extent.entries).map(miss => [code(miss.id), escaped(firstInWords(miss)), escaped(ownerInWords(miss)), place(report, miss)])
  return details(`${title}: ${list.length}`, [table(['Evaluation', 'First', 'Its own skill', 'Place'], rows), more(list.length - rows.length)].filter(Boolean).join('\n\n'))
}
