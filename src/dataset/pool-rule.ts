import type { Finding } from '../catalog/finding.ts'
import type { Evaluation } from './evaluation.ts'

/** A pool belongs to no skill, so no skill could be the right one. */
export function poolRule(file: string, evaluation: Evaluation): Finding[] {
  if (!evaluation.shouldTrigger)
    return []
  return [{
    rule: 'dataset/pool-positive',
    severity: 'error',
    file,
    id: evaluation.id,
    ...evaluation.positions.shouldTrigger,
    message: `Evaluation \`${evaluation.id}\` should trigger, but a pool of unrelated prompts belongs to no skill. Write \`false\`, or move it into the dataset of the skill.`,
    blocks: true,
  }]
}
