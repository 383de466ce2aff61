import type { DiskTree } from '../catalog/disk-tree.ts'
import type { Finding } from '../catalog/finding.ts'
import type { MarkdownFile } from '../catalog/markdown-files.ts'
import type { MarkdownMention } from '../catalog/markdown.ts'
import { posix } from 'node:path'
import { isInside } from '../catalog/paths.ts'

/**
 * Warns of paths such as `scripts/run.sh` that a skill names in code or prose and does not have. Only a warning, since
 * a text can speak of somebody else's files too. Each path is reported once a file.
 */
export function checkMentions(mentions: MarkdownMention[], page: MarkdownFile, skill: string, tree: DiskTree): Finding[] {
  const first = new Map<string, MarkdownMention>()
  for (const mention of mentions) {
    // code in a file beside SKILL.md is mostly an example, or the contents of the very file that it names
    const counts = !mention.block || page.realFile === `${skill}/SKILL.md`
    if (counts && !first.has(mention.path) && isMissing(mention.path, page, skill, tree))
      first.set(mention.path, mention)
  }
  return [...first.values()].map(({ path, line, column }) => ({
    rule: 'link/mention',
    severity: 'warning',
    file: page.file,
    line,
    column,
    message: `\`${path}\` is named here, and the skill has no such file. Correct the path, or add the file.`,
    blocks: false,
  }))
}

/**
 * Whether a named path should be there and is not. What a file beside SKILL.md says is often about another project, so its paths
 * count only where the skill has their folder.
 */
export function isMissing(path: string, page: MarkdownFile, skill: string, tree: DiskTree): boolean {
  if (isThere(path, page, skill, tree))
    return false
  return page.realFile === `${skill}/SKILL.md` || tree.find(posix.join(skill, posix.dirname(path))).kind === 'directory'
}

/** From the skill, from the file, or from any folder above it. */
function isThere(path: string, page: MarkdownFile, skill: string, tree: DiskTree): boolean {
  for (let folder = posix.dirname(page.realFile); isInside(folder, tree.root); folder = posix.dirname(folder)) {
    if (tree.find(posix.join(folder, path)).kind !== 'missing')
      return true
    if (folder === tree.root)
      break
  }
  return tree.find(posix.join(skill, path)).kind !== 'missing'
}
