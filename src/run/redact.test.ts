import { Buffer } from 'node:buffer'
import { describe, expect, it } from 'vitest'
import { createRedactor } from './redact.ts'
import { secretValues } from './secrets.ts'

describe('secretValues', () => {
  it.each(['ANTHROPIC_API_KEY', 'GITHUB_TOKEN', 'npm_config__authToken', 'DB_PASSWORD', 'AWS_SECRET_ACCESS_KEY', 'HTTP_AUTH', 'GH_PAT', 'MYAPIKEY', 'dbPassword'])('takes %s for a credential', (name) => {
    expect(secretValues({ [name]: 'value-0123' })).toEqual(['value-0123'])
  })

  it.each(['PATH', 'GIT_AUTHOR_EMAIL', 'XAUTHORITY', 'SSH_AUTH_SOCK', 'MONKEY_BARS', 'SSL_KEY_FILE', 'KEYBOARD_LAYOUT', 'AUTH_MODE', 'TOKENIZERS_PARALLELISM', 'PWD', 'OLDPWD'])('does not take %s for one', (name) => {
    expect(secretValues({ [name]: 'value-0123' })).toEqual([])
  })

  it('leaves short values and plain words of settings alone', () => {
    expect(secretValues({ API_KEY: 'short', TOKEN: '', AUTH: 'required', SECRET: undefined })).toEqual([])
  })
})

describe('createRedactor', () => {
  const secret = 'p"w\\d/é+ 1234'
  const redactor = createRedactor({ env: { MY_SECRET: secret, OTHER_KEY: `${secret}-longer` }, paths: { workspace: '/tmp/skill-evals-Ab/run-1/workspace', scratch: '/tmp/skill-evals-Ab', user: '/root' } })

  it.each([
    ['as it is', secret],
    ['in JSON', JSON.stringify(secret).slice(1, -1)],
    ['in JSON in JSON', JSON.stringify(JSON.stringify(secret)).slice(3, -3)],
    ['in JSON in JSON in JSON', JSON.stringify(JSON.stringify(JSON.stringify(secret).slice(1, -1)).slice(1, -1)).slice(1, -1)],
    ['in a URL', encodeURIComponent(secret)],
    ['in a URL, in small letters', encodeURIComponent(secret).replace(/%../g, code => code.toLowerCase())],
    ['in a form', new URLSearchParams({ x: secret }).toString().slice(2)],
    ['in JSON of ASCII only', JSON.stringify(secret).slice(1, -1).replace('é', '\\u00e9')],
    ['in hexadecimal digits', Buffer.from(secret).toString('hex')],
  ])('takes out a value %s', (_, form) => {
    expect(redactor.text(`<${form}>`)).toBe('<<redacted>>')
  })

  it.each(['', 'u', 'us', 'user:'])('takes out a value in base64 after %j', (before) => {
    for (const encoding of ['base64', 'base64url'] as const) {
      const text = Buffer.from(`${before}${secret}, and more`).toString(encoding)
      const redacted = redactor.text(`Basic ${text}`)
      expect(redacted).toContain('<redacted>')
      const left = redacted.replace('Basic ', '').split('<redacted>').map(part => Buffer.from(part, 'base64').toString()).join('')
      expect(left).not.toContain(secret.slice(2, -2))
    }
  })

  it('takes out the longer one of two values where both fit', () => {
    expect(redactor.text(`${secret}-longer`)).toBe('<redacted>')
  })

  it.each([
    'sk-ant-api03-abcdefghij0123456789',
    'sk-proj-Abcdefghij0123456789abc',
    `ghp_${'a1'.repeat(18)}`,
    `github_pat_${'a1'.repeat(20)}`,
    'AKIAIOSFODNN7EXAMPLE',
    `AIza${'x'.repeat(35)}`,
    `xoxb-${'1234567890'}-abc`,
    '-----BEGIN RSA PRIVATE KEY-----\\nMIIE/+=\\nabc\\n-----END RSA PRIVATE KEY-----',
    '-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY-----',
  ])('knows the shape of %s', (key) => {
    expect(redactor.text(`x ${key}.`)).toBe('x <redacted>.')
  })

  it.each(['\\n', '\\t'])('knows a key on a line of its own in a transcript, after %s', (before) => {
    expect(redactor.line(`{"text":"keys:${before}ghp_${'a1'.repeat(18)}${before}sk-ant-api03-abcdefghij0123456789"}`)).toBe(`{"text":"keys:${before}<redacted>${before}<redacted>"}`)
  })

  it('reads a line of many beginnings once', () => {
    expect(redactor.text('-eyJ'.repeat(500_000))).toHaveLength(2_000_000)
  })

  it('leaves prose alone', () => {
    const prose = 'task-ask-sk-this-is-some-long-kebab-name and sk-learn, /rootless, /srv/root/x, /chroot, /tmp/skill-evals-Abc'
    expect(redactor.text(prose)).toBe(prose)
  })

  it('puts words for the paths of this machine', () => {
    expect(redactor.line(JSON.stringify({ cwd: '/tmp/skill-evals-Ab/run-1/workspace', memory: '/root/.claude/projects/-tmp-skill-evals-Ab-run-1-workspace/memory/', text: 'see\n/root\n/tmp/skill-evals-Ab/room-0/sql' })))
      .toBe(JSON.stringify({ cwd: '<workspace>', memory: '<user>/.claude/projects/<workspace>/memory/', text: 'see\n<user>\n<scratch>/room-0/sql' }))
  })

  it('knows paths of Windows in all their spellings', () => {
    const windows = createRedactor({ env: {}, paths: { workspace: 'C:\\Temp\\run 1\\workspace' } })
    for (const text of ['C:\\Temp\\run 1\\workspace', 'C:\\\\Temp\\\\run 1\\\\workspace', 'C:/Temp/run 1/workspace', 'file:///C:/Temp/run%201/workspace'])
      expect(windows.text(text)).toMatch(/^(?:file:\/\/\/)?<workspace>$/)
  })

  it('changes nothing the second time', () => {
    const tricky = createRedactor({ env: { A_KEY: 'redacted', B_KEY: '<redacted>', C_KEY: 'workspace' }, paths: { workspace: '/tmp/workspace' } })
    for (const one of [redactor, tricky]) {
      const text = one.text(`/tmp/workspace ${secret} ghp_${'a1'.repeat(18)} /tmp/skill-evals-Ab/x redacted workspace ${secret}-longer`)
      expect(one.text(text)).toBe(text)
    }
  })

  it('finds what a cut has left beside a mark, and ends on values that begin or end like it', () => {
    const one = createRedactor({ env: { A_KEY: 'redacted>xyz12', B_KEY: 'xyz1<redacted', C_KEY: 'aB3dE6gH9jK2mN5p' } })
    expect(one.text('<redacted>')).toBe('<redacted>')
    expect(one.text('aB3dE6gH9jK2mN5p aB3dE6gH9j…')).toBe('<redacted> <redacted>…')
  })

  it('finds what escapes hide that need not be', () => {
    expect(redactor.line('{"a":"p\\u0022w\\\\d\\/\\u00e9+ 1234","b":"\\u0041"}')).toBe('{"a":"<redacted>","b":"A"}')
    const untouched = '{"a":"\\u0041\\/"}'
    expect(redactor.line(untouched)).toBe(untouched)
  })

  it('leaves a line of JSON valid where the secret cuts an escape or is a number', () => {
    const one = createRedactor({ env: { A_KEY: 'n0123456', PIN_PASSWORD: '12345678' } })
    expect(JSON.parse(one.line('{"a":"x\\n0123456","n":12345678}'))).toEqual({ a: 'x\n0123456', n: '<redacted>' })
    expect(one.line('{"a":"x n0123456"')).toBe('{"a":"x <redacted>"')
  })

  it('goes through plain data, keys included', () => {
    expect(redactor.data({ [secret]: [secret, 1, null, { x: '/root/y' }] })).toEqual({ '<redacted>': ['<redacted>', 1, null, { x: '<user>/y' }] })
  })
})
