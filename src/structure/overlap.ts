import type { Dataset, Evaluation } from '../dataset/evaluation.ts'
import type { LikePair, Termed } from './likeness.ts'
import type { Ranking } from './rank-skills.ts'
import { compareText } from '../catalog/compare-text.ts'
import { compareLikeness, eachLikePair } from './likeness.ts'
import { skillRanker } from './rank-skills.ts'
import { termsOf } from './terms.ts'

/** Share of words in common from which two descriptions can hardly be told apart. */
const HARDLY_APART = 0.5

/** Nobody reads more, and a catalog of a thousand skills that are all alike has half a million. */
const MOST_PAIRS = 100

interface Described extends Termed {
  /** The word that each term stands for. */
  words: Map<string, string>
}

/** A skill of the room with what its datasets ask. */
export interface OverlapSkill {
  name: string
  description: string | null
  datasets: Pick<Dataset, 'file' | 'evaluations'>[]
}

/** An evaluation for which the words speak of another skill than its owner. */
export interface OverlapMiss {
  skill: string
  id: string
  /** Absolute path and place of the prompt. */
  file: string
  line: number
  column: number
  /** Place of the owner among all skills, from 1; `null` when no word of the prompt is in its name or description. */
  rank: number | null
  /** The skill whose name and description fit the prompt best; `null` when none has a word of it. */
  first: string | null
  /** Words of the prompt that this skill has, and that the owner has, those that few skills have first. */
  words: string[]
  ownerWords: string[]
}

/** How many positive evaluations there are, and for how many their skill is first, or among the first three. */
export interface OverlapRate {
  positives: number
  first: number
  amongThree: number
}

/** Two skills whose descriptions have at least half of their words in common. */
export interface OverlapPair {
  skills: [string, string]
  /** Words in common, of all words of both: 0 to 1. */
  likeness: number
  /** What tells them apart: the words that only the first has, and that only the second has. */
  words: [string[], string[]]
}

/**
 * Which skill the words of each prompt speak of. **An estimate**: no agent is asked, and an agent understands more than words. Plain data.
 */
export interface OverlapEstimate extends OverlapRate {
  /** Skills that were ranked: those of the room. */
  skills: number
  /** By name; skills with a positive evaluation. */
  perSkill: ({ skill: string } & OverlapRate)[]
  /** Positive evaluations for which another skill is first, or none. */
  missed: OverlapMiss[]
  nearMisses: {
    count: number
    /** The owner is first, as should be: only what the agent understands can keep it from firing. */
    ownerFirst: number
    /** No skill has a word of it: it is not near. */
    unlike: number
    /** Another skill is first. No skill may fire for a near miss, so that one that rightly fires makes it fail. */
    otherFirst: OverlapMiss[]
  }
  /** How many pairs there are. */
  pairCount: number
  /** The hundred most alike of them, those first. */
  pairs: OverlapPair[]
}

/**
 * Ranks the names and descriptions of a room for every prompt of its datasets, by BM25 over stemmed words. Equal scores are in the
 * order of the names. The same files give the same estimate on every machine.
 * @returns `null` when there is nothing to choose between (fewer than two skills) or nothing to rank for.
 */
export function estimateOverlap(room: readonly OverlapSkill[]): OverlapEstimate | null {
  const skills = [...room].sort((a, b) => compareText(a.name, b.name))
  if (skills.length < 2 || skills.every(skill => skill.datasets.every(dataset => dataset.evaluations.length === 0)))
    return null
  const rank = skillRanker(skills)
  const asked = skills.flatMap(({ name, datasets }) => datasets.flatMap(({ file, evaluations }) => evaluations.map(evaluation => missOf(name, file, evaluation, rank(evaluation.prompt)))))
  const positives = asked.filter(one => one.positive)
  const nearMisses = asked.filter(one => !one.positive)
  return {
    skills: skills.length,
    ...rateOf(positives),
    perSkill: skills.map(({ name }) => ({ skill: name, ...rateOf(positives.filter(one => one.miss.skill === name)) })).filter(row => row.positives > 0),
    missed: positives.map(one => one.miss).filter(miss => miss.rank !== 1),
    nearMisses: {
      count: nearMisses.length,
      ownerFirst: nearMisses.filter(({ miss }) => miss.rank === 1).length,
      unlike: nearMisses.filter(({ miss }) => miss.first === null).length,
      otherFirst: nearMisses.map(one => one.miss).filter(miss => miss.first !== null && miss.rank !== 1),
    },
    ...pairsOf(skills),
  }
}

interface Asked { positive: boolean, miss: OverlapMiss }

function missOf(skill: string, file: string, { id, shouldTrigger, positions }: Evaluation, { names, wordsOf }: Ranking): Asked {
  const place = names.indexOf(skill)
  const [first] = names
  return {
    positive: shouldTrigger,
    miss: { skill, id, file, ...positions.prompt, rank: place < 0 ? null : place + 1, first: first ?? null, words: first === undefined ? [] : wordsOf(first), ownerWords: wordsOf(skill) },
  }
}

function rateOf(positives: Asked[]): OverlapRate {
  return {
    positives: positives.length,
    first: positives.filter(({ miss }) => miss.rank === 1).length,
    amongThree: positives.filter(({ miss }) => miss.rank !== null && miss.rank <= 3).length,
  }
}

function pairsOf(skills: OverlapSkill[]): Pick<OverlapEstimate, 'pairs' | 'pairCount'> {
  const described = skills.map(({ name, description }) => {
    const words = termsOf(description ?? '')
    return { name, words, terms: new Set(words.keys()) }
  })
  let pairCount = 0
  let kept: LikePair<Described>[] = []
  eachLikePair(described, HARDLY_APART, (pair) => {
    pairCount++
    kept.push(pair)
    if (kept.length >= 20 * MOST_PAIRS)
      kept = mostAlike(kept)
  })
  return { pairCount, pairs: mostAlike(kept).map(({ one, other, likeness }) => ({ skills: [one.name, other.name], likeness, words: [wordsBut(one, other), wordsBut(other, one)] })) }
}

function mostAlike(pairs: LikePair<Described>[]): LikePair<Described>[] {
  return pairs.sort(compareLikeness).slice(0, MOST_PAIRS)
}

function wordsBut({ words }: Described, other: Described): string[] {
  return [...words].filter(([term]) => !other.terms.has(term)).map(([, word]) => word)
}
