import type { Skill } from '../catalog/find-skills.ts'
import type { Evaluation } from '../dataset/evaluation.ts'
import type { PageEvaluation } from '../report/html/page-evaluation.ts'
import path from 'node:path'
import { workspaceSeed } from '../catalog/workspace.ts'
import { readDataset } from '../dataset/read-dataset.ts'

/**
 * Finds the folder that an evaluation's workspace is seeded with, as its dataset says today. Each dataset is read once.
 *
 * @param root folder that paths in a report are relative to.
 */
export function seedFinder(root: string): (evaluation: PageEvaluation) => string | null {
  const datasets = new Map<string, Evaluation[]>()
  return ({ tier, id, skill, place }) => {
    if (tier !== 'behavior' || skill === null)
      return null
    const file = path.resolve(root, place.replace(/:\d+:\d+$/, ''))
    const dir = path.dirname(path.dirname(file)).replaceAll('\\', '/')
    const owner: Skill = { name: skill, dir, realDir: dir, file: `${dir}/SKILL.md`, aliases: [] }
    const evaluations = datasets.get(file) ?? read(file, owner)
    datasets.set(file, evaluations)
    const workspace = evaluations.find(one => one.id === id)?.workspace
    return workspace === undefined ? null : workspaceSeed(owner, workspace).dir
  }
}

/** A dataset that is not there any more, or cannot be read, says nothing of a seed. */
function read(file: string, skill: Skill): Evaluation[] {
  try {
    return readDataset({ file, kind: 'evals', skill }).evaluations
  }
  catch {
    return []
  }
}
