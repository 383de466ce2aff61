import type { Position } from '../catalog/finding.ts'
import type { MarkdownDocument } from '../catalog/markdown.ts'

/** A link to the web, and its place. */
export interface ExternalLink extends Position {
  /** With its scheme and without its fragment, which no server is told. */
  url: string
  /** Absolute path of the file that holds it. */
  file: string
}

/** The links of a markdown file that lead to the web. An address that no URL can be is left out: no browser follows it. */
export function externalLinks(file: string, document: MarkdownDocument): ExternalLink[] {
  return document.links.flatMap(({ target, line, column }) => {
    const url = webAddress(target)
    return url === null ? [] : [{ url, file, line, column }]
  })
}

function webAddress(target: string): string | null {
  if (!/^(?:https?:)?\/\//i.test(target))
    return null
  const text = target.startsWith('//') ? `https:${target}` : target
  if (!URL.canParse(text))
    return null
  const url = new URL(text)
  url.hash = ''
  return url.href
}
