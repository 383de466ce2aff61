import type { CAC, Command } from 'cac'
import { didYouMean } from '../catalog/did-you-mean.ts'
import { UsageError } from './usage-error.ts'

/**
 * Refuses what the command does not take. The parser itself says nothing of a further argument, and of a flag only that it does not
 * know it.
 * @throws {UsageError} naming what is allowed
 */
export function refuseUnknown(cli: CAC, command: Command): void {
  const known = [...command.options, ...cli.globalCommand.options].map(option => option.names.map(dashed))
  for (const given of Object.keys(cli.options)) {
    if (given !== '--' && !known.flat().includes(dashed(given))) {
      const longest = known.map(names => names.findLast(name => name.startsWith('--')) ?? '')
      throw new UsageError(`\`${command.name}\` has no flag \`${dashed(given)}\`.${didYouMean(dashed(given), longest) || ` It has ${longest.join(', ')}.`}`)
    }
  }
  const takes = command.args.some(arg => arg.variadic) ? Infinity : command.args.length
  const further = cli.args[takes]
  if (further !== undefined)
    throw new UsageError(`\`${command.name}\` takes ${['no argument', 'one argument'][takes] ?? `${takes} arguments`}, and was given ${JSON.stringify(further)}.`)
}

/**
 * Puts back the values of flags as they were written. The parser makes a number of what looks like one, so that a commit `0012345`
 * would become another, and of an empty text 0.
 */
export function keepAsWritten(cli: CAC, command: Command, argv: string[]): void {
  for (const { rawName, names, name } of command.options) {
    const written = rawName.includes('<') ? writtenBehind(argv, names.map(dashed)) : []
    if (written.length > 0)
      cli.options[name] = written.length === 1 ? written[0] : written
  }
}

function writtenBehind(argv: string[], flags: string[]): string[] {
  const end = argv.indexOf('--')
  return argv.slice(0, end < 0 ? undefined : end).flatMap((arg, i, args) => {
    const inline = flags.find(flag => arg.startsWith(`${flag}=`))
    if (inline !== undefined)
      return [arg.slice(inline.length + 1)]
    const next = args[i + 1]
    return flags.includes(arg) && next !== undefined && !next.startsWith('-') ? [next] : []
  })
}

/** A flag that may be said several times. */
export function repeated(value: unknown): string[] | undefined {
  return value === undefined ? undefined : [value].flat().map(String)
}

/**
 * A flag with a list: names with commas between them or a JSON array of them, and it may be said several times. An empty text is as if
 * it was not said, since that is what CI makes of a variable that is not set.
 * @throws {UsageError} when an entry is empty or no text
 */
export function list(flag: string, value: unknown): string[] | undefined {
  const texts = repeated(value)?.map(text => text.trim()).filter(Boolean) ?? []
  if (texts.length === 0)
    return undefined
  return texts.flatMap((text) => {
    const entries = /^[[{]/.test(text) ? jsonEntries(flag, text) : text.split(',')
    return entries.map((entry) => {
      if (typeof entry !== 'string' || entry.trim() === '')
        throw new UsageError(`\`${flag}\` holds ${JSON.stringify(entry)} in ${JSON.stringify(text)}; every entry has to be a text that is not empty.`)
      return entry.trim()
    })
  })
}

function jsonEntries(flag: string, text: string): unknown[] {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  }
  catch (error) {
    throw new UsageError(`\`${flag}\` is ${JSON.stringify(text)}, which is no JSON: ${error instanceof Error ? error.message : String(error)}.`)
  }
  if (!Array.isArray(parsed))
    throw new UsageError(`\`${flag}\` is ${JSON.stringify(text)}; write a JSON array, or names with commas between them.`)
  return parsed
}

/** A flag that is said once. @throws {UsageError} */
export function single(flag: string, value: unknown): string | undefined {
  if (Array.isArray(value))
    throw new UsageError(`\`${flag}\` is given ${value.length} times. Write it once.`)
  return value === undefined ? undefined : String(value)
}

/** One word of a few. @throws {UsageError} naming them */
export function choice<T extends string>(flag: string, value: unknown, allowed: readonly T[]): T {
  const text = single(flag, value) ?? ''
  const chosen = allowed.find(one => one === text)
  if (chosen === undefined)
    throw new UsageError(`\`${flag}\` is ${JSON.stringify(text)}; write ${allowed.length > 1 ? `${allowed.slice(0, -1).join(', ')} or ` : ''}${allowed.at(-1)}.${didYouMean(text, allowed)}`)
  return chosen
}

/** The parser names flags as JavaScript would. */
function dashed(name: string): string {
  return name.length === 1 ? `-${name}` : `--${name.replaceAll(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)}`
}
