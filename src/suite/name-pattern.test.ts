import type { Snapshot } from './catalog-index.ts'
import { describe, expect, it } from 'vitest'
import { isPattern, literalPattern } from './name-pattern.ts'

const ids = ['c++ (v1.*) [x]', 'cost $name', 'end$', '^start', 'back\\slash', 'a|b', 'plain']
const evaluations = ids.map(id => ({ id }))
const snapshot = { byDatasetFile: new Map([['evals.json', { entry: { dataset: { evaluations } } }]]) } as unknown as Snapshot

describe('literalPattern', () => {
  it.each(ids.filter(id => id !== 'plain'))('takes %j for the id that it is', (id) => {
    const pattern = literalPattern(id, snapshot)
    expect(ids.filter(other => pattern?.test(`routing ${other}`))).toEqual([id])
  })

  it.each(['plain', 'no.*id', 'end', 'c\\+\\+'])('leaves %j to Vitest', (text) => {
    expect(literalPattern(text, snapshot)).toBeNull()
  })
})

it.each([['c++', false], ['(', false], ['a.*b', true], ['', true]])('isPattern(%j) is %s', (text, expected) => {
  expect(isPattern(text)).toBe(expected)
})
