import type { DiskTree, Found } from '../catalog/disk-tree.ts'
import type { Finding } from '../catalog/finding.ts'
import type { MarkdownFile } from '../catalog/markdown-files.ts'
import type { MarkdownLibrary } from '../catalog/markdown-library.ts'
import type { MarkdownLink } from '../catalog/markdown.ts'
import { posix } from 'node:path'
import { didYouMean, nearest } from '../catalog/did-you-mean.ts'
import { isInside } from '../catalog/paths.ts'
import { checkMentions, isMissing } from './check-mentions.ts'
import { isGithubPage, linkTarget } from './link-target.ts'

/** What the links of a catalog are checked against. */
export interface LinkContext {
  /** Its root is the root of the repository. */
  tree: DiskTree
  library: MarkdownLibrary
}

/** What is wrong with one target. */
interface Problem {
  rule: string
  severity: Finding['severity']
  message: string
}

/**
 * Checks where the links of a markdown file lead: relative and root-relative paths, and anchors. What leads out to the web is not
 * fetched. Findings stand at the target of the link, none blocks.
 * @param page the file
 * @param skill real folder of the skill that the file belongs to, whose paths it may name; `null` for a file of `docs`
 * @param context the disk, and the files that were read already
 */
export function checkLinks(page: MarkdownFile, skill: string | null, context: LinkContext): Finding[] {
  const { library, tree } = context
  const finding = (problem: Problem, place: { line: number, column: number }): Finding =>
    ({ rule: problem.rule, severity: problem.severity, file: page.file, line: place.line, column: place.column, message: problem.message, blocks: false })

  const unread = library.problem(page.file)
  if (unread)
    return [finding({ rule: `link/${unread.reason}`, severity: 'warning', message: `${unread.message} Its links are not checked.` }, unread.position)]

  // a parser takes most of the time of a check, so it is asked only about files in which something may be wrong
  const { targets, mentions } = library.scan(page.file)
  const suspicious = targets === null || targets.some(target => problemOf(target, page, skill, context) !== null) || (skill !== null && mentions.some(path => isMissing(path, page, skill, tree)))
  if (!suspicious)
    return []
  const document = library.document(page.file)
  const broken = once(document.links).flatMap((link) => {
    const problem = problemOf(link.target, page, skill, context)
    return problem ? [finding(problem, link)] : []
  })
  // the text of a link often repeats its target
  const told = (line: number, path: string): boolean => document.links.some(link => link.line === line && link.target.includes(path))
  return [...broken, ...skill === null ? [] : checkMentions(document.mentions.filter(({ line, path }) => !told(line, path)), page, skill, tree)]
}

/** An image that is a link to itself, or HTML that is read twice, is one mistake. */
function once(links: MarkdownLink[]): MarkdownLink[] {
  const seen = new Set<string>()
  return links.filter(({ line, column, target }) => {
    const key = `${line}:${column}:${target}`
    return !seen.has(key) && seen.add(key)
  })
}

function problemOf(text: string, { file, realFile }: MarkdownFile, skill: string | null, { tree, library }: LinkContext): Problem | null {
  const target = linkTarget(text, realFile, tree.root, skill)
  if (target.kind !== 'local')
    return null
  const { path, fragment } = target
  if (!isInside(path, tree.root)) {
    return isGithubPage(path, tree.root)
      ? null
      : { rule: 'link/outside', severity: 'error', message: `\`${text}\` leads out of the repository, to where nobody else has anything. Link to a file of the repository.` }
  }
  const itself = path === realFile
  const found: Found = itself ? { kind: 'file', path: realFile } : tree.find(path)
  if (found.kind === 'missing')
    return { rule: 'link/missing', severity: 'error', message: `\`${text}\` points at ${path}, which does not exist.${advice(path, tree)}` }
  if (found.path.normalize() !== path.normalize())
    return { rule: 'link/case', severity: 'error', message: `\`${text}\` is spelled ${differing(path, found.path)} on disk. Write the same letter case: GitHub and Linux tell them apart.` }
  if (fragment === '' || found.kind !== 'file' || !/\.(?:md|markdown)$/i.test(path) || isPlace(fragment))
    return null
  const page = itself ? file : found.path
  const name = fragment.replace(/^user-content-/, '')
  return library.hasAnchor(page, name) || library.hasAnchor(page, fragment) ? null : anchorProblem(text, name, library.document(page).anchors, itself ? null : found.path)
}

/** `#L12`, `#L12-L20` and `#L12C3` are lines, `#top` is the top of a page, `#:~:text=` is a text. */
function isPlace(fragment: string): boolean {
  return /^L\d+(?:C\d+)?(?:-L?\d+(?:C\d+)?)?$/.test(fragment) || fragment.toLowerCase() === 'top' || fragment.startsWith(':~:')
}

function anchorProblem(text: string, name: string, anchors: Set<string>, other: string | null): Problem {
  const lower = name.toLowerCase()
  const same = anchors.has(lower) ? lower : [...anchors].find(anchor => anchor.toLowerCase() === lower)
  if (same !== undefined)
    return { rule: 'link/anchor-case', severity: 'warning', message: `\`${text}\` finds its heading on GitHub only, which forgives the letter case. Write \`#${same}\`.` }
  return { rule: 'link/anchor', severity: 'error', message: `\`${text}\` points at a heading \`#${name}\` that ${other ?? 'this file'} does not have.${didYouMean(name, anchors).replace('`', '`#')}` }
}

function advice(path: string, tree: DiskTree): string {
  if (path.includes('\\'))
    return ' Write `/` between folders.'
  const near = nearest(posix.basename(path), tree.entries(posix.dirname(path)).map(entry => entry.name))
  return near === null ? ' Correct the path, or add the file.' : ` Did you mean \`${near}\`?`
}

/** The first name that differs, as the disk has it. */
function differing(wanted: string, actual: string): string {
  const names = wanted.split('/')
  const name = actual.split('/').find((part, i) => part.normalize() !== names[i]?.normalize())
  return `\`${name ?? posix.basename(actual)}\``
}
