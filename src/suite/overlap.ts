import type { Finding } from '../catalog/finding.ts'
import type { ResolvedOptions } from '../options/resolved-options.ts'
import type { OverlapEstimate } from '../structure/overlap.ts'
import type { Snapshot } from './catalog-index.ts'
import type { EndedTest } from './ended-test.ts'
import { wasChosen } from './ended-test.ts'

const estimates = new WeakMap<Snapshot, Promise<OverlapEstimate | null>>()

/**
 * The overlap estimate of the room, made once for each state of the catalog and only when somebody asks, so that a run that does not show it
 * pays nothing. `null` where the options want none, or there is nothing to choose between.
 */
export function overlapOf(snapshot: Snapshot, options: ResolvedOptions): Promise<OverlapEstimate | null> {
  if (options.overlap === null || !options.tiers.includes('structure'))
    return Promise.resolve(null)
  const known = estimates.get(snapshot)
  if (known)
    return known
  const estimate = import('../structure/overlap.ts').then(({ estimateOverlap }) => estimateOverlap(roomOf(snapshot, options)))
  estimates.set(snapshot, estimate)
  return estimate
}

/** Whether a run checked every dataset: beside one file of a catalog, or one evaluation, an estimate for all of it tells nothing. */
export function checkedAll(tests: readonly EndedTest[], { byDatasetFile }: Snapshot): boolean {
  const structure = tests.filter(test => test.meta?.tier === 'structure')
  const files = new Set(structure.map(test => test.file))
  return structure.every(wasChosen) && [...byDatasetFile.keys()].every(file => files.has(file))
}

/** What is below the floor, by dataset; `null` without a floor, or without an estimate. */
export async function belowFloor(snapshot: Snapshot, options: ResolvedOptions): Promise<Map<string, Finding[]> | null> {
  const floor = options.overlap?.floor ?? null
  const estimate = floor === null ? null : await overlapOf(snapshot, options)
  if (floor === null || estimate === null)
    return null
  const datasets = roomOf(snapshot, options).flatMap(skill => skill.datasets)
  const { overlapFindings } = await import('../structure/overlap-floor.ts')
  return overlapFindings(estimate, datasets.filter(dataset => dataset.evaluations.some(evaluation => evaluation.shouldTrigger)).map(dataset => dataset.file), floor)
}

function roomOf({ skills, room }: Snapshot, { extended }: ResolvedOptions): Parameters<typeof import('../structure/overlap.ts').estimateOverlap>[0] {
  return skills.filter(({ skill }) => room.has(skill.name)).map(({ skill, description, datasets }) => ({
    name: skill.name,
    description,
    datasets: datasets.map(({ dataset }) => dataset).filter(({ kind }) => extended || kind !== 'extended'),
  }))
}
