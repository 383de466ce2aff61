import { slug } from 'github-slugger'

/** Blocks that only their own end ends, so that whatever stands in them is no heading. */
const OPAQUE = /<(?:pre|script|style|textarea)\b|<!|<\?/i
const FENCE = /^( {0,3})(`{3,}(?!`)|~{3,}(?!~))(.*)$/
/** A heading that reads the same in source and on the page, code spans aside. */
const PLAIN = /^#{1,6}[ \t]((?:[\p{L}\p{N} .,:;()/'"+?%=–—-]|`[^`\\]+`)+)$/u

/**
 * Anchors that a markdown file certainly has, found without a parser: not all of them, and none that it has not. Only headings
 * at the start of a line count, since nothing but a fence or HTML can take such a line for itself; where it is not plain what
 * does, nothing is certain.
 * @param text without its byte order mark
 * @param bodyOffset where the frontmatter ends
 */
export function certainAnchors(text: string, bodyOffset: number): Set<string> {
  const anchors = new Set<string>()
  if (OPAQUE.test(text))
    return anchors
  const counts = new Map<string, number>()
  let fence: string | null = null
  let html = false
  for (const line of text.slice(bodyOffset).split(/\r?\n/)) {
    const mark = FENCE.exec(line)
    const [, indent = '', run = '', info = ''] = mark ?? []
    if (fence !== null) {
      if (mark && run.startsWith(fence) && info.trim() === '')
        fence = null
      continue
    }
    if (mark && !(run.startsWith('`') && info.includes('`'))) {
      // an indented one may belong to a list, and one after HTML to that
      if (indent !== '' || html)
        return new Set()
      fence = run
      continue
    }
    if (line.trim() === '')
      html = false
    else if (/^ {0,3}<[a-z/]/i.test(line))
      html = true
    const heading = html ? null : PLAIN.exec(line)
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
