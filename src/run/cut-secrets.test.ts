import { describe, expect, it } from 'vitest'
import { withoutCutSecrets } from './cut-secrets.ts'
import { createRedactor } from './redact.ts'

const secret = 'aB3dE6gH9jK2mN5pQ8sT1vW4yZ7'
const without = (text: string): string => withoutCutSecrets(text, [secret], '<redacted>')

describe('withoutCutSecrets', () => {
  it.each([
    [`the key is ${secret.slice(0, 12)}…`, 'the key is <redacted>…'],
    [`the key is ${secret.slice(0, 26)}...`, 'the key is <redacted>...'],
    [`stderr: …${secret.slice(10)} and more`, 'stderr: …<redacted> and more'],
    [`start ${secret.slice(0, 20)}\n[... 17 bytes cut ...]\n${secret.slice(9)} end`, 'start <redacted>\n[... 17 bytes cut ...]\n<redacted> end'],
    [secret.slice(0, 15), '<redacted>'],
    [secret.slice(15), '<redacted>'],
  ])('%j', (text, wanted) => {
    expect(without(text)).toBe(wanted)
    expect(without(wanted)).toBe(wanted)
  })

  it.each([
    'nothing of that kind…',
    `in the middle ${secret.slice(0, 12)} of a sentence…`,
    `${secret.slice(0, 5)}…`,
    '',
  ])('leaves %j', (text) => {
    expect(without(text)).toBe(text)
  })
})

describe('createRedactor', () => {
  it('knows the secrets of several environments, passwords of addresses, headers, and lines of a key', () => {
    const line = 'MIIEvQIBADANBgkqhkiG9w0BAQ'
    const { text } = createRedactor({ env: [{ API_KEY: 'first-0123456789', HTTPS_PROXY: 'http://me:pass%2Fword-1@proxy:8080', SERVICE_KEY: `{\n${line}\nshort\n}` }, { API_KEY: 'second-0123456789', CUSTOM_HEADERS: 'X-Team: evals\nAuthorization: Bearer tok-0123456789' }] })
    expect(text('first-0123456789 second-0123456789 pass%2Fword-1 pass/word-1 tok-0123456789 evals proxy:8080')).toBe('<redacted> <redacted> <redacted> <redacted> <redacted> evals proxy:8080')
    expect(text(`grep found ${line} there`)).toBe('grep found <redacted> there')
  })

  it('knows an address-encoded key in each of its usual forms', () => {
    const key = 'k!y (with) all/of it\'s*+kind'
    const { text } = createRedactor({ env: { MY_KEY: key } })
    const strict = encodeURIComponent(key).replace(/[!'()*]/g, char => `%${char.charCodeAt(0).toString(16)}`)
    for (const form of [encodeURIComponent(key), encodeURIComponent(key).toLowerCase(), strict.replace(/%[\da-f]{2}/gi, code => code.toUpperCase()), strict.replaceAll('%20', '+').replace(/%[\da-f]{2}/gi, code => code.toUpperCase())])
      expect(text(`?key=${form}&x=1`)).toBe('?key=<redacted>&x=1')
  })
})
