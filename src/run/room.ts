import { mkdirSync, symlinkSync } from 'node:fs'
import { cp, mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { copyFolder, hashFolder } from './copy-folder.ts'
import { eachBounded } from './each-bounded.ts'
import { removeTree } from './remove-tree.ts'

/** What staging needs to know of a skill. */
export interface RoomSkill {
  /** Folder name, which is the skill's identity. */
  name: string
  /** Absolute path of the skill's folder, with `/`. */
  dir: string
  /** Another name that the agent may use for it, from its SKILL.md. */
  alias: string | null
}

/** A skill as it lies in a staged room. */
export interface StagedSkill {
  name: string
  alias: string | null
  /** Over paths, contents and executable bits of what was staged. */
  hash: string
  files: number
  bytes: number
}

/** A room on disk, ready to be installed in workspaces. Plain data: it crosses threads as JSON. */
export interface StagedRoom {
  /** Absolute path of the folder that holds one folder per skill. */
  dir: string
  skills: StagedSkill[]
  /** What of the skills' folders could not be staged, and why. */
  notes: string[]
  /** Every file and directory as it was left by staging; {@link roomChanges} compares with it. */
  stamps: Record<string, string>
}

const concurrency = 8

/** Made by programs, not by the owner of the folder, and different on every machine. */
const droppings = new Set(['.git', '.ds_store', 'thumbs.db', '__pycache__'])

/** Whether a path names what git, Python or the system leave behind. It is never copied, nor part of a hash. */
export function isDropping(path: string): boolean {
  // Without regard to case: on macOS and Windows, git takes `.GIT` for its own.
  return droppings.has(path.slice(path.lastIndexOf('/') + 1).toLowerCase())
}

/** What of a skill is never installed: `evals/`, which is the answer key, and droppings. */
export function isNotInstalled(path: string): boolean {
  // Without regard to case, since on macOS and Windows `Evals/` is read as the dataset too.
  return path.toLowerCase() === 'evals' || isDropping(path)
}

/**
 * Copies each skill to `<target>/<name>`, without `evals/`.
 *
 * @param skills who is in the room.
 * @param target a folder that does not exist or is empty; removed again when staging fails.
 * @throws with the skill's name, when something in it cannot be read or two skills share a folder name.
 */
export async function stageRoom(skills: readonly RoomSkill[], target: string): Promise<StagedRoom> {
  const staged: StagedSkill[] = []
  const notes: string[][] = []
  const stamps: [string, string][][] = []
  try {
    await mkdir(target, { recursive: true })
    await eachBounded(skills, concurrency, async (skill, index) => {
      try {
        const folder = join(target, plainName(skill.name))
        // Not recursive: a second skill of that name, also one that differs only in case on some disks, must fail.
        await mkdir(folder)
        const copy = await copyFolder(skill.dir, folder, isNotInstalled)
        staged[index] = { name: skill.name, alias: skill.alias, hash: copy.hash, files: copy.files, bytes: copy.bytes }
        notes[index] = copy.notes.map(note => `${skill.name}/${note}`)
        stamps[index] = copy.stamps.map(([path, stamp]) => [`${skill.name}/${path}`, stamp])
      }
      catch (cause) {
        throw new Error(`Skill "${skill.name}" (${skill.dir}) cannot be put in the room: ${reason(cause)}`, { cause })
      }
    })
  }
  catch (error) {
    await removeTree(target)
    throw error
  }
  return { dir: target, skills: staged, notes: notes.flat(), stamps: Object.fromEntries(stamps.flat()) }
}

/** Hashes of skills as {@link stageRoom} gives them, by name, without staging: all that a replay needs. */
export async function hashRoom(skills: readonly RoomSkill[]): Promise<Record<string, string>> {
  const hashes: [string, string][] = []
  await eachBounded(skills, concurrency, async (skill, index) => {
    hashes[index] = [skill.name, await hashFolder(skill.dir, isNotInstalled)]
  })
  return Object.fromEntries(hashes)
}

/**
 * Puts a staged room where the agent looks for skills in a workspace.
 *
 * With `link`, for an agent that follows links, it is one link to the whole room, which costs the same for any room.
 *
 * @throws when the workspace holds skills already.
 */
export async function installRoom(staged: StagedRoom, workspace: string, skillsFolder: string, options: { link: boolean }): Promise<void> {
  const folder = join(workspace, skillsFolder)
  mkdirSync(dirname(folder), { recursive: true })
  if (options.link)
    symlinkSync(staged.dir, folder, 'junction')
  else
    await cp(staged.dir, folder, { recursive: true, errorOnExist: true, force: false })
}

function plainName(name: string): string {
  if (name === '' || name === '.' || name === '..' || /[/\\\0]/.test(name))
    throw new Error('that is not the name of a folder')
  return name
}

function reason(error: unknown): string {
  if (error instanceof Error && 'code' in error && error.code === 'EEXIST')
    return 'another skill of the room has the same folder name'
  return error instanceof Error ? error.message : String(error)
}
