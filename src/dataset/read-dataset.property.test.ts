import type { Position } from '../catalog/finding.ts'
import type { Evaluation } from './evaluation.ts'
import fc from 'fast-check'
import { describe, expect } from 'vitest'
import { property } from '../../fixtures/harness/fuzz.ts'
import { mutated, textsOf } from '../../fixtures/harness/mutations.ts'
import { artifactPath } from './artifact-path.ts'
import { readDataset } from './read-dataset.ts'

const KEYS = ['id', 'prompt', 'skill_should_trigger', 'expected_behavior', 'unexpected_behavior', 'logs_contain', 'files_exist', 'workspace', 'note']
const LISTS = ['expected_behavior', 'unexpected_behavior', 'logs_contain', 'files_exist']
const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 8 }), fc.constantFrom('a', ' b ', '', '\u0040vitest-environment jsdom', '{x}', 'REPLACE: y', '../z', 'a\\b', 'CON', '\u0000'))
const list = fc.array(fc.oneof({ weight: 9, arbitrary: text }, { weight: 1, arbitrary: fc.jsonValue() }), { maxLength: 3 })
const evaluation = fc.record({
  id: text,
  prompt: text,
  skill_should_trigger: fc.oneof({ weight: 9, arbitrary: fc.boolean() }, { weight: 1, arbitrary: fc.jsonValue() }),
  expected_behavior: list,
  unexpected_behavior: list,
  logs_contain: list,
  files_exist: list,
  note: text,
  promt: fc.jsonValue(),
}, { requiredKeys: [] })
const texts = fc.oneof(
  { weight: 2, arbitrary: mutated(textsOf('datasets'), ['"id"', '"prompt"', '"skill_should_trigger"', '"evaluations"', '"note"', 'false', '\u0040vitest-environment jsdom', '// \u0040module-tag x', '"files_exist": ["x"],', '"workspace": "..",']) },
  { weight: 1, arbitrary: fc.tuple(fc.array(evaluation, { maxLength: 3 }), fc.constantFrom(undefined, 1, '\t')).map(([evaluations, indent]) => JSON.stringify({ evaluations }, null, indent)) },
)
const kinds = fc.constantFrom('evals', 'extended', 'pool')

describe('readDataset', () => {
  property('points into the file, and each place of an evaluation at what it names', fc.tuple(texts, kinds), ([text, kind]) => {
    const dataset = readDataset({ file: '/x/evals/evals.json', kind, skill: null, text })
    const source = text.replace(/^\uFEFF/, '')
    for (const found of dataset.findings) {
      expect(found.message).not.toMatch(/[\n\r]/)
      for (const place of [found, ...found.related ?? []])
        expect(offsetOf(source, place)).toBeLessThanOrEqual(source.length)
    }
    dataset.evaluations.forEach(one => expectPlaces(source, one))
  })

  property('lets nothing through that breaks a rule', fc.tuple(texts, kinds), ([text, kind]) => {
    const { evaluations, findings, dropped } = readDataset({ file: '/x/evals/evals.json', kind, skill: null, text })
    if (findings.some(one => one.blocks))
      return
    const json = JSON.parse(text.replace(/^\uFEFF/, '')) as { evaluations: Record<string, unknown>[] }
    expect(Object.keys(json).filter(key => key !== 'evaluations' && key !== 'comment')).toEqual([])
    expect(dropped).toBe(0)
    expect(evaluations.map(one => one.id)).toEqual(json.evaluations.map(one => String(one.id).trim()))
    expect(evaluations.length).toBeGreaterThan(0)
    for (const one of json.evaluations) {
      expect(Object.keys(one).filter(key => !KEYS.includes(key))).toEqual([])
      for (const key of ['id', 'prompt', 'workspace', 'note'])
        expect(key in one || (key !== 'id' && key !== 'prompt') ? typeof (one[key] ?? '') : 'missing').toBe('string')
      expect(String(one.id).trim()).not.toBe('')
      expect(String(one.prompt).trim()).not.toBe('')
      expect(one.skill_should_trigger === true && kind !== 'pool' ? 'positive' : one.skill_should_trigger).toBe(one.skill_should_trigger === true ? 'positive' : false)
      for (const key of LISTS.filter(key => key in one)) {
        expect(one.skill_should_trigger).toBe(true)
        expect(Array.isArray(one[key]) && one[key].every(item => typeof item === 'string' && item.trim() !== '')).toBe(true)
      }
      expect((Array.isArray(one.files_exist) ? one.files_exist : []).map(path => artifactPath(String(path).trim()).problem).filter(Boolean)).toEqual([])
    }
  })
})

/** Throws for a place that the file has not. */
function offsetOf(text: string, { line, column }: Position): number {
  const lines = text.split(text.includes('\n') ? '\n' : '\r')
  expect(lines[line - 1]?.length, `line ${line}`).toBeGreaterThanOrEqual(column - 1)
  return lines.slice(0, line - 1).join(' ').length + (line === 1 ? 0 : 1) + column - 1
}

function expectPlaces(text: string, { id, prompt, shouldTrigger, positions, ...rest }: Evaluation): void {
  const valueAt = (place: Position): unknown => {
    const from = text.slice(offsetOf(text, place))
    return JSON.parse(/^(?:"(?:[^"\\]|\\[\s\S])*"|true|false)/.exec(from)?.[0] ?? 'null')
  }
  expect(String(valueAt(positions.id)).trim()).toBe(id)
  expect(valueAt(positions.prompt)).toBe(prompt)
  expect(valueAt(positions.shouldTrigger)).toBe(shouldTrigger)
  expect(text[offsetOf(text, positions.start)]).toBe('{')
  expect(text[offsetOf(text, positions.end)]).toBe('}')
  for (const key of ['expectedBehavior', 'unexpectedBehavior', 'logsContain'] as const)
    expect(positions[key].map(place => String(valueAt(place)).trim())).toEqual(rest[key])
  expect(positions.filesExist.map(place => artifactPath(String(valueAt(place)).trim()).path)).toEqual(rest.filesExist)
}
