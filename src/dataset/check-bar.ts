import type { Finding } from '../catalog/finding.ts'
import type { Dataset } from './evaluation.ts'

/** What a dataset must hold at least. */
export interface Bar {
  /**
   * Evaluations that should trigger.
   * @default 3
   */
  positive: number
  /**
   * Evaluations that should not trigger.
   * @default 2
   */
  negative: number
  /**
   * Of the former, those with a line in `expected_behavior` or `unexpected_behavior`.
   * @default 1
   */
  judged: number
}

/** The bar when the options say nothing. */
export const DEFAULT_BAR: Bar = { positive: 3, negative: 2, judged: 1 }

/**
 * Compares a dataset with the bar. Only `evals.json` counts. An entry that could not be read counts for whatever is
 * missing, so that one typo is one finding and not two. No dialect but ours can be held to it: most of them cannot say that a skill should
 * not trigger.
 */
export function checkBar(dataset: Dataset, bar: Bar = DEFAULT_BAR): Finding[] {
  if (dataset.kind !== 'evals' || dataset.dropped === null || dataset.dialect !== null)
    return []
  const positive = dataset.evaluations.filter(evaluation => evaluation.shouldTrigger)
  const judged = positive.filter(evaluation => evaluation.expectedBehavior.length + evaluation.unexpectedBehavior.length > 0)
  const counts = [
    { rule: 'positive', has: positive.length, needs: bar.positive, what: 'with `"skill_should_trigger": true`', advice: 'Add prompts that a user of this skill would type.' },
    { rule: 'negative', has: dataset.evaluations.length - positive.length, needs: bar.negative, what: 'with `"skill_should_trigger": false`', advice: 'Add prompts that are close to the skill and not its job.' },
    { rule: 'judged', has: judged.length, needs: bar.judged, what: 'with `expected_behavior` or `unexpected_behavior`', advice: 'Add to one that should trigger what the agent has to do, or must not do.' },
  ]
  const dropped = dataset.dropped
  return counts.filter(({ has, needs }) => has + dropped < needs).map(({ rule, has, needs, what, advice }) => ({
    rule: `dataset/bar-${rule}`,
    severity: 'error',
    file: dataset.file,
    ...dataset.start,
    message: `The dataset${dataset.skill === null ? '' : ` of \`${dataset.skill}\``} has ${has} ${has === 1 ? 'evaluation' : 'evaluations'} ${what}, and needs at least ${needs}. ${advice}`,
    blocks: false,
  }))
}
