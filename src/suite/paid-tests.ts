import type { Evaluation } from '../dataset/evaluation.ts'
import type { ResolvedOptions } from '../options/resolved-options.ts'
import type { DatasetEntry, OwnedDataset, Snapshot } from './catalog-index.ts'

/** An evaluation and where it stands in its dataset. */
export type Placed = [index: number, evaluation: Evaluation]

/** The evaluations of a dataset that have a test in each paid tier. */
export function paidTests({ dataset }: DatasetEntry, inRoom: boolean, { tiers, extended }: Pick<ResolvedOptions, 'tiers' | 'extended'>): Record<'routing' | 'behavior', Placed[]> {
  const graded = extended || dataset.kind !== 'extended' ? [...dataset.evaluations.entries()] : []
  return {
    routing: tiers.includes('routing') && inRoom ? graded : [],
    behavior: tiers.includes('behavior') ? graded.filter(([, evaluation]) => evaluation.shouldTrigger && evaluation.hasBehavior) : [],
  }
}

/** Whether the evaluations of a dataset take part in routing. */
export function isInRoom({ owner }: OwnedDataset, { room }: Snapshot): boolean {
  return owner ? room.has(owner.skill.name) : room.size > 0
}
