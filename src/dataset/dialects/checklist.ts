import type { Position } from '../../catalog/finding.ts'
import type { DialectName, Fate, Remark } from './row.ts'
import { groupBy } from '../../catalog/group-by.ts'

/** What became of one field of a file. */
export interface ChecklistLine {
  field: string
  fate: Fate
  how: string
  /** How often, and where first. */
  count: number
  at: Position
}

/** What became of one file. */
export interface FileChecklist {
  /** Absolute path. */
  file: string
  dialect: DialectName
  /** Evaluations that were read, by the skill that they went to. */
  skills: { skill: string, evaluations: number }[]
  refused: { at: Position, reason: string }[]
  fields: ChecklistLine[]
}

const order: Fate[] = ['carried', 'kept', 'ungraded', 'refused']

/** Counts remarks of one kind together: first what was carried, each kind in the order of the file. */
export function linesOf(remarks: readonly Remark[], position: (offset: number) => Position): ChecklistLine[] {
  const groups = groupBy(remarks, ({ field, fate, how }) => JSON.stringify([field, fate, how]))
  return [...groups.values()]
    .flatMap(([first, ...more]) => first ? [{ field: first.field, fate: first.fate, how: first.how, count: 1 + more.length, at: position(first.offset) }] : [])
    .sort((a, b) => order.indexOf(a.fate) - order.indexOf(b.fate))
}
