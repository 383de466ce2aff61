import { Buffer } from 'node:buffer'
import { describe, expect, it } from 'vitest'
import { decodeUtf8, readUtf8 } from './decode.ts'

const json = '{\n  "id": "café"\n}'

describe('decodeUtf8', () => {
  it('accepts UTF-8 with and without a byte order mark', () => {
    expect(decodeUtf8(Buffer.from(json))).toEqual({ text: json })
    expect(decodeUtf8(Buffer.from(`\uFEFF${json}`))).toEqual({ text: json })
    expect(decodeUtf8(Buffer.from(''))).toEqual({ text: '' })
    expect(decodeUtf8(Buffer.from('a\uFFFDb'))).toEqual({ text: 'a\uFFFDb' })
  })

  it.each([
    ['UTF-16 (little-endian)', Buffer.from(`\uFEFF${json}`, 'utf16le')],
    ['UTF-16 (big-endian)', Buffer.from(`\uFEFF${json}`, 'utf16le').swap16()],
    ['UTF-16 (little-endian)', Buffer.from(json, 'utf16le')],
    ['UTF-16 (big-endian)', Buffer.from(json, 'utf16le').swap16()],
    ['UTF-32 (little-endian)', Buffer.from([0xFF, 0xFE, 0, 0, 0x7B, 0, 0, 0])],
  ])('names %s', (name, bytes) => {
    expect(decodeUtf8(bytes)).toMatchObject({ text: null, reason: 'encoding', message: expect.stringContaining(name) })
  })

  it('shows where Latin-1 begins', () => {
    expect(decodeUtf8(Buffer.from(json, 'latin1'))).toEqual({
      text: null,
      reason: 'encoding',
      position: { line: 2, column: 13 },
      message: 'The file is not UTF-8: byte 0xE9 here is not valid. It looks like Latin-1 or Windows-1252. Save it as UTF-8.',
    })
  })

  it('says why a file cannot be read', () => {
    expect(readUtf8('/nowhere/evals.json')).toMatchObject({ reason: 'unreadable', message: 'The file cannot be read: it does not exist.' })
  })
})
