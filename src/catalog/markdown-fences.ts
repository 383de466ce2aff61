/** Blocks that only their own end ends, so that a fence in them is none. */
const OPAQUE = /<(?:pre|script|style|textarea)\b|<!|<\?/i
const FENCE = /^( {0,3})(`{3,}(?!`)|~{3,}(?!~))(.*)$/

/** A line that no code fence holds. */
export interface OpenLine {
  text: string
  /** Whether HTML may hold it. */
  html: boolean
}

/**
 * The lines of a markdown text that are certainly not in a code fence, found without a parser. The lines left out are certainly in
 * one; `null` where it is not plain what is.
 * @param text without its byte order mark and its frontmatter
 */
export function linesOutsideFences(text: string): OpenLine[] | null {
  if (OPAQUE.test(text))
    return null
  const lines: OpenLine[] = []
  let fence: string | null = null
  let html = false
  for (const line of text.split(/\r\n?|\n/)) {
    const mark = /^ {0,3}[`~]/.test(line) ? FENCE.exec(line) : null
    const [, indent = '', run = '', info = ''] = mark ?? []
    if (fence !== null) {
      if (mark && run.startsWith(fence) && info.trim() === '')
        fence = null
      continue
    }
    if (mark && !(run.startsWith('`') && info.includes('`'))) {
      // an indented one may belong to a list, and one after HTML to that
      if (indent !== '' || html)
        return null
      fence = run
      continue
    }
    if (line.trim() === '')
      html = false
    else if (/^ {0,3}<[a-z/]/i.test(line))
      html = true
    lines.push({ text: line, html })
  }
  return lines
}
