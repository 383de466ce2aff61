import type { Skill } from '../catalog/find-skills.ts'
import type { Finding } from '../catalog/finding.ts'
import type { Machine } from '../catalog/machine.ts'
import type { SkillFile } from '../catalog/skill-file.ts'
import type { Dataset } from '../dataset/evaluation.ts'
import type { ResolvedOptions } from '../options/resolved-options.ts'
import { docblockDirectives } from '../catalog/docblock.ts'
import { evalCandidates } from '../catalog/eval-candidates.ts'
import { evalsFiles } from '../catalog/evals-files.ts'
import { findSkills } from '../catalog/find-skills.ts'
import { isUnread } from '../catalog/finding.ts'
import { Folders } from '../catalog/folders.ts'
import { groupBy } from '../catalog/group-by.ts'
import { MarkdownLibrary } from '../catalog/markdown-library.ts'
import { roomOf } from '../catalog/room.ts'
import { checkBar } from '../dataset/check-bar.ts'
import { checkIds } from '../dataset/check-ids.ts'
import { checkPrompts } from '../dataset/check-prompts.ts'
import { readDataset } from '../dataset/read-dataset.ts'
import { checkRepeatedDescriptions } from '../structure/check-repeated-descriptions.ts'
import { checkSkill } from '../structure/check-skill.ts'
import { References } from '../structure/references.ts'
import { applyRuleSettings } from '../structure/rule-settings.ts'
import { checkSimilarDescriptions } from '../structure/similar-descriptions.ts'
import { docPages } from './doc-pages.ts'

/** A skill with all that the free tier says about it. */
export interface SkillEntry {
  skill: Skill
  /** Of the frontmatter. */
  description: string | null
  /** Of `SKILL.md`, `machine.yml`, and datasets that cannot be test files themselves. */
  findings: Finding[]
  /** Of links and required files. They block nothing and take the most time, so they are looked for when they are asked for. */
  references: () => Finding[]
  datasets: DatasetEntry[]
  /** Where its behavior runs belong. */
  machine: Machine
  /** `SKILL.md` cannot be a test file: the first dataset shows its findings. */
  unrunnable: boolean
  /** Why the paid tests of the skill are held back; `null` when they may run. */
  heldBack: Finding | null
}

/** A dataset with the findings that only the whole catalog can show. */
export interface DatasetEntry {
  dataset: Dataset
  findings: Finding[]
  heldBack: Finding | null
}

/** The catalog as it is on disk. */
export interface Snapshot {
  skills: SkillEntry[]
  pools: DatasetEntry[]
  /** What no test can show, such as a dangling link or a room that does not exist. */
  findings: Finding[]
  /** Names of the skills that are installed side by side in routing. */
  room: Set<string>
  /** Why no room can be installed. */
  roomFault: Finding | null
  /** Files that Vitest must not take for test files, since they cannot be read, or it would read directives in them that break the run. */
  unrunnable: string[]
  bySkillFile: Map<string, SkillEntry>
  byDatasetFile: Map<string, OwnedDataset>
  /** Files of `docs` that are test files, and what is wrong with their links. */
  byDocFile: Map<string, () => Finding[]>
}

/** A dataset and its skill; a pool has none. */
export interface OwnedDataset {
  entry: DatasetEntry
  owner: SkillEntry | null
}

/**
 * Reads the whole catalog once and keeps it: an id must be unique over all of it, so no dataset can be checked alone.
 * In watch mode the plugin says when something changed.
 */
export class CatalogIndex {
  private snapshot: Snapshot | null = null
  private readonly library = new MarkdownLibrary()

  /** `onSkills` hears which skills there are before they are read. */
  constructor(private readonly options: ResolvedOptions, private readonly onSkills?: (skills: Skill[]) => void) {}

  invalidate(): void {
    this.snapshot = null
  }

  current(): Snapshot {
    return this.snapshot ??= readCatalog(this.options, this.library, this.onSkills)
  }
}

function readCatalog(options: ResolvedOptions, library: MarkdownLibrary, onSkills?: (skills: Skill[]) => void): Snapshot {
  const folders = new Folders()
  const catalog = findSkills(options.root, options.skills, folders)
  onSkills?.(catalog.skills)
  const room = roomOf(catalog, options.room)
  const pools = options.negatives.map(file => readDataset({ file, kind: 'pool', skill: null }))
  const references = new References({ root: options.root, skills: catalog.skills, docs: options.docs, folders }, library)
  const docs = docPages(references, options)
  const bySkill = catalog.skills.map(skill => ({ skill, datasets: datasetsOf(skill, folders, options) })).map(one => ({ ...one, checked: checkSkill(one.skill, { folders, dataset: !one.datasets.some(dataset => dataset.dialect !== null) }) }))
  const all = [...bySkill.flatMap(one => one.datasets), ...pools]
  const across = groupBy([...catalog.findings, ...checkIds(all), ...checkPrompts(all), ...checkSimilarDescriptions(bySkill.map(({ skill, checked }) => ({ name: skill.name, skillFile: checked.skillFile })))], finding => finding.file)
  const entryOf = (dataset: Dataset, skillFile?: SkillFile): DatasetEntry => {
    const findings = [...dataset.findings, ...across.get(dataset.file) ?? [], ...checkBar(dataset, options.bar), ...checkRepeatedDescriptions(dataset, skillFile?.description ?? null)]
    return { dataset, findings, heldBack: blocking(findings) }
  }
  const skills = bySkill.map(({ skill, datasets, checked }): SkillEntry => {
    const entries = datasets.map(dataset => entryOf(dataset, checked.skillFile))
    const unrunnable = checked.skillFile.findings.some(isUnread) || docblockDirectives(checked.skillFile.text ?? '').some(directive => directive.breaks)
    const findings = [...checked.findings, ...across.get(skill.file) ?? [], ...entries.filter(isUnrunnable).flatMap(entry => entry.findings)]
    return { skill, description: checked.skillFile.description, findings, machine: checked.machine, references: () => [...references.ofSkill(skill), ...references.required(skill, options)], datasets: entries, unrunnable, heldBack: blocking([...findings, ...entries.flatMap(entry => entry.findings)]) }
  })
  const poolEntries = pools.map(pool => entryOf(pool))
  const files = new Set([...catalog.skills.map(skill => skill.file), ...all.map(dataset => dataset.file)])
  const owned = [
    ...skills.flatMap(owner => owner.datasets.map((entry): OwnedDataset => ({ entry, owner }))),
    ...poolEntries.map((entry): OwnedDataset => ({ entry, owner: null })),
  ]
  const runnable = owned.filter(({ entry }) => !isUnrunnable(entry))
  return {
    skills,
    pools: poolEntries,
    findings: applyRuleSettings([
      ...[...catalog.findings.filter(finding => !files.has(finding.file)).map(finding => docs.byFile.size > 0 ? aside(finding) : finding), ...room.findings, ...docs.findings].map(finding => shortened(finding, options.root)),
      ...poolEntries.filter(isUnrunnable).flatMap(entry => entry.findings),
      ...skills.filter(entry => entry.unrunnable && entry.datasets.every(isUnrunnable)).flatMap(entry => entry.findings),
    ], options.rules),
    room: new Set(room.skills.map(skill => skill.name)),
    roomFault: blocking(room.findings),
    unrunnable: [
      ...skills.filter(entry => entry.unrunnable).map(entry => entry.skill.file),
      ...owned.filter(({ entry }) => isUnrunnable(entry)).map(({ entry }) => entry.dataset.file),
      ...catalog.findings.filter(finding => finding.rule === 'catalog/no-skill-md').map(finding => finding.file),
      ...catalog.findings.filter(finding => finding.rule === 'catalog/unprintable-name').flatMap(({ file }) => ['SKILL.md', 'evals/evals.json', 'evals/extended_evals.json'].map(name => `${file}/${name}`)),
    ],
    bySkillFile: new Map(skills.map(entry => [entry.skill.file, entry])),
    byDatasetFile: new Map(runnable.map(one => [one.entry.dataset.file, one])),
    byDocFile: docs.byFile,
  }
}

/** Where there are files of `docs` to check, a run has work to do without a skill. */
function aside(finding: Finding): Finding {
  return finding.rule === 'catalog/no-skills' ? { ...finding, severity: 'warning' } : finding
}

function blocking(findings: Finding[]): Finding | null {
  return findings.find(finding => finding.blocks) ?? null
}

/** A finding whose message names files as a reader wants them, from the root. */
export function shortened(finding: Finding, root: string): Finding {
  return { ...finding, message: finding.message.replaceAll(`${root}/`, '') }
}

/** Vitest reads directives from the text of a test file before any plugin is asked, and frames its errors with it: no file may be one that has no end, or that nobody may read. */
export function isUnrunnable({ findings }: DatasetEntry): boolean {
  return findings.some(finding => finding.rule === 'dataset/unreadable' || (finding.rule === 'dataset/docblock' && finding.blocks))
}

function datasetsOf(skill: Skill, folders: Folders, { datasets: { dialects } }: ResolvedOptions): Dataset[] {
  const { evals, extended } = evalsFiles(skill, folders)
  const others = dialects ? evalCandidates(skill, folders).map(file => readDataset({ file, kind: 'evals', skill, folders, dialects })) : []
  return [
    ...evals ? [readDataset({ file: evals, kind: 'evals', skill, folders, dialects })] : [],
    ...extended ? [readDataset({ file: extended, kind: 'extended', skill, folders, dialects })] : [],
    // of other names, what is no file of evaluations is data of some kind; one that cannot be read may be one by its name
    ...others.filter(({ dialect, file, findings }) => dialect !== null || (/(?:eval|trigger)[^/]*\.json$/.test(file) && findings.some(finding => finding.rule === 'dataset/json' || finding.rule === 'dataset/encoding'))),
  ]
}
