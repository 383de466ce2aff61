import type { Finding } from '../catalog/finding.ts'
import type { WorkspaceSeed } from '../catalog/workspace.ts'
import type { Evaluation } from './evaluation.ts'
import { artifactPath, matchesArtifact } from './artifact-path.ts'

/** Every entry of `files_exist` has to be able to hold, and to fail. */
export function filesRule(file: string, evaluation: Evaluation, seed: WorkspaceSeed | null): Finding[] {
  return evaluation.filesExist.flatMap((path, index): Finding[] => {
    const place = evaluation.positions.filesExist[index] ?? evaluation.positions.start
    const base = { file, id: evaluation.id, ...place }
    const intro = `Evaluation \`${evaluation.id}\`: \`files_exist\` entry \`${path}\``
    const { problem } = artifactPath(path)
    if (problem !== null)
      return [{ ...base, rule: 'dataset/files-exist-entry', severity: 'error', message: `${intro} ${problem}`, blocks: true }]
    if (path.split('/').includes('.claude'))
      return [{ ...base, rule: 'dataset/cannot-hold', severity: 'warning', message: `${intro} lies in the agent's own folder, where files are not looked for, so it can never hold.`, blocks: false }]
    const seeded = seed?.dir == null ? undefined : seed.files.find(held => matchesArtifact(held, path))
    if (seeded !== undefined)
      return [{ ...base, rule: 'dataset/cannot-fail', severity: 'warning', message: `${intro} can never fail: the workspace already holds \`${seeded}\` before the agent starts. Name a file that the agent has to make.`, blocks: false }]
    return []
  })
}
