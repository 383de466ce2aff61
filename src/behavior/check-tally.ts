import type { Check, CheckTally } from './result.ts'

/** How each check went over several runs of an evaluation, in the order of the dataset. A run that ended in an error has no checks. */
export function tallyChecks(runs: readonly { checks: readonly Check[] }[]): CheckTally[] {
  const tallies = new Map<string, CheckTally>()
  for (const check of runs.flatMap(run => run.checks)) {
    const { kind, text, line, column, passed } = check
    const key = checkKey(check)
    const tally = tallies.get(key) ?? { kind, text, line, column, graded: 0, met: 0 }
    tallies.set(key, tally)
    tally.graded += passed === null ? 0 : 1
    tally.met += passed === true ? 1 : 0
  }
  return [...tallies.values()]
}

/** The same for a check of one run and that of another, and for no two checks of one. */
export function checkKey({ kind, text, line, column }: Pick<Check, 'kind' | 'text' | 'line' | 'column'>): string {
  return JSON.stringify([kind, line, column, text])
}
