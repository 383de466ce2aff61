import type { Skill } from '../catalog/find-skills.ts'
import type { Position } from '../catalog/finding.ts'
import type { FileChecklist } from '../dataset/dialects/checklist.ts'
import type { ForeignFile, Remark, Row } from '../dataset/dialects/row.ts'
import type { ImportedPart } from '../dataset/dialects/to-ours.ts'
import { existsSync } from 'node:fs'
import { posix } from 'node:path'
import { givenFiles } from '../catalog/given-files.ts'
import { linesOf } from '../dataset/dialects/checklist.ts'
import { idsFor } from '../dataset/dialects/ids.ts'
import { datasetOf } from '../dataset/dialects/to-ours.ts'
import { stemOf } from '../dataset/foreign-dataset.ts'

/** A foreign file that was read. */
export interface ReadFile {
  /** Absolute, with forward slashes. */
  file: string
  foreign: ForeignFile
  /** The skill that it belongs to as a whole. */
  owner: Skill | null
  position: (offset: number) => Position
}

/** A dataset that an import writes. */
export interface PlannedDataset {
  skill: Skill
  /** Absolute. */
  file: string
  text: string
  evaluations: number
  /** Files that become workspaces: absolute paths, from and to. */
  copies: { from: string, to: string }[]
  /** Folders that are made for those. */
  workspaces: string[]
}

/** What an import comes to. */
export interface ImportPlan {
  files: FileChecklist[]
  datasets: PlannedDataset[]
}

/**
 * Plans an import: which evaluation goes to which skill's dataset, and what becomes of each field.
 * @param read the files
 * @param skills those of the catalog, which an evaluation may name
 * @param root what paths are named from
 */
export function planImport(read: readonly ReadFile[], skills: readonly Skill[], root: string): ImportPlan {
  const plan: ImportPlan = { files: [], datasets: [] }
  const bySkill = new Map<string, { skill: Skill, parts: ImportedPart[], copies: PlannedDataset['copies'], workspaces: string[] }>()
  for (const one of read) {
    const { file, foreign, owner, position } = one
    const remarks: Remark[] = [...foreign.remarks]
    const checklist: FileChecklist = { file, dialect: foreign.dialect, skills: [], refused: foreign.refused.map(({ text, offset }) => ({ at: position(offset), reason: text })), fields: [] }
    const rowsOf = new Map<Skill, Row[]>()
    for (const row of foreign.rows) {
      const named = row.skill?.text ?? null
      const skill = named === null || named === owner?.name ? owner : skills.find(other => other.name === named) ?? null
      if (skill === null)
        checklist.refused.push({ at: position(row.start), reason: named === null ? 'it names no skill, and the file lies in none; say which by `--skill`' : `it is for the skill \`${named}\`, and there is none` })
      else
        rowsOf.set(skill, [...rowsOf.get(skill) ?? [], row])
    }
    for (const [skill, rows] of rowsOf) {
      const ids = idsFor(rows, skill.name, stemOf(file, foreign))
      const target = bySkill.get(skill.dir) ?? { skill, parts: [], copies: [], workspaces: [] }
      bySkill.set(skill.dir, target)
      target.parts.push({
        file: nameIn(skill, file, root),
        foreign,
        rows: rows.map((row, i) => {
          const id = ids[i] ?? ''
          remarks.push(...row.remarks)
          const seed = seedFor(row, { id, skill, file })
          remarks.push(...seed.remarks)
          target.copies.push(...seed.copies)
          if (seed.copies.length > 0 && seed.workspace !== null)
            target.workspaces.push(`${skill.dir}/${seed.workspace}`)
          return { row, id, workspace: seed.workspace }
        }),
      })
      checklist.skills.push({ skill: skill.name, evaluations: rows.length })
    }
    checklist.fields = linesOf(remarks, position)
    plan.files.push(checklist)
  }
  for (const { skill, parts, copies, workspaces } of bySkill.values()) {
    const dataset = datasetOf(parts)
    plan.datasets.push({ skill, file: `${skill.dir}/evals/evals.json`, text: `${JSON.stringify(dataset, null, 2)}\n`, evaluations: dataset.evaluations.length, copies, workspaces })
  }
  return plan
}

/** How `imported` calls a file: from the folder `evals` where it lies in there, or else from the root. */
function nameIn(skill: Skill, file: string, root: string): string {
  const name = posix.relative(`${skill.dir}/evals`, file)
  return name.startsWith('..') ? posix.relative(root, file) : name
}

interface Seed {
  /** As `workspace` names it. */
  workspace: string | null
  copies: PlannedDataset['copies']
  remarks: Remark[]
}

/** The folder that an evaluation starts from: one that there is, or one that is made of the files it names. */
function seedFor(row: Row, { id, skill, file }: { id: string, skill: Skill, file: string }): Seed {
  if (row.workspace)
    return { workspace: row.workspace.text.trim(), copies: [], remarks: [] }
  if (row.files.length === 0)
    return { workspace: null, copies: [], remarks: [] }
  const workspace = `evals/workspaces/${id}`
  const seed: Seed = { workspace, copies: [], remarks: [] }
  const bases = [skill.dir, posix.dirname(file), posix.dirname(posix.dirname(file))]
  for (const { text, offset } of row.files) {
    const found = bases.map(dir => ({ dir, given: givenFiles({ ...skill, dir }, [text], row.prompt.text) })).find(({ given }) => given.files.length > 0)
    const problem = found ? null : givenFiles(skill, [text], row.prompt.text).problems[0]
    if (problem)
      seed.remarks.push({ field: 'files', fate: 'ungraded', how: `not copied: ${problem.message} Put it into ${workspace}`, offset })
    for (const { from, to } of found?.given.files ?? []) {
      const place = `${workspace}/${to}`
      // of two files of one name the second keeps its folders
      const free = seed.copies.some(copy => copy.to === `${skill.dir}/${place}`) ? `${workspace}/${from}` : place
      seed.copies.push({ from: `${found?.dir}/${from}`, to: `${skill.dir}/${free}` })
      seed.remarks.push({ field: 'files', fate: 'carried', how: `copied to ${free}`, offset })
    }
  }
  return seed
}

/** What is there already, and an import would replace. */
export function inTheWay({ datasets }: ImportPlan): string[] {
  return datasets.flatMap(({ file, workspaces }) => [file, ...workspaces]).filter(file => existsSync(file))
}
