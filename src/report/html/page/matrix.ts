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
  /** Of all cells but that of the prompts which are rightly nobody's: they are many, and next to them all others look alike. */
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
  const names = [...new Set([...room, ...all.flatMap(cell => [cell.expected, cell.fired])])].filter(name => name !== null).sort()
  const shown = names.length <= most ? names : mostConfused(all, names, most)
  return {
    expected: [...shown.filter(name => !name.startsWith('other:') || all.some(cell => cell.expected === name)), null],
    fired: [...shown, null],
    cells,
    largest: Math.max(1, ...all.filter(cell => cell.expected !== null || cell.fired !== null).map(cell => cell.count)),
    hidden: names.length - shown.length,
  }
}

/** Names in the order of the wrong answers that they have part in, pair by pair, so that both ends of a mistake are there. */
function mostConfused(cells: readonly Cell[], names: readonly string[], most: number): string[] {
  const wrong = cells.filter(cell => cell.expected !== cell.fired).sort((a, b) => b.count - a.count)
  const ranked = [...wrong.flatMap(cell => [cell.expected, cell.fired]), ...names].filter(name => name !== null)
  return [...new Set(ranked)].slice(0, most).sort()
}
