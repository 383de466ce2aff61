import { manyLines, oneLine } from './plain-text.ts'

/**
 * Text from outside for one line of markdown. Every character that markdown, HTML or GitHub could act on becomes an
 * entity, which renders as itself: pipes end no cell, `@name` calls nobody, a URL makes no link.
 */
export function escaped(text: string): string {
  return oneLine(text)
    .replace(/[&<>"'\\`*_~|[\](){}#@$!]/g, character => `&#${character.codePointAt(0)};`)
    .replace(/:(?=\/\/)/g, '&#58;')
    .replace(/www\./gi, match => `${match.slice(0, 3)}&#46;`)
}

/** A name or a path, shown as code. */
export function code(text: string): string {
  return `<code>${escaped(text)}</code>`
}

/** A block that shows a text as it is, in a fence that is longer than any in the text. */
export function fenced(text: string): string {
  const lines = manyLines(text)
  const longest = Math.max(2, ...[...lines.matchAll(/`+/g)].map(match => match[0].length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}text\n${lines}\n${fence}`
}

/** A table; `right` names the columns of numbers. Cells are markdown already. */
export function table(head: string[], rows: string[][], right: number[] = []): string {
  const line = (cells: string[]): string => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map((_, index) => right.includes(index) ? '--:' : ':--')), ...rows.map(line)].join('\n')
}

/** A section that opens on a click. */
export function details(title: string, body: string): string {
  return `<details>\n<summary>${title}</summary>\n\n${body}\n\n</details>`
}
