import type { Skill } from '../catalog/find-skills.ts'
import type { Finding } from '../catalog/finding.ts'
import type { Machine } from '../catalog/machine.ts'
import type { SkillFile } from '../catalog/skill-file.ts'
import { unreadableFile } from '../catalog/decode.ts'
import { evalsFiles } from '../catalog/evals-files.ts'
import { Folders } from '../catalog/folders.ts'
import { readMachine } from '../catalog/machine.ts'
import { readSkillFile } from '../catalog/skill-file.ts'
import { checkSkillFile } from './check-skill-file.ts'

/** What to ask of a skill. */
export interface SkillChecks {
  /**
   * Whether a skill without `evals/evals.json` is an error.
   * @default true
   */
  dataset?: boolean
  /** Folders that were listed in this pass. */
  folders?: Folders
}

/** A skill, read and checked, without its datasets. */
export interface CheckedSkill {
  skill: Skill
  skillFile: SkillFile
  machine: Machine
  /** About `SKILL.md`, the lack of a dataset, hooks, and `machine.yml`. */
  findings: Finding[]
}

/** Checks everything of a skill but the contents of its datasets. Never throws. */
export function checkSkill(skill: Skill, { dataset = true, folders = new Folders() }: SkillChecks = {}): CheckedSkill {
  const skillFile = readSkillFile(skill)
  const machine = readMachine(skill.dir, folders)
  const findings = [
    ...checkSkillFile(skill, skillFile),
    ...dataset ? missingDataset(skill, folders) : [],
    ...unreadableHooks(skill, folders),
    ...machine.findings,
  ]
  return { skill, skillFile, machine, findings }
}

/** They are code and read when a run needs them, which would then wait for ever. */
function unreadableHooks(skill: Skill, folders: Folders): Finding[] {
  const { hooks: file } = evalsFiles(skill, folders)
  const message = file === null ? null : unreadableFile(file)
  return file === null || message === null ? [] : [{ rule: 'hooks/unreadable', severity: 'error', file, line: 1, column: 1, message, blocks: true }]
}

function missingDataset(skill: Skill, folders: Folders): Finding[] {
  const files = evalsFiles(skill, folders)
  if (files.evals !== null)
    return []
  const path = `${skill.dir}/evals/evals.json`
  const advice = files.lookalike !== null
    ? `Rename ${files.lookalike} to ${path}.`
    : files.extended !== null
      ? `extended_evals.json only adds to it: write ${path}.`
      : `Write ${path}.`
  return [{ rule: 'skill/no-dataset', severity: 'error', file: skill.file, line: 1, column: 1, message: `The skill \`${skill.name}\` has no dataset. ${advice}`, blocks: false }]
}
