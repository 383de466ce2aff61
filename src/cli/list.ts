import type { Dataset, Evaluation } from '../dataset/evaluation.ts'
import type { Snapshot } from '../suite/catalog-index.ts'
import process from 'node:process'
import { fill, widthOf } from '../report/columns.ts'
import { oneLine } from '../report/plain-text.ts'
import { catalogOptions } from './catalog-options.ts'
import { readCatalog } from './check-catalog.ts'
import { choice, repeated, single } from './flags.ts'
import { pathFrom } from './structural-report.ts'

/** The flags of `skill-evals list`, as they were parsed. */
export interface ListFlags {
  skills?: unknown
  format?: unknown
  root?: unknown
  config?: unknown
}

/** How many evaluations of a dataset are of each kind. */
interface Kinds {
  positive: number
  nearMiss: number
  /** Of the positive ones, those of the behavior tier. */
  behavior: number
}

interface ListedSkill {
  skill: string
  /** From the root. */
  dir: string
  evals: Kinds
  extended: Kinds
}

interface Listing {
  root: string
  skills: ListedSkill[]
  /** Names of the skills that have no dataset. */
  without: string[]
  /** Evaluations of the shared pools. */
  unrelated: number
}

/**
 * Prints the skills that have a dataset, and how many evaluations of each kind. Exit code 1 when there is no skill, or a dataset could
 * not be read to its end: its figures would be too small.
 * @throws {UsageError} when a flag or an option cannot be meant
 */
export async function list(flags: ListFlags): Promise<void> {
  const format = choice('--format', flags.format, ['text', 'json'])
  const skills = repeated(flags.skills)
  const projects = await catalogOptions({ root: single('--root', flags.root), config: single('--config', flags.config) }, skills ? { skills } : {})
  const snapshots = projects.map(options => readCatalog(options))
  const root = projects[0]?.root ?? ''
  const listing = listingOf(snapshots, root)
  process.stdout.write(format === 'json' ? `${JSON.stringify(listing, null, 2)}\n` : textOf(listing))
  const faults = faultsOf(snapshots, root)
  faults.forEach(fault => console.error(fault))
  process.exitCode = faults.length > 0 ? 1 : 0
}

function listingOf(snapshots: Snapshot[], root: string): Listing {
  const entries = [...new Map(snapshots.flatMap(snapshot => snapshot.skills.map(entry => [entry.skill.file, entry]))).values()]
  const pools = new Map(snapshots.flatMap(snapshot => snapshot.pools.map(({ dataset }) => [dataset.file, dataset])))
  const ofKind = (datasets: Dataset[], kind: Dataset['kind']): Kinds => kindsOf(datasets.filter(dataset => dataset.kind === kind).flatMap(dataset => dataset.evaluations))
  return {
    root,
    skills: entries.filter(entry => entry.datasets.length > 0).map(({ skill, datasets }) => {
      const all = datasets.map(({ dataset }) => dataset)
      return { skill: skill.name, dir: pathFrom(root, skill.dir), evals: ofKind(all, 'evals'), extended: ofKind(all, 'extended') }
    }),
    without: entries.filter(entry => entry.datasets.length === 0).map(({ skill }) => skill.name),
    unrelated: [...pools.values()].reduce((sum, pool) => sum + pool.evaluations.length, 0),
  }
}

function kindsOf(evaluations: Evaluation[]): Kinds {
  const positive = evaluations.filter(evaluation => evaluation.shouldTrigger)
  return { positive: positive.length, nearMiss: evaluations.length - positive.length, behavior: positive.filter(evaluation => evaluation.hasBehavior).length }
}

function textOf({ skills, without, unrelated }: Listing): string {
  const columns: [name: string, of: (skill: ListedSkill) => number][] = [
    ['positive', ({ evals }) => evals.positive],
    ['near_miss', ({ evals }) => evals.nearMiss],
    ['behavior', ({ evals }) => evals.behavior],
    ['extended', ({ extended }) => extended.positive + extended.nearMiss],
  ]
  const names = ['skill', ...skills.map(({ skill }) => oneLine(skill)), 'all']
  const width = Math.max(...names.map(widthOf))
  const row = (name: string, cells: string[]): string => [fill(name, width), ...cells.map((cell, i) => fill(cell, columns[i]?.[0].length ?? 0, 'left'))].join('  ')
  const rows = [
    row('skill', columns.map(([name]) => name)),
    ...skills.map(skill => row(oneLine(skill.skill), columns.map(([, of]) => String(of(skill))))),
    row('all', columns.map(([, of]) => String(skills.reduce((sum, skill) => sum + of(skill), 0)))),
  ]
  const notes = [
    `${skills.length} of ${skills.length + without.length} skills have a dataset.`,
    ...without.length > 0 ? [`Without: ${without.map(oneLine).join(', ')}.`] : [],
    ...unrelated > 0 ? [`${unrelated} unrelated ${unrelated === 1 ? 'prompt' : 'prompts'} in shared pools.`] : [],
  ]
  return `${skills.length > 0 ? `${rows.join('\n')}\n\n` : ''}${notes.join(' ')}\n`
}

function faultsOf(snapshots: Snapshot[], root: string): string[] {
  const cut = snapshots.flatMap(({ skills, pools }) => [...skills.flatMap(entry => entry.datasets), ...pools])
    .filter(({ dataset }) => dataset.dropped !== 0)
    .map(({ dataset }) => `${pathFrom(root, dataset.file)}: ${dataset.dropped === null ? 'it could not be read' : `${dataset.dropped} of its evaluations could not be read`}. See skill-evals structural.`)
  const none = snapshots.flatMap(({ findings }) => findings.filter(finding => finding.rule === 'catalog/no-skills').map(finding => finding.message))
  return [...new Set([...none, ...cut])]
}
