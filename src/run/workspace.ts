import type { Agent } from '../agent/agent.ts'
import { lstatSync, mkdirSync, mkdtempSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { mayMean } from '../catalog/windows-names.ts'
import { copyFolder } from './copy-folder.ts'
import { removeTree } from './remove-tree.ts'
import { isDropping } from './room.ts'

/** Where one agent run works: fresh, shared with no other run. */
export interface Workspace {
  /** Absolute path; the agent's working directory. */
  dir: string
  /** Absolute path of a private, empty home directory, not below `dir`. */
  home: string
  /** Names that are not the agent's work, wherever they are: its own folders, and the `.git` that stops its upward search. */
  aside: string[]
  /** Removes both. May be called again. */
  remove: () => Promise<void>
}

/**
 * Makes a workspace in the scratch folder.
 *
 * @param scratch absolute path
 * @param agent who will work there
 * @param again take the path of an earlier run that is gone, where there is one: an agent tells the model where it works, and a
 * provider keeps what it was told only as far as it is the same as before. Only for runs that leave nobody behind who could
 * still write to that path. Default: a path that no run had.
 * @throws when it cannot be made; nothing is left then.
 */
export async function createWorkspace(scratch: string, agent: Agent, again = false): Promise<Workspace> {
  // At once: these few calls take half as long as when other threads do them.
  const base = again ? firstFree(scratch) : mkdtempSync(join(scratch, 'run-'))
  const remove = (): Promise<void> => removeTree(base)
  try {
    const dir = join(base, 'workspace')
    const home = join(base, 'home')
    mkdirSync(dir)
    mkdirSync(home)
    const [skillsParent] = agent.skillsFolder.split('/')
    const aside = new Set(agent.ancestorFolders)
    if (skillsParent)
      aside.add(skillsParent)
    if (someAncestorHolds(base, agent.ancestorFolders)) {
      await stopUpwardSearch(dir)
      aside.add('.git')
    }
    return { dir, home, aside: [...aside], remove }
  }
  catch (error) {
    await remove()
    throw error
  }
}

/**
 * Copies what a folder of a skill holds to the root of a workspace, where it may not bring skills of its own: they would be in a
 * room that nobody asked for, or be written into a linked room that all runs share.
 *
 * @returns what was left out, and why.
 * @throws when something cannot be read, or stands in the workspace already.
 */
export async function seedWorkspace(seed: string, workspace: Workspace, agent: Agent): Promise<string[]> {
  const notes: string[] = []
  const copy = await copyFolder(seed, workspace.dir, (path) => {
    const isSkills = isSkillsFolder(path, agent.skillsFolder)
    if (isSkills)
      notes.push(`${path} was left out: a workspace brings no skills`)
    return isSkills || isDropping(path)
  })
  return [...notes, ...copy.notes]
}

/** Whether a path from the workspace leads to its skills, by any of the names that its disk may have for them. */
export function isSkillsFolder(path: string, skillsFolder: string, platform: NodeJS.Platform = process.platform): boolean {
  const [names, wanted] = [path.split('/'), skillsFolder.split('/')]
  return names.length === wanted.length && names.every((name, index) => mayMean(name, wanted[index] ?? '', platform))
}

/** Who makes the folder has it, in whatever thread: no two can. */
function firstFree(scratch: string): string {
  for (let number = 1; ; number++) {
    const base = join(scratch, `run-${number}`)
    try {
      mkdirSync(base, 0o700)
      return base
    }
    catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST'))
        throw error
    }
  }
}

function someAncestorHolds(start: string, names: readonly string[]): boolean {
  for (let folder = start; ;) {
    if (names.some(name => exists(join(folder, name))))
      return true
    const parent = dirname(folder)
    if (parent === folder)
      return false
    folder = parent
  }
}

function exists(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined
  }
  catch {
    return false
  }
}

/** The least that passes for a git repository, at which agents end their search. Made only where needed: it costs the CLI time. */
async function stopUpwardSearch(dir: string): Promise<void> {
  await mkdir(join(dir, '.git', 'objects'), { recursive: true })
  await mkdir(join(dir, '.git', 'refs'))
  await writeFile(join(dir, '.git', 'HEAD'), 'ref: refs/heads/main\n')
}
