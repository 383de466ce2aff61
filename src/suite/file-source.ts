import type { ResolvedOptions } from '../options/resolved-options.ts'
import type { Snapshot } from './catalog-index.ts'
import type { HooksFile } from './dataset-hooks.ts'
import type { FileSource } from './tests-of-file.ts'
import { existsSync } from 'node:fs'
import { unreadableFile } from '../catalog/decode.ts'
import { belowFloor } from './overlap.ts'
import { isInRoom } from './paid-tests.ts'

/** Names of a hooks file that is a module. */
export const hookNames = ['hooks.ts', 'hooks.mts', 'hooks.js', 'hooks.mjs']

/** Whether a file is one of the catalog's test files. */
export function isTestFile(file: string, { bySkillFile, byDatasetFile, byDocFile }: Snapshot): boolean {
  return byDatasetFile.has(file) || bySkillFile.has(file) || byDocFile.has(file)
}

/** What the catalog has to say of one of its test files. */
export async function sourceOf(file: string, snapshot: Snapshot, options: ResolvedOptions): Promise<FileSource> {
  const dataset = snapshot.byDatasetFile.get(file)
  const owner = dataset ? dataset.owner : snapshot.bySkillFile.get(file) ?? null
  const overlap = dataset ? await belowFloor(snapshot, options) : null
  return {
    file,
    owner,
    entry: dataset?.entry ?? null,
    doc: snapshot.byDocFile.get(file)?.() ?? null,
    overlap: overlap?.get(file) ?? null,
    inRoom: dataset !== undefined && isInRoom(dataset, snapshot),
    roomFault: snapshot.roomFault,
    options,
    hooks: dataset && owner ? hooksOf(owner.skill.dir) : null,
  }
}

/** The hooks file of a skill that is a module, `null` when there is none that can be read. */
export function hooksFileOf(skillDir: string): string | null {
  const file = hookNames.map(name => `${skillDir}/evals/${name}`).find(existsSync)
  return file === undefined || unreadableFile(file) !== null ? null : file
}

/** The hooks file of a skill in Python, which counts only where there is no other, `null` when there is none. */
function pythonHooksFileOf(skillDir: string): string | null {
  const file = `${skillDir}/evals/hooks.py`
  return existsSync(file) ? file : null
}

function hooksOf(skillDir: string): HooksFile | null {
  const file = hooksFileOf(skillDir)
  const python = pythonHooksFileOf(skillDir)
  if (file !== null)
    return { file, language: 'typescript', ignored: python }
  return python === null ? null : { file: python, language: 'python', ignored: null }
}
