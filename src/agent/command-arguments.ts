import type { CommandArguments } from './command-spec.ts'

/** What can stand in braces in arguments and in values of variables. */
export const placeholders = ['prompt', 'promptFile', 'workspace', 'home', 'root', 'model', 'effort', 'maxUsd'] as const
/** Those that do not always have a value. */
export const optionalPlaceholders: readonly string[] = ['model', 'effort', 'maxUsd']

/** Values by placeholder; one that is missing has none in this run. */
export type PlaceholderValues = Partial<Record<typeof placeholders[number], string>>

const PLACEHOLDER = /\{([a-z]\w*)\}/gi

/** Names in braces. */
export function placeholdersIn(text: string): string[] {
  return [...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name)
}

/** All names in braces of arguments and variables. */
export function placeholdersOf(args: CommandArguments, env: Readonly<Record<string, string>>): string[] {
  return [...args.flat(), ...Object.values(env)].flatMap(placeholdersIn)
}

/** One pass: what a prompt holds in braces stays as it is. `null` where a placeholder has no value. */
export function filled(text: string, values: PlaceholderValues): string | null {
  const known = new Map<string, string | undefined>(Object.entries(values))
  const names = placeholdersIn(text)
  return names.some(name => !known.has(name)) ? null : text.replace(PLACEHOLDER, (_, name: string) => known.get(name) ?? '')
}

/** The arguments of one run. */
export function filledArguments(args: CommandArguments, values: PlaceholderValues): string[] {
  return args.flatMap((arg) => {
    const parts = [arg].flat().map(part => filled(part, values))
    return parts.includes(null) ? [] : parts.filter(part => part !== null)
  })
}

/** The variables of one run, without those whose placeholder has no value. */
export function filledVariables(env: Readonly<Record<string, string>>, values: PlaceholderValues): Record<string, string> {
  return Object.fromEntries(Object.entries(env).flatMap(([name, text]) => {
    const value = filled(text, values)
    return value === null ? [] : [[name, value]]
  }))
}
