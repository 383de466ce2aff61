import type { GivenFile } from '../catalog/given-files.ts'
import type { BehaviorRequest } from './grade-behavior.ts'
import type { Session } from './session.ts'
import { cpSync, mkdirSync, mkdtempSync } from 'node:fs'
import path from 'node:path'

/** Folders that were put together, by session and by what is in them. */
const gathered = new WeakMap<Session, Map<string, string>>()

/** Absolute path of the folder that seeds the workspace; absent when the evaluation names none. */
export function seedOf(session: Session, { evaluation, skill }: BehaviorRequest): string | undefined {
  const { dir } = session.skillOf(skill)
  if (evaluation.files)
    return gather(session, dir, evaluation.files)
  return evaluation.workspace === undefined ? undefined : path.posix.join(dir, evaluation.workspace)
}

/** Single files are put into one folder, once for all runs, so that whatever takes a seed takes one folder. */
function gather(session: Session, dir: string, files: readonly GivenFile[]): string {
  const known = gathered.get(session) ?? new Map<string, string>()
  gathered.set(session, known)
  const key = JSON.stringify([dir, files])
  const seed = known.get(key) ?? mkdtempSync(path.join(session.scratch, 'seed-'))
  if (!known.has(key)) {
    for (const { from, to } of files) {
      mkdirSync(path.dirname(path.join(seed, to)), { recursive: true })
      cpSync(path.join(dir, from), path.join(seed, to), { dereference: true })
    }
    known.set(key, seed)
  }
  return seed
}
