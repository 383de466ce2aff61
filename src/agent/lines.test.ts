import { Buffer } from 'node:buffer'
import { expect, it } from 'vitest'
import { splitLines } from './lines.ts'

function lines(chunks: Buffer[], longest?: number): string[] {
  const seen: string[] = []
  const splitter = splitLines(line => void seen.push(line), longest)
  chunks.forEach(splitter.push)
  splitter.end()
  return seen
}

it('joins characters that are spread over chunks', () => {
  const bytes = [...Buffer.from('é\u{1F600}\r\n\n"\u2028\u0085"\nlast \u20AC')].map(byte => Buffer.from([byte]))
  expect(lines(bytes)).toEqual(['é\u{1F600}', '', '"\u2028\u0085"', 'last \u20AC'])
})

it('keeps a carriage return that is not at the end', () => {
  expect(lines([Buffer.from('a\rb\r\r\nc\r')])).toEqual(['a\rb\r', 'c'])
})

it('cuts a line that does not end', () => {
  expect(lines([Buffer.from('abc'), Buffer.from('defg'), Buffer.from('hij\nnext')], 5)).toEqual(['abcde', 'next'])
})

it.each([['12345\n', false], ['123456\n', true], ['12345', false], ['1\n2\n123456', true]])('knows whether it has cut one: %j', (text, isCut) => {
  for (const size of [1, 100]) {
    const splitter = splitLines(() => {}, 5)
    for (let at = 0; at < text.length; at += size)
      splitter.push(Buffer.from(text.slice(at, at + size)))
    splitter.end()
    expect(splitter.isCut).toBe(isCut)
  }
})

it('hands on nothing after the stop', () => {
  const seen: string[] = []
  const splitter = splitLines((line) => {
    seen.push(line)
    return 'stop'
  })
  splitter.push(Buffer.from('one\ntwo\nthr'))
  splitter.push(Buffer.from('ee\n'))
  splitter.end()
  expect(seen).toEqual(['one'])
})
