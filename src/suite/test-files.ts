import type { ResolvedOptions } from '../options/resolved-options.ts'
import type { OwnedDataset, Snapshot } from './catalog-index.ts'
import path from 'node:path'
import { escapePath } from 'tinyglobby'

/** Vitest's `include` and `exclude` for the project. */
export interface TestFiles {
  include: string[]
  exclude: string[]
}

/**
 * Globs, and not the files that are there now: in watch mode new skills must be found. What the globs match and the
 * catalog does not count (a second way to a linked skill, our own records) is excluded.
 */
export function testFiles(snapshot: Snapshot, options: ResolvedOptions): TestFiles {
  // Vitest fails a file that holds no test
  const names = [...options.tiers.includes('structure') ? ['SKILL.md'] : [], 'evals/evals.json', 'evals/extended_evals.json']
  const relative = (file: string): string => escapePath(path.relative(options.root, file).replaceAll('\\', '/'))
  return {
    include: [
      ...options.skills.flatMap(glob => names.map(name => `${glob.replace(/\/+$/, '')}/${name}`)),
      ...options.negatives.map(relative),
      // of other names than ours nobody knows before they are read, so they are named one by one
      ...[...snapshot.byDatasetFile.values()].filter(({ owner }) => owner !== null && options.datasets.dialects).map(({ entry }) => relative(entry.dataset.file)),
      ...options.tiers.includes('structure') ? [...snapshot.byDocFile.keys()].map(relative) : [],
    ],
    exclude: [
      `${relative(options.reportDir)}/**`,
      ...snapshot.skills.flatMap(({ skill }) => skill.aliases.map(dir => `${relative(dir)}/**`)),
      ...snapshot.unrunnable.map(relative),
      ...[...snapshot.byDatasetFile.values()].filter(owned => isEmpty(owned, snapshot, options)).map(({ entry }) => relative(entry.dataset.file)),
    ],
  }
}

/** The test files that are there, by absolute path. */
export function listTestFiles(snapshot: Snapshot, options: ResolvedOptions): string[] {
  const free = options.tiers.includes('structure') ? [...snapshot.bySkillFile.keys(), ...snapshot.byDocFile.keys()] : []
  const datasets = [...snapshot.byDatasetFile].filter(([, owned]) => !isEmpty(owned, snapshot, options)).map(([file]) => file)
  return [...free, ...datasets].filter(file => !snapshot.unrunnable.includes(file))
}

/** A sound dataset of which no tier has a test. One that is not sound stays, since nobody else says that it was not measured. */
export function isEmpty({ entry, owner }: OwnedDataset, { room }: Snapshot, { tiers, extended }: ResolvedOptions): boolean {
  const { evaluations, kind } = entry.dataset
  if (tiers.includes('structure') || entry.heldBack)
    return false
  const graded = extended || kind !== 'extended' ? evaluations : []
  const routes = tiers.includes('routing') && graded.length > 0 && (!owner || room.has(owner.skill.name))
  return !routes && !(tiers.includes('behavior') && graded.some(evaluation => evaluation.shouldTrigger && evaluation.hasBehavior))
}
