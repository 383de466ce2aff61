import type { Skill } from '../catalog/find-skills.ts'
import type { Finding } from '../catalog/finding.ts'
import type { WorkspaceSeed } from '../catalog/workspace.ts'
import type { Evaluation } from './evaluation.ts'
import { workspaceSeed } from '../catalog/workspace.ts'

/** Looks at the seeds that the evaluations of one dataset name, at each one once. `null` where an evaluation names none. */
export function seedsOf(skill: Skill): (evaluation: Evaluation) => WorkspaceSeed | null {
  const seen = new Map<string, WorkspaceSeed>()
  return ({ workspace }) => {
    if (workspace === undefined)
      return null
    const seed = seen.get(workspace) ?? workspaceSeed(skill, workspace)
    seen.set(workspace, seed)
    return seed
  }
}

/** `workspace` has to be a folder inside the skill: a run that starts without its files measures another task. */
export function workspaceRule(file: string, evaluation: Evaluation, seed: WorkspaceSeed | null): Finding[] {
  if (seed === null || seed.dir !== null)
    return []
  return [{
    rule: `dataset/workspace-${seed.rule}`,
    severity: 'error',
    file,
    id: evaluation.id,
    ...evaluation.positions.workspace,
    message: `Evaluation \`${evaluation.id}\`: \`workspace\` ${seed.message.startsWith('`') ? seed.message : `is refused. ${seed.message}`}`,
    blocks: true,
  }]
}
