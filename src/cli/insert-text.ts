/** A text to put into a file, at an offset of it. */
export interface Insertion {
  at: number
  text: string
}

/** Puts texts into a file and leaves every other character of it as it is. */
export function insertInto(source: string, insertions: Insertion[]): string {
  return insertions.toSorted((a, b) => b.at - a.at).reduce((text, { at, text: added }) => text.slice(0, at) + added + text.slice(at), source)
}

/** The line break that a file uses. */
export function lineBreakOf(source: string): string {
  return source.includes('\r\n') ? '\r\n' : '\n'
}

/**
 * Puts a member first in an object or array, in the way in which its members stand there: on the same line, or each on its own. First,
 * since what follows a last member (its comma, comments) may not be there and is hard to tell apart.
 * @param source the whole file
 * @param open offset of the opening brace or bracket
 * @param first offset of the first member that is there; `null` when there is none
 * @param member without a comma
 */
export function insertFirst(source: string, open: number, first: number | null, member: string): Insertion {
  const inside = open + 1
  if (first === null)
    return { at: inside, text: source[open] === '[' ? member : emptyObject(source, open, member) }
  const between = source.slice(inside, first)
  if (!between.includes('\n'))
    return { at: inside, text: source[open] === '[' ? `${member}, ` : ` ${member},` }
  // a comment beside the brace is about the whole, and stays there
  const comment = /^[ \t]*(?:\/\/[^\r\n]*|\/\*[^\r\n]*\*\/[ \t]*)(?=\r?\n)/.exec(between)?.[0] ?? ''
  const indent = /[ \t]*$/.exec(between)?.[0] ?? ''
  return { at: inside + comment.length, text: `${lineBreakOf(source)}${indent}${member},` }
}

function emptyObject(source: string, open: number, member: string): string {
  const line = source.slice(source.lastIndexOf('\n', open) + 1, open)
  const indent = /^[ \t]*/.exec(line)?.[0] ?? ''
  const eol = lineBreakOf(source)
  const step = indent.startsWith('\t') ? '\t' : '  '
  // what stands between the braces, if only a space, goes behind the member
  return `${eol}${indent}${step}${member},${source[open + 1] === '\n' || source[open + 1] === '\r' ? '' : eol + indent}`
}
