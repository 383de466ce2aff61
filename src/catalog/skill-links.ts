import type { Dirent } from 'node:fs'
import type { Finding } from './finding.ts'
import type { Folders } from './folders.ts'
import { lstatSync, realpathSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { globSync } from 'tinyglobby'
import { readUtf8 } from './decode.ts'
import { absolutePath, forwardSlashes, isInside } from './paths.ts'

/** A text this long is no link target; git stores a link as its target path. */
const LONGEST_TARGET = 512

/** What to do about a link that the checkout turned into text. */
export const LINK_ADVICE = 'Check the repository out with `git config core.symlinks true`, or replace it by the real files.'

/** tinyglobby drops links that it does not follow; shown as files, it lists them. */
function linkAsFile(entry: Dirent): Dirent {
  return entry.isSymbolicLink() ? Object.assign(Object.create(entry), { name: entry.name, isFile: () => true, isSymbolicLink: () => false }) : entry
}

/**
 * What the globs match that should lead to a skill and does not: dangling links, links in a circle, and links that a
 * checkout without link support turned into text. Without this such a skill is silently not measured.
 */
export function brokenLinks(root: string, patterns: string[], ignore: string[], folders: Folders): Finding[] {
  const found = globSync([...patterns, ...patterns.map(pattern => `${pattern}/SKILL.md`)], {
    cwd: root,
    dot: true,
    absolute: true,
    ignore,
    expandDirectories: false,
    followSymbolicLinks: false,
    fs: folders.fileSystem(linkAsFile),
  })
  const findings: Finding[] = []
  for (const path of [...new Set(found.map(forwardSlashes))].sort()) {
    const isLink = folders.list(dirname(path))?.get(basename(path))?.isSymbolicLink()
    const message = isLink ? brokenLink(path) : flattenedLink(path)
    if (message !== null)
      findings.push({ rule: 'catalog/broken-link', severity: 'warning', file: path, line: 1, column: 1, message, blocks: false })
  }
  return findings
}

function brokenLink(path: string): string | null {
  try {
    const real = forwardSlashes(realpathSync.native(path))
    const folder = forwardSlashes(realpathSync.native(dirname(path)))
    return isInside(folder, real) ? `The link \`${basename(path)}\` leads back to a folder that holds it. It is not read as a skill; delete it.` : null
  }
  catch (error) {
    const loop = error instanceof Error && 'code' in error && error.code === 'ELOOP'
    return loop
      ? `The link \`${basename(path)}\` leads in a circle. No skill is read here; point it at the skill's folder.`
      : `The link \`${basename(path)}\` leads nowhere. No skill is read here; point it at the skill's folder or delete it.`
  }
}

function flattenedLink(path: string): string | null {
  // A SKILL.md of this kind is a skill, and its own check says so; files with an extension are no flattened folders.
  const size = basename(path).includes('.') ? undefined : lstatSync(path, { throwIfNoEntry: false })?.size
  if (size === undefined || size > LONGEST_TARGET)
    return null
  return looksLikeLinkTarget(readUtf8(path).text ?? '') ? `The file \`${basename(path)}\` looks like an unresolved git symlink to a skill. ${LINK_ADVICE}` : null
}

/** Whether the whole text is one relative path, which is what a checkout without link support makes of a link. */
export function looksLikeLinkTarget(text: string): boolean {
  return text.length <= LONGEST_TARGET && /^[^\s/:*?"<>|]+(?:\/[^\s/:*?"<>|]+)+$/.test(text.trim())
}

/**
 * The real path of a folder, with forward slashes, or `null` when it has none. As the system says it and not as Node's own walk: only that
 * gives Windows' and macOS' one spelling for each of several (`RUNNER~1`, `c:`), and git says the same.
 */
export function realPath(path: string): string | null {
  try {
    return absolutePath(realpathSync.native(path))
  }
  catch {
    return null
  }
}
