import type { DiskTree } from '../catalog/disk-tree.ts'
import type { Skill } from '../catalog/find-skills.ts'
import type { Finding, Position } from '../catalog/finding.ts'
import type { MarkdownLibrary } from '../catalog/markdown-library.ts'
import { posix } from 'node:path'
import { didYouMean } from '../catalog/did-you-mean.ts'

/** What every skill of a catalog has to bring. */
export interface RequiredFiles {
  /** Paths from the skill's folder, such as `skill-card.md`. */
  skillFiles: string[]
  /** Titles of sections that those of them which are markdown must have, without regard to case, each with text. */
  skillSections: string[]
}

/** Checks that a skill has the files that its catalog asks for, and their sections. */
export function checkRequiredFiles(skill: Pick<Skill, 'dir' | 'realDir' | 'file'>, required: RequiredFiles, { tree, library }: { tree: DiskTree, library: MarkdownLibrary }): Finding[] {
  return required.skillFiles.flatMap((name) => {
    const path = posix.join(skill.realDir, name)
    const found = tree.find(path)
    const file = `${skill.dir}/${posix.normalize(name)}`
    if (found.kind !== 'file' || found.path !== path)
      return [at(skill.file, 'file/missing', `The skill has no file \`${name}\`. ${found.kind === 'file' ? `Rename \`${posix.basename(found.path)}\`: the letter case counts.` : `Write ${file}.`}`)]
    return /\.(?:md|markdown)$/i.test(name) ? missingSections(file, required.skillSections, library) : []
  })
}

function missingSections(file: string, wanted: string[], library: MarkdownLibrary): Finding[] {
  const unread = library.problem(file)
  if (unread)
    return wanted.length > 0 ? [at(file, 'file/unreadable', `${unread.message} Its sections are not checked.`, unread.position)] : []
  if (wanted.length === 0)
    return []
  const sections = library.document(file).sections
  return wanted.flatMap((title) => {
    const found = sections.filter(section => section.title.toLowerCase() === title.toLowerCase())
    const [first] = found
    if (!first)
      return [at(file, 'file/section', `There is no section \`${title}\`. Write a heading \`## ${title}\` and text below it.${didYouMean(title, sections.map(section => section.title))}`)]
    return found.every(section => section.empty) ? [at(file, 'file/section-empty', `The section \`${title}\` is empty. Write text below its heading.`, first)] : []
  })
}

function at(file: string, rule: string, message: string, place: Position = { line: 1, column: 1 }): Finding {
  return { rule, severity: 'error', file, line: place.line, column: place.column, message, blocks: false }
}
