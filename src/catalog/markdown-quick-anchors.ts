import { slug } from 'github-slugger'
import { linesOutsideFences } from './markdown-fences.ts'

/** A heading that reads the same in source and on the page, code spans aside. */
const PLAIN = /^#{1,6}[ \t]((?:[\p{L}\p{N} .,:;()/'"+?%=–—-]|`[^`\\]+`)+)$/u

/**
 * Anchors that a markdown file certainly has, found without a parser: not all of them, and none that it has not. Only headings
 * at the start of a line count, since nothing but a fence or HTML can take such a line for itself.
 * @param text without its byte order mark
 * @param bodyOffset where the frontmatter ends
 */
export function certainAnchors(text: string, bodyOffset: number): Set<string> {
  const anchors = new Set<string>()
  const counts = new Map<string, number>()
  for (const line of linesOutsideFences(text.slice(bodyOffset)) ?? []) {
    const heading = line.html || !line.text.startsWith('#') ? null : PLAIN.exec(line.text)
    if (!heading)
      continue
    const name = slug((heading[1] ?? '').replace(/`([^`]+)`/g, '$1').trim())
    const count = counts.get(name) ?? 0
    counts.set(name, count + 1)
    anchors.add(count === 0 ? name : `${name}-${count}`)
  }
  anchors.delete('')
  return anchors
}
