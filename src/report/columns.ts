import measure from 'fast-string-truncated-width'

const CUT = '…'

/** Columns that a text takes in a terminal: wide characters take two. */
export function widthOf(text: string): number {
  return measure(text).width
}

/** Cuts a text to a width, with `…` as the last column when something is missing. */
export function cut(text: string, width: number): string {
  const { index, ellipsed, truncated } = measure(text, { limit: Math.max(1, width), ellipsis: CUT })
  return truncated ? text.slice(0, index) + (ellipsed ? CUT : '') : text
}

/** Fills a text up to a width, at the right or, for numbers, at the left. */
export function fill(text: string, width: number, side: 'left' | 'right' = 'right'): string {
  const blanks = ' '.repeat(Math.max(0, width - widthOf(text)))
  return side === 'right' ? text + blanks : blanks + text
}

/** Breaks a text between words into lines of a width; a word that is longer than a line is broken too. */
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
      const { index } = measure(line, { limit: Math.max(2, width) })
      lines.push(line.slice(0, index))
      line = line.slice(index)
    }
  }
  lines.push(line)
  return lines
}
