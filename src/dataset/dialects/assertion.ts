import type { JsonNode } from '../../catalog/json.ts'
import type { Line } from './row.ts'
import { artifactPath } from '../artifact-path.ts'

/** What one entry of a list of assertions became. */
export interface Assertion {
  /** The list of ours that it belongs to; `null` where nothing here grades it. */
  to: 'expected' | 'logs' | 'artifacts' | null
  line: Line
  how: string
}

const CONTAINS = new Set(['contains', 'icontains', 'includes', 'output-contains', 'content-contains'])
const MATCHES = new Set(['regex', 'regex-match', 'matches', 'output-matches', 'transcript-check'])
const EXISTS = new Set(['file-exists', 'files-exist'])
/** Where the dialects put the sentence that says what is asserted, in the order in which they are believed. */
const PROSE = ['text', 'description', 'statement', 'expectation', 'assertion', 'rubric', 'criteria', 'check', 'prompt']

/** Reads an assertion: a sentence, or an object of one of the dialects. `null` for a blank text. */
export function readAssertion(node: JsonNode): Assertion | null {
  if (node.kind === 'string')
    return node.value.trim() === '' ? null : judged({ text: node.value.trim(), offset: node.start }, 'expected_behavior')
  if (node.kind !== 'object')
    return { to: null, line: { text: '', offset: node.start }, how: 'not graded: it is no text and no object' }
  const text = (key: string): Line | null => {
    const value = node.members.get(key)?.node
    return value?.kind === 'string' && value.value.trim() !== '' ? { text: value.value.trim(), offset: value.start } : null
  }
  const type = (text('type') ?? text('kind') ?? text('check'))?.text.toLowerCase().replaceAll('_', '-') ?? ''
  const prose = PROSE.map(text).find(line => line !== null && /\s/.test(line.text)) ?? null
  return fileOf(type, text) ?? sentence(prose, [...node.members.keys()]) ?? literalOf(type, text) ?? { to: null, line: { text: type, offset: node.start }, how: type === '' ? 'not graded: nothing in it says what is asserted' : `not graded: there is no check of the type \`${type}\`` }
}

type TextOf = (key: string) => Line | null

function fileOf(type: string, text: TextOf): Assertion | null {
  const path = text('path') ?? text('file')
  return EXISTS.has(type) && path ? artifact(path) : null
}

/** What is to be in one file is not found in the log. */
function literalOf(type: string, text: TextOf): Assertion | null {
  const literal = text('value') ?? text('pattern') ?? text('contains') ?? text('content')
  if (literal === null || text('path') !== null || text('file') !== null)
    return null
  if (CONTAINS.has(type))
    return { to: 'logs', line: literal, how: 'logs_contain: looked for in all that the agent did and said' }
  return MATCHES.has(type) && isLiteral(literal.text)
    ? { to: 'logs', line: { ...literal, text: unescaped(literal.text) }, how: 'logs_contain, since its pattern is a literal' }
    : null
}

/** A file that has to be there at the end. */
export function artifact(path: Line): Assertion {
  const { problem } = artifactPath(path.text)
  return problem === null
    ? { to: 'artifacts', line: path, how: 'files_exist' }
    : { to: null, line: path, how: `not graded: the path ${problem.split('. ')[0] ?? ''}` }
}

function sentence(prose: Line | null, keys: string[]): Assertion | null {
  if (prose === null)
    return null
  const rest = keys.filter(key => !['id', 'name', ...PROSE].includes(key))
  return judged(prose, rest.length === 0 ? 'expected_behavior' : `expected_behavior, by its sentence; ${rest.map(key => `\`${key}\``).join(', ')} is kept and nothing computes it`)
}

function judged(line: Line, how: string): Assertion {
  return { to: 'expected', line, how }
}

/** Whether a regular expression can match one text alone. */
export function isLiteral(pattern: string): boolean {
  return !/[.*+?^${}()|[\]]/.test(pattern.replaceAll(/\\[^a-z0-9]/gi, '')) && !/\\[a-z0-9]/i.test(pattern)
}

/** The text that a literal pattern matches. */
export function unescaped(pattern: string): string {
  return pattern.replaceAll(/\\([^a-z0-9])/gi, '$1')
}
