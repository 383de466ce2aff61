import { Buffer } from 'node:buffer'

const minimum = 8
const JSON_DEPTH = 4
/** A line as long as this is no word of a language. */
const longLine = 24

const secretWords = new Set(['key', 'keys', 'apikey', 'token', 'tokens', 'secret', 'secrets', 'password', 'passwd', 'pwd', 'pass', 'passphrase', 'credential', 'credentials', 'pat', 'cookie', 'bearer', 'jwt'])
/** Names such as `MYAPIKEY`, without a separator. `monkey` and `author` are none. */
const secretEnding = /(?:api|access|private|secret|auth)key$|token$|secret$|password$/
/** Says where or how, not what: `SSH_AUTH_SOCK`, `SSL_KEY_FILE`, `AUTH_MODE`. */
const plainEnding = new Set(['sock', 'file', 'path', 'dir', 'mode', 'type', 'method', 'provider', 'name', 'id', 'count', 'limit', 'length', 'ms', 'seconds', 'ttl', 'helper'])

/**
 * Shapes of keys that are secret wherever they come from. No shape matches its own replacement. A key begins no word, but for one that follows
 * an escaped line break, as a key on a line of its own does in a transcript.
 */
export const secretShapes: readonly RegExp[] = [
  ...['sk-(?=[\\w-]{0,60}\\d)[\\w-]{20,}', 'gh[opusr]_\\w{20,}', 'github_pat_\\w{22,}', 'glpat-[\\w-]{20,}', 'npm_[A-Za-z0-9]{36}\\b', 'hf_[A-Za-z0-9]{30,}'],
  ...['xox[abeoprs]-[A-Za-z0-9-]{10,}', 'AIza[\\w-]{35}', '(?:AKIA|ASIA)[A-Z0-9]{16}\\b', 'ya29\\.[\\w-]{20,}'],
  // Not after a dash: in a line of nothing but dashes and beginnings, each of them would be read to the end of the line.
  '(?<!-)eyJ[\\w-]{10,}\\.eyJ[\\w-]{10,}\\.[\\w-]{10,}',
].map(shape => new RegExp(`(?<=^|\\W|\\\\[nrtbf])${shape}`, 'g')).concat(
  // Across lines, which in a transcript are written as escapes. An encrypted one begins with words about its cipher.
  /-----BEGIN [A-Z ]*PRIVATE KEY-----(?:(?!-----)[\s\S])*-----END [A-Z ]*PRIVATE KEY-----/g,
)

/**
 * Values of environment variables whose names look like credentials, and those that stand in other ones: passwords of addresses,
 * headers. Longest first. Shorter than 8 characters they are no secret worth a transcript in which every `true` is blacked out.
 */
export function secretValues(env: NodeJS.ProcessEnv): string[] {
  const values = new Set<string>()
  for (const [name, value = ''] of Object.entries(env)) {
    for (const secret of secretsIn(name, value.trim())) {
      if (secret.length >= minimum)
        values.add(secret)
    }
  }
  return [...values].sort((a, b) => b.length - a.length)
}

/** Whether a variable holds a credential, by its name. */
export function isSecret(name: string, value: string | undefined): boolean {
  const trimmed = value?.trim() ?? ''
  return trimmed.length >= minimum && namesSecret(name, trimmed)
}

function secretsIn(name: string, value: string): string[] {
  const passwords = [...value.matchAll(/:\/\/[^/\s:@]*:([^/\s@]+)@/g)].flatMap(([, password = '']) => [password, decoded(password)])
  if (namesSecret(name, value))
    // A program may print one line of several: of a private key, say.
    return [value, ...passwords, ...value.split('\n').map(line => line.trim()).filter(line => line.length >= longLine && !line.includes(' '))]
  // `Authorization: Bearer …`, each on a line of its own
  const headers = /headers$/i.test(name) ? value.split('\n').flatMap(line => /^[^:]+:(.*)$/.exec(line)?.[1]?.trim().split(/\s+/).at(-1) ?? []) : []
  return [...passwords, ...headers.filter(header => /\d/.test(header) || header.length >= longLine)]
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  }
  catch {
    return text
  }
}

/**
 * The forms in which a value may stand in a transcript: as it is, escaped for JSON up to four times (also by programs that write ASCII only, or
 * escape the slash), for a URL or a form, in hexadecimal digits, and in base64.
 */
export function spellings(value: string): string[] {
  const once = jsonEscaped(value)
  const ascii = once.replace(/[\u0080-\uFFFF]/g, unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
  // Windows allows half characters, which no URL can hold.
  const wellFormed = Buffer.from(value).toString()
  const url = encodeURIComponent(wellFormed)
  const strict = url.replace(/[!'()*]/g, char => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
  const form = new URLSearchParams({ '': wellFormed }).toString().slice(1)
  const urls = [url, strict, form, strict.replaceAll('%20', '+'), strict.replace(/%2F/g, '/'), encodeURI(wellFormed)].flatMap(one => [one, one.replace(/%[\dA-F]{2}/g, code => code.toLowerCase())])
  const hex = Buffer.from(value).toString('hex')
  const forms = new Set([value, ...escapedAgain(once), ...escapedAgain(ascii), once.replaceAll('/', '\\/'), ...urls, hex, hex.toUpperCase(), ...base64Cores(value)])
  return [...forms].sort((a, b) => b.length - a.length)
}

/** JSON in JSON in JSON: a transcript that quotes a file that quotes a reply. */
function escapedAgain(once: string): string[] {
  const escaped = [once]
  while (escaped.length < JSON_DEPTH)
    escaped.push(jsonEscaped(escaped.at(-1) ?? once))
  return escaped
}

/** A string as it stands between the quotes of a JSON string. */
export function jsonEscaped(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}

function namesSecret(name: string, value: string): boolean {
  // the working directory, and no password
  if (name === 'PWD')
    return false
  const words = name.replace(/([a-z\d])([A-Z])/g, '$1_$2').toLowerCase().split(/[^a-z\d]+/)
  const last = words.at(-1) ?? ''
  if (plainEnding.has(last))
    return false
  if (words.some(word => secretWords.has(word)) || secretEnding.test(last))
    return true
  // `AUTH=required` is a setting; the word would be blacked out in every sentence.
  return words.includes('auth') && !/^[a-z]+$/i.test(value)
}

/**
 * What is the same in any base64 text that holds the value, wherever in it: `Basic` headers encode `user:secret`.
 * The characters at either end depend on the neighbours, so they are not part of it.
 */
function base64Cores(value: string): string[] {
  const bytes = Buffer.from(value)
  const cores: string[] = []
  for (const before of [0, 1, 2]) {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64url')
    const start = Math.ceil(before * 8 / 6)
    const end = Math.floor((before + bytes.length) * 8 / 6)
    const core = text.slice(start, end)
    cores.push(core, core.replaceAll('-', '+').replaceAll('_', '/'))
  }
  return cores
}
