import type { Finding, Position } from '../catalog/finding.ts'
import type { Evaluation } from './evaluation.ts'

/** How each text of the template begins that has to be replaced. */
export const TO_REPLACE = 'REPLACE:'

export const UNFINISHED_RULE = 'dataset/unfinished'

/**
 * The template's own text, which no user would say and no agent can meet. It warns, so that a dataset that was just begun is not red;
 * the paid tests of the evaluation, and of no other, wait until the text is replaced.
 */
export function unfinishedRule(file: string, evaluation: Evaluation): Finding[] {
  const { positions } = evaluation
  const left = [
    ...toReplace('prompt', [evaluation.prompt], [positions.prompt]),
    ...toReplace('expected_behavior', evaluation.expectedBehavior, positions.expectedBehavior),
    ...toReplace('unexpected_behavior', evaluation.unexpectedBehavior, positions.unexpectedBehavior),
  ]
  const [first] = left
  if (!first)
    return []
  const keys = [...new Set(left.map(({ key }) => `\`${key}\``))]
  return [{
    rule: UNFINISHED_RULE,
    severity: 'warning',
    file,
    id: evaluation.id,
    ...(first.place ?? positions.start),
    message: `Evaluation \`${evaluation.id}\` holds the template's text in ${keys.join(', ')}. Replace what begins with \`${TO_REPLACE}\`, then its paid tests run.`,
    blocks: false,
  }]
}

function toReplace(key: string, texts: string[], places: Position[]): { key: string, place: Position | undefined }[] {
  return texts.flatMap((text, index) => text.startsWith(TO_REPLACE) ? [{ key, place: places[index] }] : [])
}
