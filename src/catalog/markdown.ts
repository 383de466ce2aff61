import type { Nodes, Root } from 'mdast'
import type { Position } from './finding.ts'
import { createRequire } from 'node:module'
import { splitFrontmatter } from './frontmatter.ts'
import { lineIndex } from './line-index.ts'
import { Anchors } from './markdown-anchors.ts'
import { htmlAttributes } from './markdown-html.ts'
import { isExample, mentionsIn } from './markdown-mentions.ts'
import { sectionsOf } from './markdown-sections.ts'

/** A link, image, definition or HTML attribute with a target, and the place of the target in the file. */
export interface MarkdownLink extends Position {
  /** As a reader would follow it: escapes and character references resolved, percent-encoding kept. */
  target: string
}

/** A path that is named in code or prose, and its place. */
export interface MarkdownMention extends Position {
  path: string
  /** Whether it stands in a block of code. */
  block: boolean
}

/** A section below a heading of the second level, and the place of the heading. */
export interface PlacedSection extends Position {
  title: string
  empty: boolean
}

/** What a markdown file points at, and what can be pointed at in it. */
export interface MarkdownDocument {
  links: MarkdownLink[]
  mentions: MarkdownMention[]
  /** Slugs of headings, and explicit ids. */
  anchors: Set<string>
  sections: PlacedSection[]
}

const require = createRequire(import.meta.url)
let parser: ((text: string) => Root) | null = null

/**
 * Loaded when a text has to be parsed, since that takes a tenth of a second and most runs parse nothing; and by `require`, so that
 * whoever asks for a link does not have to know beforehand whether it takes a parser.
 */
function parse(text: string): Root {
  if (!parser) {
    const { fromMarkdown } = require('mdast-util-from-markdown') as typeof import('mdast-util-from-markdown')
    const { gfmFromMarkdown } = require('mdast-util-gfm') as typeof import('mdast-util-gfm')
    const { gfm } = require('micromark-extension-gfm') as typeof import('micromark-extension-gfm')
    const options = { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }
    parser = source => fromMarkdown(source, options)
  }
  return parser(text)
}

/**
 * Reads CommonMark with GitHub's extensions. Code, comments and a frontmatter hold no links.
 * @param text without its byte order mark
 */
export function readMarkdown(text: string): MarkdownDocument {
  const bodyOffset = startOfBody(text)
  const position = lineIndex(text)
  const anchors = new Anchors()
  const document: MarkdownDocument = { links: [], mentions: [], anchors: anchors.all, sections: [] }
  const link = (target: string, offset: number): void => {
    document.links.push({ target, ...position(offset) })
  }
  const visit = (node: Nodes): void => {
    const start = bodyOffset + (node.position?.start.offset ?? 0)
    const end = bodyOffset + (node.position?.end.offset ?? 0)
    anchors.visit(node)
    if (node.type === 'link' || node.type === 'image')
      link(node.url, start + targetOffset(text.slice(start, end), '](', true))
    else if (node.type === 'definition')
      link(node.url, start + targetOffset(text.slice(start, end), ']:', false))
    else if (node.type === 'html')
      htmlAttributes(node.value).filter(({ name }) => name === 'href' || name === 'src').forEach(({ value }) => link(value, Math.max(text.indexOf(value, start), start)))
    else if (node.type === 'text' || node.type === 'inlineCode' || node.type === 'code')
      mentionsIn(text.slice(start, end)).filter(({ offset }) => !isExample(text, start + offset)).forEach(({ path, offset }) => document.mentions.push({ path, block: node.type === 'code', ...position(start + offset) }))
    if ('children' in node)
      node.children.forEach(visit)
  }
  const root = parse(text.slice(bodyOffset))
  visit(root)
  document.sections = sectionsOf(root).map(({ title, empty, offset }) => ({ title, empty, ...position(bodyOffset + offset) }))
  return document
}

/** Where the target starts in the source of a link; at the link itself for an address that stands alone. */
function targetOffset(source: string, mark: string, last: boolean): number {
  const at = last ? source.lastIndexOf(mark) : source.indexOf(mark)
  return at === -1 ? 0 : at + mark.length + (/^\s*<?/.exec(source.slice(at + mark.length))?.[0].length ?? 0)
}

/** A thematic break opens a file too, so a frontmatter has to hold a key. */
export function startOfBody(text: string): number {
  if (!text.startsWith('---'))
    return 0
  const split = splitFrontmatter(text)
  return 'problem' in split || !/^[\w"'-]+\s*:/m.test(split.yaml) ? 0 : split.bodyOffset
}
