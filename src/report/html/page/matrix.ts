import type { PageEvaluation } from '../page-evaluation.ts'

/** One field of the routing matrix. */
export interface Cell {
  /** `null` is no skill. */
  expected: string | null
  fired: string | null
  count: number
}

/** Which skill should have fired and which did, over all that was graded. */
export interface Matrix {
  /** Rows and columns, `null` last. */
  expected: (string | null)[]
  fired: (string | null)[]
  cells: Map<string, Cell>
  /** Of all cells. */
  largest: number
  /** Skills that are left out since nothing went wrong with them. */
  hidden: number
}

/** Names a cell. */
export function cellKey(expected: string | null, fired: string | null): string {
  return JSON.stringify([expected, fired])
}

/**
 * Counts graded routing evaluations.
 *
 * @param evaluations of both tiers.
 * @param room skills that could have fired.
 * @param most rows and columns at most: those with the most wrong answers. Default: all.
 */
export function matrixOf(evaluations: readonly PageEvaluation[], room: readonly string[], most = Infinity): Matrix {
  const cells = new Map<string, Cell>()
  for (const { tier, state, expected, fired } of evaluations) {
    if (tier !== 'routing' || state === 'error')
      continue
    const key = cellKey(expected, fired)
    const cell = cells.get(key) ?? { expected, fired, count: 0 }
    cell.count++
    cells.set(key, cell)
  }
  const all = [...cells.values()]
  const wrong = new Map<string, number>()
  for (const { expected, fired, count } of all.filter(cell => cell.expected !== cell.fired)) {
    for (const name of [expected, fired].filter(name => name !== null))
      wrong.set(name, (wrong.get(name) ?? 0) + count)
  }
  const names = [...new Set([...room, ...all.flatMap(cell => [cell.expected, cell.fired])])].filter(name => name !== null).sort()
  const shown = names.length <= most ? names : names.toSorted((a, b) => (wrong.get(b) ?? 0) - (wrong.get(a) ?? 0)).slice(0, most).sort()
  return {
    expected: [...shown.filter(name => !name.startsWith('other:') || all.some(cell => cell.expected === name)), null],
    fired: [...shown, null],
    cells,
    largest: Math.max(1, ...all.map(cell => cell.count)),
    hidden: names.length - shown.length,
  }
}
