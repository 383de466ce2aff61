import type { ObjectNode, ValueNode } from '@humanwhocodes/momoa'
import type { Position } from './finding.ts'
import { parse } from '@humanwhocodes/momoa'
import { lineIndex } from './line-index.ts'

/** A JSON value that knows where it stands. `start` and `end` are offsets; `start` is the opening quote, brace or bracket. */
export type JsonNode = { start: number, end: number } & (
  | { kind: 'object', members: Map<string, JsonMember> }
  | { kind: 'array', items: JsonNode[] }
  | { kind: 'string', value: string }
  | { kind: 'number', value: number }
  | { kind: 'boolean', value: boolean }
  | { kind: 'null', value: null }
)

/** A key of an object with its value; of a doubled key, the last one, as in `JSON.parse`. */
export interface JsonMember {
  keyStart: number
  node: JsonNode
}

/** A key that stands twice in one object. */
export interface DoubledKey {
  key: string
  first: number
  second: number
}

/** A JSON text, read. */
export interface JsonSource {
  root: JsonNode
  doubled: DoubledKey[]
  position: (offset: number) => Position
}

/** A text that is no JSON, and where it goes wrong. */
export interface JsonProblem {
  message: string
  position: Position
}

/** What is nested deeper is no document of ours, and whatever walks it could run out of stack. */
const DEEPEST = 300

/** Parses JSON and keeps every position. Never throws. `text` has no byte order mark. */
export function parseJson(text: string): JsonSource | { problem: JsonProblem } {
  const position = lineIndex(text)
  const doubled: DoubledKey[] = []
  const fail = (message: string, offset: number): { problem: JsonProblem } => ({ problem: { message, position: position(offset) } })
  if (text.trim() === '')
    return fail('The file is empty.', 0)
  try {
    const reader = { text, doubled, control: isJson(text) ? null : -1 }
    const root = convert(parse(text, { mode: 'json' }).body, reader)
    if (reader.control !== null && reader.control !== -1) {
      const code = text.charCodeAt(reader.control).toString(16).toUpperCase().padStart(4, '0')
      return fail(`Invalid JSON: the control character U+${code} stands unescaped in a string. Write it as \`\\u${code}\`.`, reader.control)
    }
    return { root, doubled, position }
  }
  catch (error) {
    if (error instanceof RangeError)
      return fail('Invalid JSON: it is nested too deeply to be read.', 0)
    const offset = error instanceof Error && 'offset' in error ? Number(error.offset) : 0
    const { message, at } = explain(text, error, offset)
    return fail(`Invalid JSON: ${message}`, at)
  }
}

/** The same value as plain data. Objects have no prototype, so a key such as `__proto__` is a key like any other. */
export function plainValue(node: JsonNode): unknown {
  if (node.kind === 'array')
    return node.items.map(plainValue)
  if (node.kind !== 'object')
    return node.value
  const object: Record<string, unknown> = Object.create(null)
  for (const [key, member] of node.members)
    object[key] = plainValue(member.node)
  return object
}

interface Reader {
  text: string
  doubled: DoubledKey[]
  /** Offset of the first raw control character in a string, -1 so far: the parser lets them through, JSON does not. `null`: there is none. */
  control: number | null
}

function convert(node: ValueNode, reader: Reader, depth = 0): JsonNode {
  if (depth > DEEPEST)
    throw new RangeError('nested too deeply')
  const place = { start: node.loc.start.offset, end: node.loc.end.offset }
  switch (node.type) {
    case 'Object':
      return { ...place, kind: 'object', members: members(node, reader, depth + 1) }
    case 'Array':
      return { ...place, kind: 'array', items: node.elements.map(element => convert(element.value, reader, depth + 1)) }
    case 'String':
      noteControl(reader, place)
      return { ...place, kind: 'string', value: node.value }
    case 'Number':
      return { ...place, kind: 'number', value: node.value }
    case 'Boolean':
      return { ...place, kind: 'boolean', value: node.value }
    default:
      return { ...place, kind: 'null', value: null }
  }
}

function members(node: ObjectNode, reader: Reader, depth: number): Map<string, JsonMember> {
  const map = new Map<string, JsonMember>()
  for (const { name, value } of node.members) {
    const key = name.type === 'String' ? name.value : name.name
    const keyStart = name.loc.start.offset
    noteControl(reader, { start: keyStart, end: name.loc.end.offset })
    const before = map.get(key)
    if (before)
      reader.doubled.push({ key, first: before.keyStart, second: keyStart })
    map.set(key, { keyStart, node: convert(value, reader, depth) })
  }
  return map
}

/** Whether `JSON.parse` takes a text. */
export function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  }
  catch {
    return false
  }
}

function noteControl(reader: Reader, { start, end }: { start: number, end: number }): void {
  for (let at = start; at < end && reader.control === -1; at++) {
    if (reader.text.charCodeAt(at) < 0x20)
      reader.control = at
  }
}

function explain(text: string, error: unknown, offset: number): { message: string, at: number } {
  const end = text.trimEnd().length
  if (error instanceof Error && error.message.startsWith('Unexpected end'))
    return { message: 'the file ends before every bracket and quote is closed.', at: end }

  const char = String.fromCodePoint(text.codePointAt(offset) ?? 0)
  const before = text.slice(0, offset).trimEnd()
  if ((char === '}' || char === ']') && before.endsWith(','))
    return { message: `there is a comma before the closing \`${char}\`. Delete the comma.`, at: before.length - 1 }
  if (char === '\'')
    return { message: 'strings and keys stand in double quotes.', at: offset }
  if (char === '/')
    return { message: 'JSON has no comments. Delete it, or move it to a `note` or `comment` key.', at: offset }
  if (char === '"')
    return { message: 'a comma or a colon is missing before this string.', at: offset }
  if (char === '{' || char === '[')
    return { message: `a comma or a colon is missing before this \`${char}\`.`, at: offset }
  return { message: `\`${JSON.stringify(char).slice(1, -1)}\` is unexpected here.`, at: offset }
}
