import type { RoutingCase } from './result.ts'
import { isOtherSkill } from './names.ts'

/** How one skill did in the crowd. Only graded evaluations count, except in `errors`. */
export interface SkillSummary {
  skill: string
  /** Evaluations in which it should fire, and in which it did. */
  expected: number
  correct: number
  /** Nothing fired in its place, or another skill did. */
  missed: number
  lostToOtherSkill: number
  firedTotal: number
  firedWhenNotExpected: number
  /** Evaluations that expected it and could not be measured. */
  errors: number
  /** `correct / expected`; `null` when it was never expected. */
  recall: number | null
  /** `correct / firedTotal`; `null` when it never fired. */
  precision: number | null
}

/** How often `fired` answered an evaluation that expected `expected`. `null` is no skill. */
export interface Confusion {
  expected: string | null
  fired: string | null
  count: number
}

/**
 * The skill that answered for an evaluation. That is the observed one; for a `false_trigger` without one, it is the
 * skill of the room that the agent tried to load: reported as "no skill", the mistake would look like none.
 */
export function firedSkill(one: RoutingCase): string | null {
  if (one.observed !== null || one.verdict !== 'false_trigger')
    return one.observed
  return one.activations.find(load => !isOtherSkill(load.skill))?.skill ?? null
}

/** Adds up evaluations skill by skill. */
export function skillSummaries(cases: RoutingCase[]): SkillSummary[] {
  const bySkill = new Map<string, SkillSummary>()
  const of = (skill: string): SkillSummary => {
    const entry = bySkill.get(skill) ?? { skill, expected: 0, correct: 0, missed: 0, lostToOtherSkill: 0, firedTotal: 0, firedWhenNotExpected: 0, errors: 0, recall: null, precision: null }
    bySkill.set(skill, entry)
    return entry
  }
  for (const one of cases) {
    if (one.verdict === 'error') {
      if (one.expected !== null)
        of(one.expected).errors++
      continue
    }
    const fired = firedSkill(one)
    if (one.expected !== null) {
      const expected = of(one.expected)
      expected.expected++
      if (fired === one.expected)
        expected.correct++
      else if (fired === null)
        expected.missed++
      else
        expected.lostToOtherSkill++
    }
    if (fired !== null && !isOtherSkill(fired)) {
      const entry = of(fired)
      entry.firedTotal++
      if (fired !== one.expected)
        entry.firedWhenNotExpected++
    }
  }
  return [...bySkill.values()]
    .map(entry => ({ ...entry, recall: ratio(entry.correct, entry.expected), precision: ratio(entry.correct, entry.firedTotal) }))
    .sort((a, b) => a.skill < b.skill ? -1 : a.skill > b.skill ? 1 : 0)
}

/** Counts the pairs of expected and fired skill. */
export function confusionsOf(graded: RoutingCase[]): Confusion[] {
  const pairs = new Map<string, Confusion>()
  for (const one of graded) {
    const fired = firedSkill(one)
    const key = JSON.stringify([one.expected, fired])
    const pair = pairs.get(key) ?? { expected: one.expected, fired, count: 0 }
    pair.count++
    pairs.set(key, pair)
  }
  return [...pairs.values()].sort((a, b) => b.count - a.count)
}

function ratio(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole
}
