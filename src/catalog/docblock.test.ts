import { describe, expect, it } from 'vitest'
import { docblockDirectives } from './docblock.ts'

// Vitest reads directives in this file too, hence the escapes.

describe('docblockDirectives', () => {
  it.each([
    ['Add \x40vitest-environment jsdom to it', '@vitest-environment', true],
    ['Add \x40jest-environment happy-dom to it', '@jest-environment', true],
    ['// \x40vitest-environment node', '@vitest-environment', false],
    ['{"prompt": "\x40vitest-environment-options {bad"}', '@vitest-environment-options', true],
    ['\x40vitest-environment-options {"url": "x"}', '@vitest-environment-options', false],
    ['say // \x40module-tag slow here', '@module-tag', false],
    [' * \x40module-tag a/b', '@module-tag', false],
  ])('%s', (text, name, breaks) => {
    expect(docblockDirectives(text)).toMatchObject([{ offset: text.indexOf('@'), name, breaks }])
  })

  it.each([
    '\\u0040vitest-environment jsdom',
    'the @vitest-environment',
    '"@vitest-environment", "jsdom"',
    '@vitest-environment\\njsdom',
    '\x40module-tag slow',
  ])('leaves %s alone', (text) => {
    expect(docblockDirectives(text)).toEqual([])
  })
})
