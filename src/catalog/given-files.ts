import type { Skill } from './find-skills.ts'
import type { SeedRule } from './workspace.ts'
import { realpathSync } from 'node:fs'
import { posix } from 'node:path'
import { forwardSlashes, isInside } from './paths.ts'
import { kindAt, workspaceSeed } from './workspace.ts'

/** A file that the agent finds in its workspace. Both paths have forward slashes. */
export interface GivenFile {
  /** From the skill's folder. */
  from: string
  /** From the workspace. */
  to: string
}

/** What a list of files came to. */
export interface GivenFiles {
  files: GivenFile[]
  /** By the index of the path. */
  problems: { index: number, rule: SeedRule, message: string }[]
}

/** Eval tools disagree about what their paths start from. */
const STARTS = ['', 'evals/', 'evals/files/']

/**
 * Finds the files that a foreign dataset gives to the agent: from the skill's folder, or from its `evals`. In the workspace a file lies
 * where the prompt says: at the longest end of its path that the prompt holds, or else by its name alone. Never throws.
 */
export function givenFiles(skill: Skill, paths: readonly string[], prompt: string): GivenFiles {
  const given: GivenFiles = { files: [], problems: [] }
  for (const [index, path] of paths.entries()) {
    const found = find(skill, path)
    if ('message' in found)
      given.problems.push({ index, ...found })
    else
      given.files.push(...found.files.map(file => ({ from: posix.join(found.path, file), to: posix.join(placeIn(prompt, found.path), file) })))
  }
  return { ...given, files: apart(given.files) }
}

type Found = { path: string, files: string[] } | { rule: SeedRule, message: string }

function find(skill: Skill, path: string): Found {
  if (/^[a-z][a-z+]*:\/\//i.test(path))
    return { rule: 'path', message: `\`${path}\` is an address. Put the file into the skill.` }
  const relative = posix.normalize(path.replaceAll('\\', '/')).replace(/\/$/, '')
  if (relative.startsWith('/') || /^[a-z]:/i.test(relative) || relative.split('/').includes('..') || relative.includes('\0') || relative === '.')
    return { rule: 'path', message: `\`${path}\` leads out of the skill. Put the file into the skill, such as \`evals/files/${posix.basename(relative)}\`.` }
  const start = STARTS.find(one => kindAt(`${skill.dir}/${one}${relative}`) !== null)
  if (start === undefined)
    return { rule: 'missing', message: `\`${path}\` is not there: not from the skill's folder, and not from its \`evals\` or \`evals/files\`.` }
  const inside = posix.normalize(`${start}${relative}`)
  if (kindAt(`${skill.dir}/${inside}`) === 'folder') {
    const seed = workspaceSeed(skill, inside)
    return seed.dir === null ? { rule: seed.rule, message: seed.message } : { path: inside, files: seed.files }
  }
  if (!isInside(forwardSlashes(realpathSync(`${skill.dir}/${inside}`)), forwardSlashes(realpathSync(skill.dir))))
    return { rule: 'escape', message: `\`${path}\` is a link that leaves the skill. Replace it by the file itself.` }
  if (kindAt(`${skill.dir}/${inside}`) === 'special')
    return { rule: 'special', message: `\`${path}\` is a pipe, a socket or a device, and cannot be copied. Replace it by a plain file.` }
  return inside === 'evals/evals.json' ? { rule: 'answers', message: `\`${path}\` is the dataset, so the agent would see the answers.` } : { path: inside, files: [''] }
}

function placeIn(prompt: string, path: string): string {
  const segments = path.split('/')
  return segments.map((_, i) => segments.slice(i).join('/')).find(end => prompt.includes(end)) ?? posix.basename(path)
}

/** Files of one name in several folders keep their folders. */
function apart(files: GivenFile[]): GivenFile[] {
  return files.map(file => files.some(other => other.from !== file.from && other.to === file.to) ? { ...file, to: file.from } : file)
}
