import type { OverlapEstimate, OverlapMiss } from '../structure/overlap.ts'

const miss: OverlapMiss = { skill: 'pdf-tools', id: 'pdf-index', file: '/repo/skills/pdf-tools/evals/evals.json', line: 7, column: 17, rank: 2, first: 'sql-review', words: ['index', 'slow'], ownerWords: ['page'] }

/** An estimate with an entry of each kind. */
export const overlap: OverlapEstimate = {
  skills: 3,
  positives: 5,
  first: 3,
  amongThree: 4,
  perSkill: [{ skill: 'pdf-tools', positives: 5, first: 3, amongThree: 4 }],
  missed: [miss, { ...miss, id: 'pdf-hello', rank: null, first: null, words: [], ownerWords: [] }],
  nearMisses: { count: 3, ownerFirst: 1, unlike: 1, otherFirst: [{ ...miss, id: 'pdf-not-sql' }] },
  pairCount: 1,
  pairs: [{ skills: ['pdf-merge', 'pdf-tools'], likeness: 0.6, words: [[], ['split', 'rotate']] }],
}
