import { stripVTControlCharacters } from 'node:util'

// C0 and C1 controls, line separators, and the marks that reorder text: any of them lets a prompt or an agent's answer
// move the cursor, colour the terminal or make a line read as another. Half a surrogate pair makes JUnit files that are no XML.
const CONTROLS = /[\p{Cc}\p{Cs}\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069\uFEFF]+/gu

/** Text from outside, made safe for one line of a terminal or a table: no escapes, no controls, blanks collapsed. */
export function oneLine(text: string): string {
  return stripVTControlCharacters(text).replace(CONTROLS, ' ').replace(/\s+/g, ' ').trim()
}

/** The same with its line breaks and indentation kept. */
export function manyLines(text: string): string {
  return stripVTControlCharacters(text)
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map(line => line.replaceAll('\t', '    ').replace(CONTROLS, '').trimEnd())
    .join('\n')
}
