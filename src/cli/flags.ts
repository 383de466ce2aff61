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
    throw new UsageError(`\`${command.name}\` takes ${takes === 0 ? 'no argument' : 'one argument'}, and was given ${JSON.stringify(further)}.`)
}

/** A flag that may be said several times. */
export function repeated(value: unknown): string[] | undefined {
  return value === undefined ? undefined : [value].flat().map(String)
}

/**
 * A flag with a list: names with commas between them or a JSON list of them, and it may be said several times.
 * @throws {UsageError} naming the flag
 */
export function list(value: unknown, flag = 'A list'): string[] | undefined {
  return repeated(value)?.flatMap(text => /^\s*[[{]/.test(text) ? jsonList(text, flag) : text.split(',')).map(text => text.trim()).filter(Boolean)
}

function jsonList(text: string, flag: string): string[] {
  let value: unknown
  try {
    value = JSON.parse(text)
  }
  catch {}
  if (!Array.isArray(value) || !value.every(item => typeof item === 'string'))
    throw new UsageError(`${flag} is ${JSON.stringify(text)}, which is no JSON list of texts. Write names with commas between them, or ["a","b"].`)
  return value
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
    throw new UsageError(`\`${flag}\` is ${JSON.stringify(text)}; write ${allowed.slice(0, -1).join(', ')} or ${allowed.at(-1)}.${didYouMean(text, allowed)}`)
  return chosen
}

/** The parser names flags as JavaScript would. */
function dashed(name: string): string {
  return name.length === 1 ? `-${name}` : `--${name.replaceAll(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)}`
}
