import type { JudgeCost } from './result.ts'

/** A line that the judge is asked about. */
export interface JudgedLine {
  /** How the judge names it in its answer: `1`, `2` and so on. */
  id: string
  kind: 'expected_behavior' | 'unexpected_behavior'
  statement: string
}

/** The judge's answer to one line: whether the expectation is met, so that `pass` of an `unexpected_behavior` means that it did not happen. */
export interface JudgedAnswer {
  kind: JudgedLine['kind']
  statement: string
  pass: boolean
  /** The judge's reason, and what it cites. */
  reason: string
  /** How many of the votes were for a pass. */
  votes: { pass: number, of: number }
}

/** What is kept of a judgement, as `judge.json`. Plain data. */
export interface JudgeRecord {
  /** Raised when a reader of the old one would misunderstand the new one. */
  version: 1
  cost: JudgeCost
  /** Characters of evidence that the judge was given at most, and how many were cut from the middle. */
  evidence: { budget: number, cut: number }
  answers: JudgedAnswer[]
  /** Each call to the judge in order: what it printed, and what was wrong with its answer (`null`: nothing). */
  calls: { output: string, problem: string | null }[]
  /** Why there are no answers; `null` when all lines were answered. */
  error: string | null
}
