import { expect, it } from 'vitest'
import { isInRange } from './version-range.ts'

it.each([
  ['4.1.12', '^4.1.0 || ^5.0.0', true],
  ['5.0.0-beta.1', '^4.1.0 || ^5.0.0', true],
  ['4.0.9', '^4.1.0 || ^5.0.0', false],
  ['6.0.0', '^4.1.0 || ^5.0.0', false],
  ['20.18.3', '>=20.19', false],
  ['24.1.0', '>=20.19', true],
  ['21.0.0', '^20.0.0 || ^22.0.0 || >=24.0.0', false],
  ['3.0.0', '~4.1', true],
])('%s in %s: %s', (version, range, expected) => {
  expect(isInRange(version, range)).toBe(expected)
})
