import measure from 'fast-string-width'

const CUT = '…'
const characters = new Intl.Segmenter()

/** Columns that a text takes in a terminal: wide characters take two. */
export function widthOf(text: string): number {
  return measure(text)
}

/** Cuts a text to a width, with `…` as the last column when something is missing. */
export function cut(text: string, width: number): string {
  return widthOf(text) <= width ? text : head(text, width - 1) + CUT
}

/** Fills a text up to a width, at the right or, for numbers, at the left. */
export function fill(text: string, width: number, side: 'left' | 'right' = 'right'): string {
  const blanks = ' '.repeat(Math.max(0, width - widthOf(text)))
  return side === 'right' ? text + blanks : blanks + text
}

/** Breaks a text between words into lines of a width of at least 2; a word that is longer than a line is broken too. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`
    if (widthOf(longer) <= width) {
      line = longer
      continue
    }
    if (line !== '')
      lines.push(line)
    line = word
    while (widthOf(line) > width) {
      const part = head(line, width)
      lines.push(part)
      line = line.slice(part.length)
    }
  }
  lines.push(line)
  return lines
}

/** As much of the start of a text as fits, at least one character, and no character in part: a family is one. */
function head(text: string, width: number): string {
  let end = 0
  let used = 0
  for (const { segment } of characters.segment(text)) {
    used += widthOf(segment)
    if (used > width && end > 0)
      break
    end += segment.length
  }
  return text.slice(0, end)
}
