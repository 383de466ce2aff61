import { Buffer } from 'node:buffer'
import fc from 'fast-check'
import { describe, expect } from 'vitest'
import { property } from '../../fixtures/harness/fuzz.ts'
import { createRedactor } from './redact.ts'

/** In which encodings a secret may come by. Each holds all of it. */
const ENCODINGS: ((secret: string) => string)[] = [
  secret => secret,
  secret => JSON.stringify(secret),
  secret => JSON.stringify(JSON.stringify(secret)),
  secret => asciiJson(secret),
  secret => JSON.stringify(asciiJson(secret)),
  secret => encodeURIComponent(secret),
  secret => encodeURIComponent(secret).replace(/%../g, code => code.toLowerCase()),
  secret => encodeURI(secret),
  secret => new URLSearchParams({ key: secret }).toString(),
  secret => Buffer.from(secret).toString('hex'),
  secret => Buffer.from(secret).toString('base64'),
  secret => Buffer.from(`:${secret}`).toString('base64'),
  secret => Buffer.from(`u:${secret}@`).toString('base64'),
  secret => Buffer.from(`u:${secret}@`).toString('base64url'),
]

const secret = fc.oneof(fc.string({ unit: 'grapheme', minLength: 8, maxLength: 30 }), fc.stringMatching(/^[\w+/=-]{8,40}$/), fc.constantFrom('n0123456', '12345678', 'p"w\\d/é+ 1234', '😀😀😀😀', 'acted>12', 'd><redac'))
  .map(value => value.trim())
  .filter(value => value.length >= 8 && !'<redacted>'.includes(value))
const filler = fc.oneof(fc.string({ unit: 'binary', maxLength: 6 }), fc.constantFrom('<redacted>', '\\n', '\n', ' ', '"', '/tmp/w', 'x'))
const run = fc.record({
  secrets: fc.array(secret, { minLength: 1, maxLength: 3 }),
  parts: fc.array(fc.record({ before: filler, which: fc.nat(2), encoding: fc.nat(ENCODINGS.length - 1) }), { minLength: 1, maxLength: 5 }),
})

describe('createRedactor', () => {
  property('leaves no secret in any encoding, and changes nothing the second time', run, ({ secrets, parts }) => {
    const redactor = createRedactor({ env: Object.fromEntries(secrets.map((value, index) => [`KEY_${index}_SECRET`, value])), paths: { workspace: '/tmp/w' } })
    const text = parts.map(({ before, which, encoding }) => `${before} ${ENCODINGS[encoding]?.(secrets[which % secrets.length] ?? '') ?? ''}`).join(' ')
    const redacted = redactor.text(text)
    expect(redactor.text(redacted)).toBe(redacted)
    expectNone(redacted, secrets)
    expectNone(redactor.secrets(text), secrets)
    expectNone(JSON.stringify(redactor.data({ [text]: [text] })), secrets)
  })

  property('leaves none in the values of a line, and a line of JSON valid', run, ({ secrets, parts }) => {
    const redactor = createRedactor({ env: Object.fromEntries(secrets.map((value, index) => [`KEY_${index}_SECRET`, value])) })
    for (const { before, which, encoding } of parts) {
      const text = `${before} ${ENCODINGS[encoding]?.(secrets[which % secrets.length] ?? '') ?? ''}`
      for (const line of [JSON.stringify({ type: 'x', text }), asciiJson(text), JSON.stringify([text]).replaceAll('/', '\\/')]) {
        const redacted = redactor.line(line)
        expectNone(JSON.stringify(JSON.parse(redacted)), secrets)
        for (const value of secrets)
          expect(textsIn(JSON.parse(redacted)).join('\n')).not.toContain(value)
      }
    }
  }, { share: 0.5 })
})

function expectNone(text: string, secrets: string[]): void {
  for (const value of secrets) {
    for (const encode of ENCODINGS)
      expect(text).not.toContain(encode(value))
  }
}

function textsIn(value: unknown): string[] {
  return typeof value === 'string' ? [value] : typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

function asciiJson(text: string): string {
  return JSON.stringify(text).replace(/[\u0080-\uFFFF]/g, unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
