import { expect, it } from 'vitest'
import { isAtLeast } from './version.ts'

it.each([
  ['2.1.9', '2.1.38', false],
  ['2.1.38', '2.1.38', true],
  ['2.1.112', '2.1.38', true],
  ['3.0.0', '2.1.38', true],
  ['2.0.77', '2.1.0', false],
  ['2.1', '2.1.0', true],
])('%s is at least %s: %s', (version, wanted, is) => {
  expect(isAtLeast(version, wanted)).toBe(is)
})
