import type { Finding } from '../catalog/finding.ts'
import type { Dataset, Evaluation } from './evaluation.ts'

interface Use { dataset: Dataset, evaluation: Evaluation }

/**
 * Ids are unique over the whole catalog: a routing run pools all datasets, and records, reports and `-t` know an
 * evaluation by its id alone. Every use of a doubled id is reported and names another one.
 * @param datasets all that take part, extended ones and pools included
 */
export function checkIds(datasets: Dataset[]): Finding[] {
  const uses = new Map<string, Use[]>()
  for (const dataset of datasets) {
    for (const evaluation of dataset.evaluations) {
      const known = uses.get(evaluation.id)
      if (known)
        known.push({ dataset, evaluation })
      else
        uses.set(evaluation.id, [{ dataset, evaluation }])
    }
  }
  return [...uses.values()].filter(group => group.length > 1).flatMap(group => group.map((use, index) => doubled(use, group[index === 0 ? 1 : 0] ?? use)))
}

function doubled({ dataset, evaluation }: Use, other: Use): Finding {
  const place = other.evaluation.positions.id
  return {
    rule: 'dataset/duplicate-id',
    severity: 'error',
    file: dataset.file,
    id: evaluation.id,
    ...evaluation.positions.id,
    message: `The id \`${evaluation.id}\` is also used at ${other.dataset.file}:${place.line}:${place.column}. Ids are unique over all skills, extended datasets and pools: rename one.`,
    related: [{ file: other.dataset.file, ...place, message: `another evaluation \`${evaluation.id}\`` }],
    blocks: true,
  }
}
