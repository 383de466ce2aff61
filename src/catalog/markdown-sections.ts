import type { Root } from 'mdast'
import { textOf } from './markdown-anchors.ts'

/** A section of the second level, and where its heading starts. */
export interface MarkdownSection {
  title: string
  /** Whether nothing but blanks and comments stands between its heading and the next one of its level or above. */
  empty: boolean
  /** Offset of the heading. */
  offset: number
}

/** The sections below headings of the second level. A deeper heading alone is no text of a section. */
export function sectionsOf(root: Root): MarkdownSection[] {
  const sections: MarkdownSection[] = []
  let current: MarkdownSection | null = null
  for (const node of root.children) {
    if (node.type === 'heading' && node.depth <= 2) {
      current = node.depth === 2 ? { title: textOf(node, false).trim(), empty: true, offset: node.position?.start.offset ?? 0 } : null
      if (current)
        sections.push(current)
    }
    else if (current && node.type !== 'heading' && node.type !== 'definition' && !(node.type === 'html' && node.value.replace(/<!--.*?(?:-->|$)/gs, '').trim() === '')) {
      current.empty = false
    }
  }
  return sections
}
