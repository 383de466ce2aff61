import type { Position } from './finding.ts'

/** Characters. The parser takes a second for some thousand lines. */
const LONGEST = 500_000
/** Quotes and lists that a line opens in each other: the parser takes minutes for some thousands, and then runs out of stack. */
const DEEPEST = 100
/** Marks of links and emphasis without a blank line between them: the parser compares each with each. */
const MOST_MARKS = 5000

/** Why a markdown text is not parsed, and where that shows; `null` when it is. A file from a stranger must not hold up everybody's run. */
export function tooIntricate(text: string): { message: string, position: Position } | null {
  if (text.length > LONGEST)
    return at(1, `it has ${text.length} characters, and ${LONGEST} are the most that is parsed. Split it.`)
  let marks = 0
  for (const [index, line] of text.split(/\r\n?|\n/).entries()) {
    const opening = /^(?:[ \t]*(?:>|[*+-](?=[ \t]|$)|\d{1,9}[.)](?=[ \t]|$)))+/.exec(line)?.[0] ?? ''
    if ((opening.match(/[>*+.)-]/g) ?? []).length > DEEPEST)
      return at(index + 1, `a line opens more than ${DEEPEST} quotes and lists in each other. Delete some.`)
    marks = line.trim() === '' ? 0 : marks + (line.match(/[[\]*_~<]/g) ?? []).length
    if (marks > MOST_MARKS)
      return at(index + 1, `more than ${MOST_MARKS} marks of links and emphasis stand here without a blank line. Put blank lines between them.`)
  }
  return null
}

function at(line: number, message: string): { message: string, position: Position } {
  return { message: `The file is not parsed: ${message}`, position: { line, column: 1 } }
}
