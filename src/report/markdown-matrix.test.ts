import type { RoutingCase } from '../routing/result.ts'
import { expect, it } from 'vitest'
import { summarize } from '../routing/summary.ts'
import { matrixSection } from './markdown-matrix.ts'
import { randomReport } from './random-report.fixture.ts'

function matrix(...answers: [expected: string | null, observed: string | null][]): string {
  const [any] = randomReport(1).cases
  const cases = answers.flatMap(([expected, observed]): RoutingCase[] => any ? [{ ...any, expected, observed, verdict: expected === observed ? 'correct_trigger' : 'wrong_skill' }] : [])
  return matrixSection(summarize(cases, { minAccuracy: 1 })).join('\n\n')
}

it('has the skills of a small room in rows and columns, and no skill last', () => {
  expect(matrix(['b', 'b'], ['a', 'b'], ['a', 'a'], ['a', 'a'], [null, 'a'], [null, null], ['b', null])).toBe([
    '### Routing matrix',
    '',
    '| Expected ↓, observed → | <code>a</code> | <code>b</code> | <code>no skill</code> |',
    '| :-- | --: | --: | --: |',
    '| <code>a</code> | 2 | **1** | · |',
    '| <code>b</code> | · | 1 | **1** |',
    '| <code>no skill</code> | **1** | · | 1 |',
  ].join('\n'))
})

it('has of a large room only what was confused, and nothing where that is nothing', () => {
  const many = Array.from({ length: 40 }, (_, i): [string, string] => [`s${i}`, `s${i}`])
  expect(matrix(...many)).toBe('')
  expect(matrix(...many, ['s1', 's3'], ['s1', 'a|b'])).toBe([
    '### Routing matrix',
    '',
    '| Expected ↓, observed → | <code>a&#124;b</code> | <code>s3</code> |',
    '| :-- | --: | --: |',
    '| <code>s1</code> | **1** | **1** |',
    '',
    'Only skills that were confused with another, or with none.',
  ].join('\n'))
  expect(matrix(...many.map(([name], i): [string, string] => [name, `s${(i + 1) % 40}`]))).toBe('')
  expect(matrix()).toBe('')
})
