import { describe, expect, it } from 'vitest'
import { parseJson, plainValue } from './json.ts'

describe('parseJson', () => {
  it.each([
    ['', 1, 1, 'empty'],
    ['{"evaluations": [', 1, 18, 'ends before'],
    ['{"a": "b', 1, 9, 'ends before'],
    ['[\n1,\n]', 2, 2, 'Delete the comma'],
    ['{"a": 1,}', 1, 8, 'Delete the comma'],
    ['{"a" 1}', 1, 6, '`1` is unexpected'],
    ['{"a": 1 "b": 2}', 1, 9, 'comma or a colon is missing'],
    ['{"a": \u000B1}', 1, 7, '`\\u000b` is unexpected here'],
    ['{\'a\': 1}', 1, 2, 'double quotes'],
    ['// x\n{}', 1, 1, 'no comments'],
    ['{"a": "x\u0000y"}', 1, 9, 'U+0000'],
    ['{"a": "x\ny"}', 1, 9, 'U+000A'],
    ['{"a\tb": 1}', 1, 4, 'U+0009'],
  ])('refuses %j', (text, line, column, message) => {
    expect(parseJson(text)).toEqual({ problem: { position: { line, column }, message: expect.stringContaining(message) } })
    expect(() => JSON.parse(text)).toThrow()
  })

  it('refuses what is deeper than the stack', () => {
    expect(parseJson('['.repeat(200_000))).toEqual({ problem: { position: { line: 1, column: 1 }, message: expect.stringContaining('too deeply') } })
  })

  it('keeps doubled keys apart from their value, which is the last', () => {
    const json = parseJson('{"a": 1,\n "a": 2}')
    expect(json).toMatchObject({ doubled: [{ key: 'a', first: 1, second: 10 }] })
    expect('root' in json && plainValue(json.root)).toEqual({ a: 2 })
  })

  it('treats __proto__ and constructor as keys like any other', () => {
    const json = parseJson('{"__proto__": {"x": 1}, "constructor": 2}')
    const value = 'root' in json ? plainValue(json.root) : null
    expect(Object.keys(value ?? {})).toEqual(['__proto__', 'constructor'])
    expect(value).not.toHaveProperty('x')
  })
})
