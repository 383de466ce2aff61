import type { Screen } from './paint.ts'
import { wrap } from './columns.ts'

const LABEL = 11

/** Columns that are left beside a label. */
export function besideLabel(screen: Screen): number {
  return screen.width - LABEL - 2
}

/** A line with its name before it. */
export function label(name: string, text: string, { paint }: Screen): string {
  return `${paint.dim(name.padStart(LABEL))}  ${text}`
}

/** A text of any length with its name before its first line. */
export function labelled(name: string, text: string, screen: Screen, color = (line: string): string => line): string[] {
  return wrap(text, besideLabel(screen)).map((line, index) => label(index === 0 ? name : '', color(line), screen))
}
