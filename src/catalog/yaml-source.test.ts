import { expect, it } from 'vitest'
import { readYaml } from './yaml-source.ts'

it.each([`a: ${'['.repeat(20_000)}`, '{a: '.repeat(5000), '- '.repeat(20_000)].map(text => [text]))('says of a text that is deeper than the stack that it cannot be read: %#', (text) => {
  expect(readYaml(text).problems).toMatchObject([{ message: 'it is nested too deeply to be read.' }])
})

it('says of an alias that nobody can resolve where it stands', () => {
  expect(readYaml('a: 1\nmeta:\n  b: *nope\n').problems).toEqual([{ message: '`*nope` names no anchor that stands before it. Write the value itself.', offset: 16 }])
  expect(readYaml('a: &x 1\nb: *x\n').problems).toEqual([])
})
