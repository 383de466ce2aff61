import { parseData } from '../agent/json.ts'
import { withoutCutSecrets } from './cut-secrets.ts'
import { jsonEscaped, secretShapes, secretValues, spellings } from './secrets.ts'

const mark = '<redacted>'
const ROUNDS = 50

/** Takes out of a run's output what must not be kept: secrets, and paths that are different on every machine. */
export interface Redactor {
  /** Any text. Applying it again changes nothing. */
  text: (text: string) => string
  /** One line of a transcript: stays valid JSON if it was. */
  line: (line: string) => string
  /** Plain data, keys included. */
  data: <T>(data: T) => T
  /** Any text, secrets only: for files that the agent left. */
  secrets: (text: string) => string
}

/** What a redactor looks for, beside known shapes of keys. */
export interface Redactions {
  /** Variables whose names look like credentials are taken out by their values, in any usual encoding. Several environments may have other values of one name. */
  env: NodeJS.ProcessEnv | readonly NodeJS.ProcessEnv[]
  /** Absolute paths by the word that replaces them: `{ workspace: '/tmp/…' }` makes it `<workspace>`. */
  paths?: Record<string, string>
}

/** Makes a {@link Redactor}; one serves all output of a run. */
export function createRedactor(options: Redactions): Redactor {
  const literals = [...new Set([options.env].flat().flatMap(secretValues))]
    // A value that is part of the mark would be found again in what replaced it.
    .filter(value => !mark.includes(value))
    .flatMap(value => spellings(value))
    .sort((a, b) => b.length - a.length)
  const places = Object.entries(options.paths ?? {})
    .filter(([, path]) => path.length > 3)
    .sort(([, a], [, b]) => b.length - a.length)
    .flatMap(([word, path]) => pathSpellings(path).map(spelling => ({ spelling, pattern: pathPattern(spelling), mark: `<${word}>` })))

  const secrets = (text: string): string => {
    // A mark and what stands beside it may look like a secret in their turn; values that are made of pieces of marks would do so without end.
    for (let round = 0, before = ''; round < ROUNDS && before !== text; round++) {
      before = text
      const whole = literals.reduce((rest, literal) => rest.replaceAll(literal, mark), text)
      text = secretShapes.reduce((rest, shape) => rest.replace(shape, mark), withoutCutSecrets(whole, literals, mark))
    }
    return text
  }
  const redact = (text: string): string => {
    for (const place of places) {
      if (text.includes(place.spelling))
        text = text.replace(place.pattern, () => place.mark)
    }
    return secrets(text)
  }
  return {
    text: redact,
    secrets,
    line(line) {
      const redacted = redact(line)
      // A secret began inside an escape or was a number, or an escape that needs not be hides one: go through the values instead.
      const isBroken = redacted !== line && !isJson(redacted)
      if (!isBroken && !/\\[u/]/.test(redacted))
        return redacted
      const value = parseData(isBroken ? line : redacted)
      const whole = JSON.stringify(mapStrings(value, redact))
      return value === undefined || whole === JSON.stringify(value) ? redacted : whole
    },
    data<T>(data: T): T {
      return mapStrings(data, redact) as T
    },
  }
}

function mapStrings(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string')
    return change(value)
  if (typeof value === 'number') {
    const changed = change(String(value))
    return changed === String(value) ? value : changed
  }
  if (Array.isArray(value))
    return value.map(item => mapStrings(item, change))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [change(key), mapStrings(item, change)]))
  return value
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  }
  catch {
    return false
  }
}

function pathSpellings(path: string): string[] {
  const once = jsonEscaped(path)
  // Claude names a project's folder after its path, with a dash for all that is no letter or digit.
  const dashed = path.replace(/[^a-z0-9]/gi, '-')
  const forms = [path, once, jsonEscaped(once), path.replaceAll('\\', '/'), encodeURI(path.replaceAll('\\', '/'))]
  if (dashed.length > 12)
    forms.push(dashed)
  return [...new Set(forms)].sort((a, b) => b.length - a.length)
}

function pathPattern(spelling: string): RegExp {
  const literal = spelling.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  // `/root` is not in `/chroot`, `/srv/root` or `/rootless`; after an escaped line break it is.
  return new RegExp(`(?<=^|[^\\w.-]|\\\\[nrtbf])${literal}(?![\\w-])`, 'g')
}
