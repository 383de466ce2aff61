import type { Agent } from '../agent/agent.ts'
import type { RecordedFile } from './manifest.ts'
import type { RunRecord } from './read-record.ts'
import type { WorkspaceChanges, WorkspaceFile, WorkspaceListing } from './workspace-files.ts'
import type { Workspace } from './workspace.ts'
import { copyFile, lstat, mkdir } from 'node:fs/promises'
import { dirname, join, posix } from 'node:path'
import process from 'node:process'
import { windowsNameProblem } from '../catalog/windows-names.ts'
import { RecordError } from './record-file.ts'
import { removeTree } from './remove-tree.ts'
import { listFiles } from './workspace-files.ts'
import { createWorkspace, seedWorkspace } from './workspace.ts'

/** The workspace of a recorded run, as the run left it. */
export interface RebuiltWorkspace {
  workspace: Workspace
  /** Also those whose content is not on record. */
  files: WorkspaceListing
  changes: WorkspaceChanges
  /** What differs from what the run left. */
  notes: string[]
}

/**
 * Puts together what a recorded run left: the seed, and what the run and its hooks added, changed and removed.
 *
 * @throws {RecordError} when the record names a file outside of the workspace, or one that cannot be put back.
 * @throws when it cannot be written; nothing is left then.
 */
export async function rebuildWorkspace(scratch: string, agent: Agent, record: RunRecord, seed?: string): Promise<RebuiltWorkspace> {
  const { manifest } = record
  await refuseUnsafeFiles(record)
  const workspace = await createWorkspace(scratch, agent)
  try {
    if (seed !== undefined)
      await seedWorkspace(seed, workspace, agent)
    for (const path of manifest.removed)
      await removeTree(join(workspace.dir, path))
    for (const file of manifest.files)
      await restore(record, file, workspace.dir)
    const onDisk = await listFiles(workspace.dir, workspace.aside)
    const unknown = manifest.files.filter(file => file.stored === null)
    const listed = new Map(onDisk.files.map(file => [file.path, file]))
    for (const { path, bytes } of unknown)
      listed.set(path, { path, bytes, stamp: '' })
    const of = (change: RecordedFile['change']): WorkspaceFile[] => manifest.files.flatMap(file => file.change === change ? listed.get(file.path) ?? [] : [])
    return {
      workspace,
      files: { files: [...listed.values()].sort((a, b) => a.path < b.path ? -1 : 1), cut: onDisk.cut },
      changes: { added: of('added'), changed: of('changed'), removed: manifest.removed, cut: false },
      notes: unknown.length === 0 ? [] : [`The record names ${unknown.length === 1 ? 'a file' : `${unknown.length} files`} whose content was too large to keep: ${unknown.slice(0, 3).map(file => file.path).join(', ')}.`],
    }
  }
  catch (error) {
    await workspace.remove()
    throw error
  }
}

/**
 * Recordings come with pull requests: none may reach a file outside of the workspace.
 *
 * @throws {RecordError} when the record names such a file, or its copies are links or missing.
 */
export async function refuseUnsafeFiles(record: RunRecord): Promise<void> {
  const { manifest } = record
  for (const path of [...manifest.removed, ...manifest.files.flatMap(file => [file.path, file.stored ?? 'none'])])
    refuseEscape(record, path)
  await refuseLinks(record)
}

function refuseEscape({ folder }: RunRecord, path: string): void {
  const problem = pathProblem(path)
  if (problem !== null)
    throw new RecordError(join(folder, 'run.json'), `the file ${JSON.stringify(path)} ${problem}.`)
}

/**
 * Why a path of a record cannot be put into a workspace; `null` when it can.
 * @param path from the workspace, with `/`
 * @param platform on whose disk the workspace lies
 */
export function pathProblem(path: string, platform: NodeJS.Platform = process.platform): string | null {
  const segments = path.split('/')
  if (posix.isAbsolute(path) || /^[a-z]:/i.test(path) || path.includes('\0') || segments.some(segment => segment === '.' || segment === '') || path.split(/[/\\]/).includes('..'))
    return 'lies outside of the workspace. Restore the file or record again'
  const onWindows = platform === 'win32' ? segments.map(windowsNameProblem).find(problem => problem !== null) : undefined
  return onWindows === undefined ? null : `cannot lie on this disk: ${onWindows}. Grade the record where it was made, or record again`
}

/** Through a link in the record, what is read lies elsewhere, and what is put back beside it is written elsewhere. Records hold none. */
async function refuseLinks({ folder, manifest, workspace }: RunRecord): Promise<void> {
  if (workspace === null) {
    if (manifest.files.some(file => file.stored !== null))
      throw new RecordError(join(folder, 'run.json'), 'its folder `workspace` is missing. Restore it or record again.')
    return
  }
  const all = new Set(manifest.files.flatMap(({ stored }) => stored === null ? [] : stored.split('/').map((_, index, names) => names.slice(0, index + 1).join('/'))))
  for (const path of ['.', ...all]) {
    const info = await lstat(join(workspace, path)).catch(() => null)
    const isStored = manifest.files.some(file => file.stored === path)
    if (info === null ? isStored : isStored ? !info.isFile() : !info.isDirectory())
      throw new RecordError(join(folder, 'run.json'), `${path === '.' ? 'its folder `workspace`' : `the copy ${JSON.stringify(path)} in \`workspace\``} is ${info === null ? 'missing' : 'no real file or folder'}. Restore it or record again.`)
  }
}

async function restore(record: RunRecord, { path, stored }: RecordedFile, dir: string): Promise<void> {
  const target = join(dir, path)
  try {
    // A file of the seed that the agent changed must not pass for what it became.
    await removeTree(target)
    if (stored === null || record.workspace === null)
      return
    await mkdir(dirname(target), { recursive: true })
    await copyFile(join(record.workspace, stored), target)
  }
  catch (error) {
    throw new RecordError(join(record.folder, 'run.json'), `the file ${JSON.stringify(path)} cannot be put back (${error instanceof Error ? error.message : String(error)}). Restore the record or record again.`)
  }
}
