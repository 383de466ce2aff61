import type { ComparedAgents } from '../compare-agents.ts'
import type { ChangedEvaluation, Comparison } from '../compare.ts'
import type { Answer } from '../paired-figures.ts'
import { changeInWords, leftOutInWords, runInWords, tierInWords, tierRows } from '../comparison-wording.ts'
import { some } from '../wording.ts'
import { keyOf } from './page-evaluation.ts'

/** The difference to an earlier report, in the words of the terminal. Plain data. */
export interface PageComparison {
  before: { name: string, run: string }
  after: { name: string, run: string }
  /** Why the answers mean nothing. */
  reasons: string[]
  notes: string[]
  tiers: {
    title: string
    answer: Answer
    /** What is compared: a name and a sentence each. */
    rows: { name: string, text: string }[]
    changed: { key: string, id: string, direction: ChangedEvaluation['direction'], text: string }[]
    leftOut: string[]
  }[]
}

/** What the page of each agent says of the comparison with itself; `null` of one that has no counterpart. */
export function pageComparisons({ pairs }: ComparedAgents, agents: readonly string[], names: { before: string, after: string }): (PageComparison | null)[] {
  return agents.map((agent) => {
    // without a name it is the one agent of both reports
    const pair = pairs.find(({ name }) => name === null || name === agent)
    return pair ? pageComparison(pair.comparison, names) : null
  })
}

const rowNames = { before: 'Before', after: 'After', difference: 'Difference', spent: 'Spent' }

function pageComparison({ before, after, tiers, reasons, notes }: Comparison, names: { before: string, after: string }): PageComparison {
  return {
    before: { name: names.before, run: runInWords(before) },
    after: { name: names.after, run: runInWords(after) },
    reasons,
    notes,
    tiers: tiers.map(tier => ({
      title: tierInWords(tier),
      answer: tier.answer,
      rows: tierRows(tier).map(({ name, text }) => ({ name: rowNames[name], text })),
      changed: tier.changed.map(one => ({ key: keyOf(tier.tier, one.id), id: one.id, direction: one.direction, text: changeInWords(one) })),
      leftOut: leftOutInWords(tier, some),
    })),
  }
}
