import type { Alias, Document, ParsedNode, YAMLError, YAMLMap } from 'yaml'
import { isAlias, isMap, isScalar, parseDocument, visit } from 'yaml'

/** A YAML mapping with the places of its keys and values, as offsets in the text that was given. */
export interface YamlSource {
  /** Top-level keys in order. Empty when the text is no mapping. */
  entries: Map<string, YamlEntry>
  /** What the text is at its top level. */
  kind: 'mapping' | 'empty' | 'other'
  problems: { message: string, offset: number }[]
}

/** One key of a YAML mapping. */
export interface YamlEntry {
  /** A scalar, a list of scalars, or `undefined` where YAML has a mapping: no rule asks for one. */
  value: unknown
  keyOffset: number
  valueOffset: number
  /** Offsets of the items, where the value is a list. */
  itemOffsets: number[]
}

/** Reads YAML 1.2 with unique keys. Never throws. */
export function readYaml(text: string): YamlSource {
  const document = parseDocument(text, { version: '1.2', uniqueKeys: true, prettyErrors: false, logLevel: 'silent' })
  // One slip of the pen makes the parser report several errors; the first one is where to look, and never past the text.
  const problems = document.errors.slice(0, 1).map(error => ({ message: explain(text, error), offset: Math.min(error.pos[0], text.trimEnd().length) }))
  const alias = problems.length === 0 ? firstUnresolved(document) : null
  if (alias)
    problems.push({ message: `\`*${alias.source}\` names no anchor that stands before it. Write the value itself.`, offset: alias.range?.[0] ?? 0 })
  const root = document.contents
  if (root === null || (isScalar(root) && root.value === null))
    return { entries: new Map(), kind: 'empty', problems }
  if (!isMap(root))
    return { entries: new Map(), kind: 'other', problems }

  const resolve = (node: unknown): unknown => isAlias(node) ? node.resolve(document) : node
  return { entries: entriesOf(root, resolve), kind: 'mapping', problems }
}

/** Readers fail at it, and the parser does not. */
function firstUnresolved(document: Document.Parsed): Alias | null {
  let found: Alias | null = null
  visit(document, {
    Alias(_, alias) {
      if (alias.resolve(document))
        return
      found = alias
      return visit.BREAK
    },
  })
  return found
}

function entriesOf(root: YAMLMap<ParsedNode, ParsedNode | null>, resolve: (node: unknown) => unknown): Map<string, YamlEntry> {
  const entries = new Map<string, YamlEntry>()
  for (const { key, value } of root.items) {
    const name = isScalar(key) ? String(key.value) : null
    const keyOffset = key.range[0]
    if (name === null || entries.has(name))
      continue
    const valueOffset = value?.range[0] ?? keyOffset
    const resolved = resolve(value)
    const items = resolved !== null && typeof resolved === 'object' && 'items' in resolved && !isMap(resolved) && Array.isArray(resolved.items) ? resolved.items : null
    entries.set(name, {
      value: items ? items.map(item => scalarOf(resolve(item))) : resolved === null ? null : scalarOf(resolved),
      keyOffset,
      valueOffset,
      itemOffsets: items ? items.map(item => item?.range?.[0] ?? valueOffset) : [],
    })
  }
  return entries
}

function scalarOf(node: unknown): unknown {
  return isScalar(node) ? node.value : undefined
}

function explain(text: string, error: YAMLError): string {
  if (error.code === 'DUPLICATE_KEY')
    return 'the key stands twice. Delete one.'
  if (error.code === 'RESOURCE_EXHAUSTION')
    return 'it is nested too deeply to be read.'
  if (error.code === 'TAB_AS_INDENT')
    return 'a tab is used for indentation. Use spaces.'
  const line = text.slice(text.lastIndexOf('\n', error.pos[0] - 1) + 1).split('\n')[0] ?? ''
  const value = /^\s*[\w-]+:\s+([^\s'"|>[{&*!].*)$/.exec(line)?.[1]
  if (value !== undefined && /:(?:\s|$)/.test(value))
    return 'a value that holds `: ` has to be quoted. Put the value in quotes, or write it as a `>-` block.'
  const first = error.message.split('\n')[0] ?? ''
  return `${first.charAt(0).toLowerCase()}${first.slice(1).replace(/\.?$/, '.')}`
}
