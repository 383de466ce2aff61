import { expect, it } from 'vitest'
import { runnerInWords, runnerOf } from './runner.ts'

it.each([
  [{ vitest_version: null, runner: { name: 'jest', version: '30.5.2' } }, 'Jest 30.5.2'],
  [{ vitest_version: '4.1.12', runner: { name: 'vitest', version: '4.1.12' } }, 'Vitest 4.1.12'],
  [{ vitest_version: null, runner: { name: 'jest', version: null } }, 'Jest of an unknown version'],
  // as earlier versions wrote it
  [{ vitest_version: '5.1.0' }, 'Vitest 5.1.0'],
  [{ vitest_version: 'none (Jest 30.5.2)' }, 'Jest 30.5.2'],
])('%j is %s', (meta, words) => {
  expect(runnerInWords(runnerOf(meta))).toBe(words)
})
