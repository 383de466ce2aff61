import type { HistoryPoint, SkillPoint } from './history.ts'

/** How often the evaluations of one skill changed their answer from one report to the next. */
export interface Flakiness {
  skill: string
  /** Answers that changed, of `compared` pairs of answers. */
  changed: number
  compared: number
  /** Evaluations that changed at least once, as `tier:id`. */
  evaluations: string[]
}

/**
 * Compares each report with the one before it, skill by skill. Errors are no answers. A skill whose number of evaluations differs
 * between two reports is not compared there: an evaluation that is new has changed nothing.
 */
export function flakiness(points: readonly HistoryPoint[]): Flakiness[] {
  const names = [...new Set(points.flatMap(point => Object.keys(point.skills)))].sort()
  return names.map((skill) => {
    const rows = points.flatMap(point => Object.hasOwn(point.skills, skill) ? point.skills[skill] ?? [] : [])
    const pairs = rows.slice(1).flatMap((row, index) => compare(rows[index], row))
    return {
      skill,
      changed: pairs.reduce((sum, pair) => sum + pair.changed.length, 0),
      compared: pairs.reduce((sum, pair) => sum + pair.compared, 0),
      evaluations: [...new Set(pairs.flatMap(pair => pair.changed))].sort(),
    }
  })
}

function compare(before: SkillPoint | undefined, after: SkillPoint): { changed: string[], compared: number }[] {
  if (!before || before.evaluations !== after.evaluations)
    return []
  const unknown = new Set([...before.errors, ...after.errors])
  const [was, is] = [new Set(before.failed), new Set(after.failed)]
  const changed = [...new Set([...was, ...is])].filter(key => !unknown.has(key) && was.has(key) !== is.has(key))
  return [{ changed, compared: after.evaluations - unknown.size }]
}
