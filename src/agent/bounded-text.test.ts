import { Buffer } from 'node:buffer'
import { expect, it } from 'vitest'
import { boundedText } from './bounded-text.ts'

function collect(half: number, chunks: string[]): string {
  const text = boundedText(half)
  chunks.forEach(chunk => text.push(Buffer.from(chunk)))
  return text.text()
}

it('keeps all of a short text, also where a character lies on the seam', () => {
  expect(collect(4, ['abcé', 'fg'])).toBe('abcéfg')
})

it('keeps the start and the end of a long one, however it came', () => {
  const wanted = 'abcd\n[... 18 bytes cut ...]\nwxyz'
  expect(collect(4, ['abcdefghijklmnopqrstuvwxyz'])).toBe(wanted)
  expect(collect(4, [...'abcdefghijklmnopqrstuvwxyz'])).toBe(wanted)
})

it('is empty when nothing came', () => {
  expect(collect(4, [])).toBe('')
})
