import type { OverlapEstimate, OverlapMiss } from '../structure/overlap.ts'
import type { RatioJson } from './json-parts.ts'

/** The overlap estimate in `report.json` and in that of `skill-evals structural`. */
export interface OverlapJson {
  /** It is no measurement: no agent was asked. */
  estimate: true
  skills: number
  positives: number
  first: number
  among_three: number
  /** `first / positives`; `null` without a positive evaluation. */
  top_1: RatioJson
  top_3: RatioJson
  per_skill: { skill: string, positives: number, first: number, among_three: number }[]
  missed: OverlapMissJson[]
  near_misses: { count: number, owner_first: number, unlike: number, other_first: OverlapMissJson[] }
  /** All pairs; `pairs` has the hundred most alike. */
  pair_count: number
  pairs: OverlapEstimate['pairs']
}

/** An evaluation whose words speak of another skill. */
export interface OverlapMissJson {
  skill: string
  id: string
  /** Place of the owner; `null` when it has no word of the prompt. */
  rank: number | null
  first: string | null
  words: string[]
  owner_words: string[]
  file: string
  line: number
  column: number
}

/** The estimate for other programs. `shown` makes of an absolute path what is written. */
export function overlapJson(estimate: OverlapEstimate, shown: (file: string) => string): OverlapJson {
  const { skills, positives, first, amongThree, perSkill, missed, nearMisses, pairCount, pairs } = estimate
  const missJson = ({ skill, id, rank, first, words, ownerWords, file, line, column }: OverlapMiss): OverlapMissJson =>
    ({ skill, id, rank, first, words, owner_words: ownerWords, file: shown(file), line, column })
  return {
    estimate: true,
    skills,
    positives,
    first,
    among_three: amongThree,
    top_1: positives === 0 ? null : first / positives,
    top_3: positives === 0 ? null : amongThree / positives,
    per_skill: perSkill.map(row => ({ skill: row.skill, positives: row.positives, first: row.first, among_three: row.amongThree })),
    missed: missed.map(missJson),
    near_misses: { count: nearMisses.count, owner_first: nearMisses.ownerFirst, unlike: nearMisses.unlike, other_first: nearMisses.otherFirst.map(missJson) },
    pair_count: pairCount,
    pairs,
  }
}
