import type { RecordedFile, RunManifest } from './manifest.ts'
import type { Redactor } from './redact.ts'
import type { Transcript } from './transcript.ts'
import type { WorkspaceChanges, WorkspaceFile } from './workspace-files.ts'
import { isUtf8 } from 'node:buffer'
import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, open, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { forwardSlashes } from '../catalog/paths.ts'
import { manifestVersion } from './manifest.ts'
import { removeTree } from './remove-tree.ts'
import { hashedName, safeName, safePath } from './safe-name.ts'
import { transcriptLines } from './transcript.ts'

/** Where the evaluations of the shared pool go. No skill's folder can have this name. */
const poolFolder = '_unrelated'

/** What is kept of the files that an agent left. */
const keep = { files: 200, fileBytes: 1024 * 1024, bytes: 8 * 1024 * 1024 }

/** A run, ready to be kept. */
export interface RecordContent {
  manifest: Omit<RunManifest, 'version' | 'files' | 'removed'>
  transcript: Transcript
  stderr: string
  /** The workspace, which must still exist, and what became of it. `null` when nothing of it shall be kept. */
  workspace: KeptWorkspace | null
  /** What graders found beside it, by the name of its file: `judge.json`. It is redacted. */
  attach?: Record<`${string}.json`, unknown>
  redactor: Redactor
}

/** A workspace whose files are to be kept, but for those that are still as they were in its seed. */
export interface KeptWorkspace {
  dir: string
  /** What the agent did. */
  changes: WorkspaceChanges
  /** What hooks did before, and the agent left. Default: nothing. */
  prepared?: WorkspaceFile[]
  /** Files of the seed that are gone. Default: those that the agent removed. */
  removed?: string[]
}

/** Whose run a record is of. */
export interface RecordKey {
  /** `null` for the shared pool. */
  skill: string | null
  id: string
  tier: string
  /**
   * Which of several runs of the evaluation, from 1.
   * @default 1
   */
  trial?: number
}

/** Folder of an evaluation's run record below `root`, with forward slashes. Different evaluations have different ones on every file system. */
export function recordFolder(root: string, run: RecordKey): string {
  const { trial = 1 } = run
  return forwardSlashes(join(root, run.skill === null ? poolFolder : safeName(run.skill), `${safeName(run.id)}.${run.tier}${trial === 1 ? '' : `.${trial}`}`))
}

/**
 * Keeps a run below `root`, in place of an earlier one of the same evaluation and tier. Nobody sees half a record, also when
 * two processes keep the same evaluation: the last one wins.
 *
 * @returns the record's folder.
 * @throws when it cannot be written. An earlier record stays then.
 */
export async function saveRecord(root: string, content: RecordContent): Promise<string> {
  const { redactor } = content
  const folder = recordFolder(root, content.manifest)
  await mkdir(dirname(folder), { recursive: true })
  // Beside the place it goes to, since a rename does not cross disks.
  const draft = join(dirname(folder), `.draft-${randomUUID()}`)
  await mkdir(draft)
  try {
    const files = content.workspace === null ? [] : await keepFiles(content.workspace, join(draft, 'workspace'), redactor)
    const manifest: RunManifest = {
      version: manifestVersion,
      ...redactor.data(content.manifest),
      // What evaluations are found by must stay what it is.
      id: content.manifest.id,
      skill: content.manifest.skill,
      fingerprint: content.manifest.fingerprint,
      files,
      removed: (content.workspace?.removed ?? content.workspace?.changes.removed ?? []).map(redactor.secrets),
    }
    await writeLines(join(draft, 'transcript.jsonl'), transcriptLines(content.transcript), redactor.line)
    await writeFile(join(draft, 'stderr.txt'), redactor.text(content.stderr))
    for (const [name, data] of Object.entries(content.attach ?? {}))
      await writeJson(join(draft, name), redactor.data(data))
    await writeJson(join(draft, 'run.json'), manifest)
    await replaceFolder(draft, folder)
  }
  catch (error) {
    await removeTree(draft)
    throw error
  }
  return folder
}

/** Removes the run record of an evaluation, such as that of a failure which a later run has put right. None is fine. */
export async function dropRecord(root: string, run: RecordKey): Promise<void> {
  await removeTree(recordFolder(root, run))
}

async function keepFiles(workspace: KeptWorkspace, target: string, redactor: Redactor): Promise<RecordedFile[]> {
  const { added, changed } = workspace.changes
  const kept: RecordedFile[] = []
  const taken = new Map<string, string>()
  let [filesLeft, bytesLeft] = [keep.files, keep.bytes]
  const all = [
    ...added.map(file => ({ file, change: 'added' as const })),
    ...changed.map(file => ({ file, change: 'changed' as const })),
    ...(workspace.prepared ?? []).map(file => ({ file, change: 'prepared' as const })),
  ]
  for (const { file, change } of all.sort((a, b) => a.file.path < b.file.path ? -1 : 1)) {
    const fits = filesLeft > 0 && file.bytes <= Math.min(keep.fileBytes, bytesLeft)
    const path = redactor.secrets(file.path)
    // names that differ in a secret alone are different files all the same
    const stored = !fits ? null : path === file.path ? freeName(path, taken) : freeName(`${kept.length}-${path}`, taken)
    const bytes = stored === null ? null : await keepFile(join(workspace.dir, file.path), join(target, stored), redactor)
    if (bytes !== null) {
      filesLeft -= 1
      bytesLeft -= bytes
    }
    kept.push({ path, bytes: file.bytes, change, stored: bytes === null ? null : stored })
  }
  return kept
}

/** `README` and `readme` are two files here and would be one on another disk, so the second one gets a hashed name. */
function freeName(original: string, taken: Map<string, string>): string {
  const path = safePath(original)
  const clashes = beginnings(path).some(beginning => (taken.get(beginning.toLowerCase()) ?? beginning) !== beginning)
  const name = clashes ? hashedName(original) : path
  for (const beginning of beginnings(name))
    taken.set(beginning.toLowerCase(), beginning)
  return name
}

/** `a/b/c` as `a`, `a/b` and `a/b/c`: a folder can clash as well as a file. */
function beginnings(path: string): string[] {
  return path.split('/').map((_, index, all) => all.slice(0, index + 1).join('/'))
}

async function keepFile(from: string, to: string, redactor: Redactor): Promise<number | null> {
  // Replaced by something larger or removed since it was listed: the manifest still names it.
  const content = await readFile(from).catch(() => null)
  if (content === null || content.length > keep.fileBytes)
    return null
  await mkdir(dirname(to), { recursive: true })
  await writeFile(to, isUtf8(content) ? redactor.secrets(content.toString()) : content)
  return content.length
}

async function writeJson(file: string, data: unknown): Promise<void> {
  await writeFile(file, `${JSON.stringify(data, null, 2)}\n`)
}

async function writeLines(file: string, lines: AsyncIterable<string>, change: (line: string) => string): Promise<void> {
  const output = await open(file, 'wx')
  try {
    let batch = ''
    for await (const line of lines) {
      batch += `${change(line)}\n`
      if (batch.length > 64 * 1024) {
        await output.writeFile(batch)
        batch = ''
      }
    }
    await output.writeFile(batch)
  }
  finally {
    await output.close()
  }
}

/** Moves a folder to where another one may be, or appear at any moment. */
async function replaceFolder(draft: string, folder: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await rename(draft, folder)
      return
    }
    catch (error) {
      // A folder with content cannot be replaced in one step: each system has its own word for that.
      if (attempt > 50 || !(error instanceof Error && 'code' in error && ['ENOTEMPTY', 'EEXIST', 'EPERM', 'EACCES'].includes(String(error.code))))
        throw error
    }
    const old = await mkdtemp(join(dirname(folder), '.draft-'))
    try {
      await rename(folder, join(old, 'old'))
    }
    catch (error) {
      // Another process moved it away first.
      if (!(error instanceof Error && 'code' in error && ['ENOENT', 'EPERM', 'EACCES', 'EBUSY'].includes(String(error.code))))
        throw error
    }
    finally {
      await removeTree(old)
    }
  }
}
