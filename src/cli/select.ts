import type { Finding } from '../catalog/finding.ts'
import type { Os } from '../catalog/machine.ts'
import type { FlagOptions } from './catalog-options.ts'
import type { ChangedFiles } from './changed-files.ts'
import type { PlannedSkill, ReadProject } from './plan-catalog.ts'
import type { Machines } from './plan.ts'
import process from 'node:process'
import { didYouMean } from '../catalog/did-you-mean.ts'
import { count } from '../report/figures.ts'
import { createPaint } from '../report/paint.ts'
import { oneLine } from '../report/plain-text.ts'
import { shortened } from '../suite/catalog-index.ts'
import { catalogOptions } from './catalog-options.ts'
import { changedInWorkingTree, changedSince, gitRoot } from './changed-files.ts'
import { distinct, readCatalog } from './check-catalog.ts'
import { choice, list, repeated, single } from './flags.ts'
import { formatFindings } from './format-text.ts'
import { GitError } from './git.ts'
import { plannedSkills, routingCommand, touchable } from './plan-catalog.ts'
import { touchedBy } from './plan-changes.ts'
import { planFor } from './plan.ts'
import { UsageError } from './usage-error.ts'

/** The flags of `skill-evals select`, as they were parsed. */
export interface SelectFlags {
  since?: unknown
  changed?: unknown
  all?: unknown
  names?: unknown
  skills?: unknown
  room?: unknown
  extended?: unknown
  infraPaths?: unknown
  labels?: unknown
  ignoreGates?: unknown
  behaviorRunner?: unknown
  behaviorOs?: unknown
  scopedRunner?: unknown
  scopedGate?: unknown
  scopedEnvironment?: unknown
  root?: unknown
  config?: unknown
}

/** GitHub's own limit. */
const MOST_LEGS = 256

const platforms = ['Linux', 'Windows', 'macOS'] as const

/**
 * Prints what CI has to run, as one line of JSON. Exit code 1 when a dataset or `machine.yml` that the plan rests on is malformed, or git
 * cannot say what changed.
 * @param head the second commit of `--since`
 * @param flags as on the command line
 * @throws {UsageError} when a flag or an option cannot be meant
 */
export async function select(head: string | undefined, flags: SelectFlags): Promise<void> {
  const mode = modeOf(head, flags)
  const machines = machinesOf(flags)
  const infraPaths = list('--infra-paths', flags.infraPaths) ?? []
  const place = { root: single('--root', flags.root), config: single('--config', flags.config) }
  const projects = await readProjects(place, flags)
  const skills = plannedSkills(projects, place)
  const root = projects[0]?.options.root ?? ''
  const extended = projects.some(({ options }) => options.extended)
  try {
    const selected = await selection(mode, skills, projects, { infraPaths, extended })
    const faults = [...projects.flatMap(catalogFaults), ...selected.skills.flatMap(skill => skill.faults)]
    if (faults.length > 0)
      return refuse(distinct(faults.map(finding => shortened(finding, root))), root)
    const plan = planFor(selected.skills.map(skill => skill.candidate), selected.routing ? routingCommand(projects, place) : null, extended, machines)
    if (Math.max(plan.default.length, plan.scoped.length) > MOST_LEGS)
      console.error(`A matrix of GitHub has ${MOST_LEGS} legs at most, and this plan has ${plan.default.length} and ${plan.scoped.length}. Name the skills in parts, by \`--names\`.`)
    process.stdout.write(`${JSON.stringify(plan)}\n`)
  }
  catch (error) {
    if (!(error instanceof GitError))
      throw error
    console.error(`skill-evals: ${error.message}`)
    process.exitCode = 1
  }
}

type Mode = { by: 'all' | 'changed' } | { by: 'names', names: string[] } | { by: 'since', base: string, head: string }

function modeOf(head: string | undefined, flags: SelectFlags): Mode {
  const given = [flags.since !== undefined && '--since', flags.changed && '--changed', flags.all && '--all', flags.names !== undefined && '--names'].filter(Boolean)
  if (given.length !== 1)
    throw new UsageError(`\`select\` needs one of \`--since\`, \`--changed\`, \`--all\` and \`--names\`${given.length > 0 ? `, and was given ${given.join(' and ')}` : ''}.`)
  if (head !== undefined && flags.since === undefined)
    throw new UsageError(`${JSON.stringify(head)} would be the second commit of \`--since BASE HEAD\`, and there is no \`--since\`.`)
  if (flags.since !== undefined) {
    const base = single('--since', flags.since)?.trim() ?? ''
    if (base === '' || head?.trim() === '')
      throw new UsageError('A commit of `--since BASE HEAD` is empty. In a workflow this is a value that the event does not have.')
    return { by: 'since', base, head: head ?? 'HEAD' }
  }
  const names = list('--names', flags.names)
  if (flags.names !== undefined && !names)
    throw new UsageError('`--names` names no skill. Write names with commas between them, or `--all`.')
  return names ? { by: 'names', names } : { by: flags.all ? 'all' : 'changed' }
}

function machinesOf(flags: SelectFlags): Machines {
  return {
    behaviorRunner: list('--behavior-runner', flags.behaviorRunner) ?? ['ubuntu-latest'],
    behaviorOs: list('--behavior-os', flags.behaviorOs)?.map((os): Os => choice('--behavior-os', os, platforms)) ?? ['Linux'],
    scopedRunner: list('--scoped-runner', flags.scopedRunner) ?? null,
    scopedGate: single('--scoped-gate', flags.scopedGate)?.trim() ?? '',
    scopedEnvironment: single('--scoped-environment', flags.scopedEnvironment)?.trim() ?? '',
    labels: list('--labels', flags.labels) ?? [],
    ignoreGates: flags.ignoreGates === true,
  }
}

async function readProjects(place: Parameters<typeof catalogOptions>[0], flags: SelectFlags): Promise<ReadProject[]> {
  const room = list('--room', flags.room)
  const nobody = room?.length === 1 && room[0] === 'none'
  const only = room?.length === 1 ? (['all', 'published'] as const).find(word => word === room[0]) : undefined
  const skills = repeated(flags.skills)
  const given: FlagOptions = { ...skills && { skills }, ...room && !nobody && { room: only ?? room } }
  const projects = await catalogOptions(place, given, 'configured')
  return projects.map((options): ReadProject => {
    const narrowed = {
      ...options,
      extended: options.extended && flags.extended !== false,
      tiers: options.tiers.filter(tier => tier !== 'routing' || !nobody),
    }
    return { options: narrowed, snapshot: readCatalog(narrowed) }
  })
}

async function selection(mode: Mode, skills: PlannedSkill[], projects: ReadProject[], shared: { infraPaths: string[], extended: boolean }): Promise<{ skills: PlannedSkill[], routing: boolean }> {
  const withDataset = skills.filter(skill => skill.hasDataset)
  if (mode.by === 'all')
    return { skills: withDataset, routing: true }
  if (mode.by === 'names')
    return { skills: named(mode.names, skills), routing: true }
  const repository = await gitRoot(projects[0]?.options.root ?? '.')
  const changed = mode.by === 'since' ? await changedSince(repository, mode.base, mode.head) : await changedInWorkingTree(repository)
  tell(changed)
  const places = touchable(projects, repository)
  const touched = touchedBy(changed.paths, places.skills, { ...shared, roomFiles: places.roomFiles })
  return { skills: withDataset.filter(skill => touched.skills.has(skill.name)), routing: touched.routing }
}

function named(names: string[], skills: PlannedSkill[]): PlannedSkill[] {
  const known = skills.map(skill => skill.name)
  for (const name of names) {
    const skill = skills.find(one => one.name === name)
    if (!skill)
      throw new UsageError(`\`--names\` holds ${JSON.stringify(name)}, but the catalog has no skill of this name.${didYouMean(name, known) || ` It has ${known.join(', ') || 'none'}.`}`)
    if (!skill.hasDataset)
      throw new UsageError(`\`--names\` holds ${JSON.stringify(name)}, and that skill has no dataset, so there is nothing to run.`)
  }
  return skills.filter(skill => names.includes(skill.name))
}

/** stdout is for the plan alone. */
function tell({ paths, note }: ChangedFiles): void {
  if (note !== null)
    console.error(note)
  console.error(`${count(paths.length, 'changed file')}${paths.length > 0 ? ':' : ''}`)
  paths.forEach(path => console.error(`  ${oneLine(path)}`))
}

/** Faults of the catalog as a whole with which a plan would leave out what it should hold, or mix up two skills. */
function catalogFaults({ options, snapshot: { skills, findings, roomFault } }: ReadProject): Finding[] {
  const doubled = skills.flatMap(entry => entry.findings.filter(finding => finding.rule === 'catalog/duplicate-name'))
  return [...findings.filter(finding => finding.rule === 'catalog/no-skills'), ...doubled, ...roomFault && options.tiers.includes('routing') ? [roomFault] : []]
}

function refuse(findings: Finding[], root: string): void {
  const paint = createPaint(process.stderr.isTTY === true && !process.env.NO_COLOR)
  console.error([...formatFindings(findings, root, paint), `${count(findings.length, 'finding')}, so there is no plan: it could leave out what should run.`].join('\n\n'))
  process.exitCode = 1
}
