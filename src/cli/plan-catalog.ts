import type { Finding } from '../catalog/finding.ts'
import type { ResolvedOptions } from '../options/resolved-options.ts'
import type { SkillEntry, Snapshot } from '../suite/catalog-index.ts'
import type { Shared, TouchableSkill } from './plan-changes.ts'
import type { Candidate } from './plan.ts'
import { posix } from 'node:path'
import { groupBy } from '../catalog/group-by.ts'
import { absolutePath, isInside } from '../catalog/paths.ts'
import { realPath } from '../catalog/skill-links.ts'
import { applyRuleSettings } from '../structure/rule-settings.ts'
import { vitestCommand } from './vitest-command.ts'

/** A project of the user's config, read. */
export interface ReadProject {
  options: ResolvedOptions
  snapshot: Snapshot
}

/** `--root` and `--config` as they were given: the runs need the same. */
export interface GivenPlace {
  root: string | undefined
  config: string | undefined
}

/** A skill of one project of the config. */
interface ProjectSkill extends ReadProject {
  entry: SkillEntry
}

/** A skill with all that a plan can ask of it. */
export interface PlannedSkill {
  name: string
  /** Whether it has a dataset that is in play. */
  hasDataset: boolean
  candidate: Candidate
  /** Why what the plan would say of it could be wrong. */
  faults: Finding[]
}

/** The skills of all projects, each once, sorted by name. */
export function plannedSkills(projects: ReadProject[], place: GivenPlace): PlannedSkill[] {
  return [...skillsOf(projects)].map(([, found]) => {
    const { skill, machine } = found[0].entry
    const graded = found.filter(isGraded)
    const vitest = graded.length === 0
      ? null
      : vitestCommand({
          ...place,
          projects: [...new Set(graded.map(({ options }) => options.name))],
          tier: 'behavior',
          extended: graded.some(({ options }) => options.extended),
          folders: [...new Set(graded.map(({ entry, options }) => `${posix.relative(options.root, entry.skill.dir)}/evals`.replace(/^\//, '')))],
        })
    return {
      name: skill.name,
      hasDataset: found.some(one => datasetsInPlay(one).length > 0),
      candidate: { name: skill.name, os: machine.os, labels: machine.labels, vitest },
      faults: found.flatMap(faultsOf),
    }
  })
}

/** Command line of the routing run of all projects; `null` when nobody who has evaluations is in a room. */
export function routingCommand(projects: ReadProject[], place: GivenPlace): string | null {
  const routed = projects.filter(project => project.options.tiers.includes('routing')
    && project.snapshot.skills.some(entry => project.snapshot.room.has(entry.skill.name) && datasetsInPlay({ ...project, entry }).length > 0))
  if (routed.length === 0)
    return null
  return vitestCommand({ ...place, projects: [...new Set(routed.map(({ options }) => options.name))], tier: 'routing', extended: routed.some(({ options }) => options.extended), folders: [] })
}

/** Where everything lies that a change can touch, from the root of the repository. */
export function touchable(projects: ReadProject[], repository: string): { skills: TouchableSkill[], roomFiles: Shared['roomFiles'] } {
  const below = (paths: (string | null)[]): string[] => [...new Set(paths)].flatMap(path => path !== null && isInside(path, repository) ? [posix.relative(repository, path)] : [])
  return {
    skills: [...skillsOf(projects)].map(([, found]) => ({
      name: found[0].entry.skill.name,
      folders: below(found.flatMap(({ entry: { skill }, options }) => [skill.realDir, ...[skill.dir, ...skill.aliases].map(dir => behindRoot(options.root, dir))])),
      sources: below(found.flatMap(one => [one.entry.skill.file, ...datasetsInPlay(one).map(({ dataset }) => dataset.file)]).map(realPath)),
      inRoom: found.some(({ entry, snapshot, options }) => options.tiers.includes('routing') && snapshot.room.has(entry.skill.name)),
    })),
    roomFiles: below(projects.flatMap(({ options }) => [
      ...options.negatives.map(realPath),
      ...options.room === 'published' ? [behindRoot(options.root, absolutePath(options.root, '.claude-plugin/marketplace.json'))] : [],
    ])),
  }
}

/** A skill that several projects have is one. */
function skillsOf(projects: ReadProject[]): Map<string, [ProjectSkill, ...ProjectSkill[]]> {
  const all = projects.flatMap(project => project.snapshot.skills.map((entry): ProjectSkill => ({ ...project, entry })))
  const groups = [...groupBy(all, ({ entry }) => entry.skill.realDir)].sort(([, [a]], [, [b]]) => (a?.entry.skill.name ?? '') < (b?.entry.skill.name ?? '') ? -1 : 1)
  return new Map(groups.flatMap(([dir, [first, ...others]]) => first ? [[dir, [first, ...others]] as const] : []))
}

/** The root itself may lie behind a link, and git tells of real folders. A link inside of it is what git knows. */
function behindRoot(root: string, dir: string): string {
  return absolutePath(realPath(root) ?? root, posix.relative(root, dir))
}

function datasetsInPlay({ entry, options }: ProjectSkill): SkillEntry['datasets'] {
  return entry.datasets.filter(({ dataset }) => options.extended || dataset.kind !== 'extended')
}

function isGraded(skill: ProjectSkill): boolean {
  return skill.options.tiers.includes('behavior') && datasetsInPlay(skill).some(({ dataset }) => dataset.evaluations.some(one => one.shouldTrigger && one.hasBehavior))
}

/** A dataset that is not what its author meant may lack the very expectation for which the skill would get its leg. */
function faultsOf(skill: ProjectSkill): Finding[] {
  const { machine } = skill.entry
  const datasets = datasetsInPlay(skill).flatMap(({ dataset }) => dataset.findings.filter(finding => finding.blocks))
  return applyRuleSettings([...datasets, ...machine.findings], skill.options.rules).filter(finding => finding.severity === 'error')
}
