import type { JsonMember, JsonNode } from './json.ts'
import { isAlias, isMap, isScalar, isSeq, parseDocument } from 'yaml'

/**
 * Reads a whole YAML text as the same tree that JSON is read into, with offsets into the text. Never throws.
 * @param text YAML 1.2 with unique keys
 * @param base what to add to every offset, where the text is a part of a file
 */
export function parseYaml(text: string, base = 0): { root: JsonNode } | { problem: { message: string, offset: number } } {
  const document = parseDocument(text, { version: '1.2', uniqueKeys: true, prettyErrors: false, logLevel: 'silent' })
  const error = document.errors[0]
  if (error)
    return { problem: { message: error.message.split('\n')[0] ?? '', offset: base + Math.min(error.pos[0], text.trimEnd().length) } }

  // of an alias within itself
  let depth = 0
  const convert = (node: unknown, at: number): JsonNode => {
    const range = rangeOf(node)
    const place = { start: base + (range?.[0] ?? at), end: base + (range?.[1] ?? at) }
    if (isAlias(node)) {
      const target = depth < 100 ? node.resolve(document) : undefined
      depth++
      const resolved = { ...convert(target, at), ...place }
      depth--
      return resolved
    }
    if (isMap(node)) {
      const members = new Map<string, JsonMember>()
      for (const { key, value } of node.items) {
        const keyAt = rangeOf(key)?.[0] ?? at
        members.set(isScalar(key) ? String(key.value) : String(key), { keyStart: base + keyAt, node: convert(value, keyAt) })
      }
      return { ...place, kind: 'object', members }
    }
    if (isSeq(node))
      return { ...place, kind: 'array', items: node.items.map(item => convert(item, at)) }
    const value = isScalar(node) ? node.value : null
    if (typeof value === 'number')
      return { ...place, kind: 'number', value }
    if (typeof value === 'boolean')
      return { ...place, kind: 'boolean', value }
    return value === null || value === undefined ? { ...place, kind: 'null', value: null } : { ...place, kind: 'string', value: String(value) }
  }
  return { root: convert(document.contents, 0) }
}

function rangeOf(node: unknown): readonly number[] | null {
  return typeof node === 'object' && node !== null && 'range' in node && Array.isArray(node.range) ? node.range : null
}
