import type { Finding } from '../catalog/finding.ts'
import type { Dataset, Evaluation } from './evaluation.ts'

/**
 * Warns of one prompt with two answers. In one room the prompt gives one result, so one of the two evaluations fails
 * whatever the skills do.
 * @param datasets all that take part, extended ones and pools included
 */
export function checkPrompts(datasets: Dataset[]): Finding[] {
  const first = new Map<string, { dataset: Dataset, evaluation: Evaluation }>()
  const findings: Finding[] = []
  for (const dataset of datasets) {
    for (const evaluation of dataset.evaluations) {
      const prompt = evaluation.prompt.trim()
      const earlier = first.get(prompt)
      if (!earlier)
        first.set(prompt, { dataset, evaluation })
      else if (earlier.evaluation.expected !== evaluation.expected || earlier.evaluation.shouldTrigger !== evaluation.shouldTrigger)
        findings.push(contradiction(dataset, evaluation, earlier))
    }
  }
  return findings
}

function contradiction(dataset: Dataset, evaluation: Evaluation, earlier: { dataset: Dataset, evaluation: Evaluation }): Finding {
  const place = earlier.evaluation.positions.prompt
  const id = earlier.evaluation.id
  return {
    rule: 'dataset/contradiction',
    severity: 'warning',
    file: dataset.file,
    id: evaluation.id,
    ...evaluation.positions.prompt,
    message: `Evaluation \`${evaluation.id}\` wants ${wanted(evaluation)} for the prompt for which \`${id}\` (${earlier.dataset.file}:${place.line}:${place.column}) wants ${wanted(earlier.evaluation)}. One of them has to fail: change one.`,
    related: [{ file: earlier.dataset.file, ...place, message: `the same prompt in \`${id}\`` }],
    blocks: false,
  }
}

function wanted(evaluation: Evaluation): string {
  return evaluation.shouldTrigger ? `the skill \`${evaluation.expected ?? 'of its dataset'}\`` : 'no skill'
}
