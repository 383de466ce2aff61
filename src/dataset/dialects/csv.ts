import type { JsonMember, JsonNode } from '../../catalog/json.ts'
import type { ForeignFile } from './row.ts'
import { rowsOf } from './json-dialects.ts'

/** A field of a CSV table. */
interface Cell {
  text: string
  /** Offset of its first character, a quote included. */
  start: number
  end: number
  quoted: boolean
}

/** Columns with several texts in one cell, with `|` between them. */
const SEVERAL = /^expected_behaviou?rs?$|^expectations$|^assertions$|^files$/

/** Reads a table with a column of prompts. `null`: it is none. */
export function readCsvDialect(text: string): ForeignFile | null {
  const delimiter = [',', ';', '\t'].find(one => isHeader(readRecords(text.split(/\r?\n/, 1)[0] ?? '', one)[0] ?? []))
  if (delimiter === undefined)
    return null
  const [header = [], ...records] = readRecords(text, delimiter)
  const columns = header.map(cell => cell.text.trim())
  const items = records.filter(cells => cells.some(cell => cell.text.trim() !== '')).map(cells => objectOf(columns, cells))
  return { dialect: 'csv', skill: null, ...rowsOf(items, { shouldTrigger: null }), fields: {}, remarks: [] }
}

function isHeader(cells: Cell[]): boolean {
  const names = cells.map(cell => cell.text.trim())
  return ['prompt', 'query', 'question'].some(name => names.includes(name)) && ['should_trigger', 'expected_skill', 'trigger'].some(name => names.includes(name))
}

/** An empty cell is a field that is not there. */
function objectOf(columns: string[], cells: Cell[]): JsonNode {
  const members = new Map<string, JsonMember>()
  for (const [i, cell] of cells.entries()) {
    if (cell.text.trim() !== '') {
      const name = columns[i] ?? `column ${i + 1}`
      members.set(name, { keyStart: cell.start, node: SEVERAL.test(name) ? listOf(cell) : { kind: 'string', value: cell.text, start: cell.start, end: cell.end } })
    }
  }
  return { kind: 'object', members, start: cells[0]?.start ?? 0, end: cells.at(-1)?.end ?? 0 }
}

function listOf(cell: Cell): JsonNode {
  let at = cell.start + (cell.quoted ? 1 : 0)
  const items = cell.text.split('|').map((part): JsonNode => {
    const start = at + part.length - part.trimStart().length
    at += part.length + 1
    return { kind: 'string', value: part.trim(), start, end: start + part.trim().length }
  })
  return { kind: 'array', items, start: cell.start, end: cell.end }
}

/** The records of a table as RFC 4180 writes it: quotes may hold delimiters, line breaks and doubled quotes. */
function readRecords(text: string, delimiter: string): Cell[][] {
  const records: Cell[][] = []
  let record: Cell[] = []
  for (let at = 0; at <= text.length;) {
    const cell = readCell(text, at, delimiter)
    record.push(cell)
    const isLast = text[cell.end] !== delimiter
    at = cell.end + (text.startsWith('\r\n', cell.end) ? 2 : 1)
    if (isLast) {
      records.push(record)
      record = []
    }
  }
  return records
}

function readCell(text: string, start: number, delimiter: string): Cell {
  const quoted = text[start] === '"'
  let at = start
  if (quoted) {
    at++
    while (at < text.length && (text[at] !== '"' || text[at + 1] === '"'))
      at += text[at] === '"' ? 2 : 1
    const value = text.slice(start + 1, at).replaceAll('""', '"')
    const end = endOf(text, Math.min(at + 1, text.length), delimiter)
    return { text: value, start, end, quoted }
  }
  const end = endOf(text, at, delimiter)
  return { text: text.slice(start, end), start, end, quoted }
}

function endOf(text: string, from: number, delimiter: string): number {
  let at = from
  while (at < text.length && text[at] !== delimiter && text[at] !== '\n' && text[at] !== '\r')
    at++
  return at
}
