import type { Dirent } from 'node:fs'
import type { Skill } from './find-skills.ts'
import { posix } from 'node:path'
import { globSync } from 'tinyglobby'
import { absolutePath, forwardSlashes } from './paths.ts'

/** A markdown file, by the path that the catalog shows and by the path that its links start from. */
export interface MarkdownFile {
  file: string
  realFile: string
}

/** Folders that hold what others wrote or what a run wrote. */
const SKIPPED = new Set(['node_modules', '.git', '.skill-evals'])
const MARKDOWN = /\.(?:md|markdown)$/i

/**
 * Every markdown file of a skill, sorted. Links are not followed: they could leave the skill or loop, and what they lead to in the
 * repository is read in its own place. A skill in the skill's folder keeps its own.
 * @param skill its folder, as the catalog shows it and with links resolved
 * @param others folders of all skills of the catalog
 * @param entriesOf lists a folder
 */
export function markdownFilesOf(skill: Pick<Skill, 'dir' | 'realDir'>, others: ReadonlySet<string>, entriesOf: (folder: string) => Dirent[]): MarkdownFile[] {
  const found: string[] = []
  const pending = ['']
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    for (const entry of entriesOf(posix.join(skill.realDir, next))) {
      const path = posix.join(next, entry.name)
      if (entry.isDirectory() && !SKIPPED.has(entry.name) && !others.has(`${skill.dir}/${path}`))
        pending.push(path)
      else if (entry.isFile() && MARKDOWN.test(entry.name))
        found.push(path)
    }
  }
  return found.sort().map(path => ({ file: `${skill.dir}/${path}`, realFile: `${skill.realDir}/${path}` }))
}

/** The markdown files that globs match, from `root`, sorted; a glob of a folder stands for everything in it. */
export function markdownFilesIn(root: string, globs: string[]): MarkdownFile[] {
  if (globs.length === 0)
    return []
  return globSync(globs, { cwd: root, dot: true, absolute: true, ignore: [...SKIPPED].map(name => `**/${name}/**`) })
    .map(file => absolutePath(forwardSlashes(file)))
    .filter(file => MARKDOWN.test(file))
    .sort()
    .map(file => ({ file, realFile: file }))
}
