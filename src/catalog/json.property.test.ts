import type { JsonNode } from './json.ts'
import fc from 'fast-check'
import { describe, expect } from 'vitest'
import { property } from '../../fixtures/harness/fuzz.ts'
import { mutated, textsOf } from '../../fixtures/harness/mutations.ts'
import { isJson, parseJson, plainValue } from './json.ts'

const texts = fc.oneof(
  mutated(textsOf('datasets')),
  fc.json({ stringUnit: 'binary' }),
  fc.jsonValue({ stringUnit: 'binary' }).map(value => JSON.stringify(value, null, 1)),
)

/** Every value and key of a document. */
function* partsOf(node: JsonNode): Generator<{ start: number, end?: number, value: unknown }> {
  yield { start: node.start, end: node.end, value: plainValue(node) }
  for (const item of node.kind === 'array' ? node.items : [])
    yield* partsOf(item)
  for (const [key, member] of node.kind === 'object' ? node.members : []) {
    yield { start: member.keyStart, value: key }
    yield* partsOf(member.node)
  }
}

/** The line and column of an offset, by counting. */
function counted(text: string, offset: number): { line: number, column: number } {
  const lines = text.slice(0, offset).split(text.includes('\n') ? '\n' : '\r')
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 }
}

describe('parseJson', () => {
  property('takes what JSON.parse takes, and nothing else', texts, (text) => {
    const read = parseJson(text)
    expect('root' in read).toBe(isJson(text))
    if ('root' in read)
      expect(JSON.stringify(plainValue(read.root))).toBe(JSON.stringify(withoutPrototypes(JSON.parse(text))))
  })

  property('knows where every value and every key stands', texts, (text) => {
    const read = parseJson(text)
    if ('problem' in read) {
      const { line, column } = read.problem.position
      const lines = text.split(text.includes('\n') ? '\n' : '\r')
      expect(lines.length).toBeGreaterThanOrEqual(line)
      expect(column).toBeLessThanOrEqual((lines[line - 1]?.length ?? 0) + 1)
      return
    }
    for (const { start, end, value } of partsOf(read.root)) {
      expect(JSON.stringify(JSON.parse(text.slice(start, end ?? endOfString(text, start))))).toBe(JSON.stringify(value))
      expect(read.position(start)).toEqual(counted(text, start))
    }
  }, { share: 0.5 })
})

function endOfString(text: string, start: number): number {
  return start + (/^"(?:[^"\\]|\\[\s\S])*"/.exec(text.slice(start))?.[0].length ?? 0)
}

/** `JSON.parse` and a walk of ours set keys in one order, but for those that look like numbers. */
function withoutPrototypes(value: unknown): unknown {
  if (Array.isArray(value))
    return value.map(withoutPrototypes)
  if (typeof value !== 'object' || value === null)
    return value
  const object: Record<string, unknown> = Object.create(null)
  for (const [key, item] of Object.entries(value))
    object[key] = withoutPrototypes(item)
  return object
}
