import type { Skill } from './find-skills.ts'
import { readdirSync, realpathSync, statSync } from 'node:fs'
import { posix } from 'node:path'
import { nearest } from './did-you-mean.ts'
import { forwardSlashes, isInside } from './paths.ts'

/** What can be wrong with what a dataset gives to the agent. */
export type SeedRule = 'path' | 'missing' | 'escape' | 'answers' | 'special'

/** A folder of a skill that can seed a workspace, or why it cannot. */
export type WorkspaceSeed
  = | { dir: string, files: string[] }
    | { dir: null, rule: SeedRule, message: string }

/**
 * Looks at the folder that `workspace` names: relative to the skill, inside it with every link resolved.
 * Never throws. The files are relative to it, with forward slashes, so that a rule can tell what the agent finds at its start.
 */
export function workspaceSeed(skill: Skill, workspace: string): WorkspaceSeed {
  const spelling = refuseSpelling(workspace)
  if (spelling !== null)
    return { dir: null, rule: 'path', message: spelling }
  try {
    return look(skill, workspace)
  }
  catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    return { dir: null, rule: 'missing', message: `\`${workspace}\` cannot be read: ${code}.` }
  }
}

function look(skill: Skill, workspace: string): WorkspaceSeed {
  const relative = posix.normalize(workspace).replace(/\/$/, '')
  const dir = posix.join(skill.dir, relative)
  const kind = kindAt(dir)
  if (kind !== 'folder') {
    const near = nearFolder(skill.dir, relative)
    const what = kind === null ? 'does not exist' : 'is a file, not a folder'
    return { dir: null, rule: 'missing', message: `\`${dir}\` ${what}.${near === null ? '' : ` Did you mean \`${near}\`?`}` }
  }

  const seed: Seed = { skill: forwardSlashes(realpathSync.native(skill.dir)), files: [], escape: null, special: null, visited: new Set() }
  walk(seed, dir, '')
  if (seed.escape !== null)
    return { dir: null, rule: 'escape', message: `\`${posix.join(relative, seed.escape)}\` is a link that leaves the skill. Replace it by the files themselves.` }
  if (seed.special !== null)
    return { dir: null, rule: 'special', message: `\`${posix.join(relative, seed.special)}\` is a pipe, a socket or a device, and cannot be copied. Replace it by a plain file, or let a hook make it.` }
  // The agent would find what it is graded against.
  if (seed.files.some(file => posix.join(dir, file) === posix.join(skill.dir, 'evals/evals.json')))
    return { dir: null, rule: 'answers', message: `\`${workspace}\` holds evals.json, so the agent would see the answers. Put the seed into a folder of its own, such as \`evals/files/<name>\`.` }
  return { dir, files: seed.files }
}

function refuseSpelling(workspace: string): string | null {
  if (workspace.startsWith('/') || /^[a-z]:/i.test(workspace) || workspace.startsWith('\\'))
    return `\`${workspace}\` is absolute. Write the folder relative to the skill, such as \`evals/files/<name>\`.`
  if (workspace.includes('\\'))
    return `\`${workspace}\` holds a backslash, which is a separator on Windows only. Write \`${workspace.replaceAll('\\', '/')}\`.`
  if (workspace.split('/').includes('..'))
    return `\`${workspace}\` leads up with \`..\`. A workspace has to lie inside the skill, such as \`evals/files/<name>\`.`
  return workspace.includes('\0') ? 'The path holds a NUL character.' : null
}

interface Seed {
  skill: string
  files: string[]
  /** First path, relative to the seed, that leads out of the skill. */
  escape: string | null
  /** First path of what is neither a file nor a folder. */
  special: string | null
  visited: Set<string>
}

function walk(seed: Seed, dir: string, prefix: string): void {
  const real = forwardSlashes(realpathSync.native(dir))
  if (!isInside(real, seed.skill))
    seed.escape ??= prefix
  if (seed.escape !== null || seed.visited.has(real))
    return
  seed.visited.add(real)
  for (const entry of readdirSync(dir, { withFileTypes: true })) {
    const path = posix.join(prefix, entry.name)
    const full = posix.join(dir, entry.name)
    if (entry.isSymbolicLink())
      follow(seed, full, path)
    else if (entry.isDirectory())
      walk(seed, full, path)
    else if (entry.isFile())
      seed.files.push(path)
    else
      seed.special ??= path
  }
}

function follow(seed: Seed, link: string, path: string): void {
  const kind = kindAt(link)
  if (kind === 'folder')
    return walk(seed, link, path)
  // A dangling link brings nothing into the workspace.
  if (kind === null)
    return
  if (!isInside(forwardSlashes(realpathSync.native(link)), seed.skill))
    seed.escape ??= path
  else if (kind === 'special')
    seed.special ??= path
  else
    seed.files.push(path)
}

/** What lies at a path, links followed; `null` when nothing does. */
export function kindAt(path: string): 'folder' | 'file' | 'special' | null {
  try {
    const info = statSync(path)
    return info.isDirectory() ? 'folder' : info.isFile() ? 'file' : 'special'
  }
  catch {
    return null
  }
}

/** The folder of the skill that was most likely meant: the same path further down, or one with a similar name. */
function nearFolder(skillDir: string, wanted: string): string | null {
  const folders: string[] = []
  collectFolders(skillDir, '', 4, folders)
  return folders.find(folder => folder.endsWith(`/${wanted}`))
    ?? folders.find(folder => posix.basename(folder) === posix.basename(wanted))
    ?? nearest(wanted, folders.filter(folder => posix.dirname(folder) === posix.dirname(wanted)))
}

function collectFolders(dir: string, prefix: string, depth: number, into: string[]): void {
  if (depth === 0)
    return
  for (const entry of readdirSync(dir, { withFileTypes: true })) {
    if (!entry.isDirectory() || entry.name === 'node_modules' || entry.name.startsWith('.'))
      continue
    const path = posix.join(prefix, entry.name)
    into.push(path)
    collectFolders(posix.join(dir, entry.name), path, depth - 1, into)
  }
}
