import type { Confusion } from '../routing/skill-summary.ts'
import type { RoutingSummary } from '../routing/summary.ts'
import { compareText } from '../catalog/compare-text.ts'
import { code, table } from './markdown-text.ts'
import { skillName } from './wording.ts'

/** A room of up to this many skills is shown whole; of a larger one, only what was confused. */
const SMALL_ROOM = 10
/** A wider table cannot be read in a summary; the pairs below it say the same. */
const MOST_NAMES = 25

/**
 * The routing matrix: expected in rows, observed in columns, `no skill` last. Of a large room only the rows and columns with a confusion;
 * none where nothing was graded, or nothing was confused in a large room, or more than a reader can follow.
 */
export function matrixSection({ confusion }: RoutingSummary): string[] {
  const isSmall = namesOf(confusion, 'expected', 'fired').length <= SMALL_ROOM + 1
  const shown = isSmall ? confusion : confusion.filter(pair => pair.expected !== pair.fired)
  const [rows, columns] = [namesOf(shown, 'expected'), namesOf(shown, 'fired')]
  if (rows.length === 0 || rows.length > MOST_NAMES || columns.length > MOST_NAMES)
    return []
  const counts = new Map(confusion.map(pair => [JSON.stringify([pair.expected, pair.fired]), pair.count]))
  const cells = rows.map(row => [code(skillName(row)), ...columns.map(column => cell(counts.get(JSON.stringify([row, column])) ?? 0, row === column))])
  return [
    '### Routing matrix',
    table(['Expected ↓, observed →', ...columns.map(column => code(skillName(column)))], cells, columns.map((_, i) => i + 1)),
    ...isSmall ? [] : ['Only skills that were confused with another, or with none.'],
  ]
}

/** What is wrong stands out, what is right is there to compare with, and nothing is a blank that the eye can pass. */
function cell(count: number, isRight: boolean): string {
  return count === 0 ? '·' : isRight ? String(count) : `**${count}**`
}

function namesOf(pairs: Confusion[], ...sides: ('expected' | 'fired')[]): (string | null)[] {
  const skills = new Set(pairs.flatMap(pair => sides.map(side => pair[side])))
  const named = [...skills].filter(name => name !== null).sort(compareText)
  return skills.has(null) ? [...named, null] : named
}
