import type { Hooks } from './hooks.ts'
import { didYouMean } from '../catalog/did-you-mean.ts'
import { describe } from './hook-placeholders.ts'
import { HookError } from './hooks.ts'

const names: readonly string[] = ['setupSession', 'setup', 'check', 'teardown']

/** The hooks that a module holds. */
export function readHooks(module: unknown, file: string): Hooks {
  const fail = (problem: string): never => {
    throw new HookError('load', `${file}: ${problem}`)
  }
  const exported: Record<string, unknown> = typeof module === 'object' && module !== null ? { ...module } : {}
  const found = exported.default
  if (found === undefined) {
    const named = names.filter(name => name in exported)
    return fail(named.length > 0
      ? `it exports ${named.map(name => `\`${name}\``).join(', ')} by name. Write \`export default defineHooks({ ${named.join(', ')} })\`.`
      : 'it has no default export. Write `export default defineHooks({ … })`.')
  }
  if (typeof found !== 'object' || found === null || Array.isArray(found))
    return fail(`its default export is ${describe(found)}. Write \`export default defineHooks({ … })\`.`)
  const problems = Object.entries(found).flatMap(([name, value]) => {
    if (!names.includes(name))
      return [`there is no hook \`${name}\`.${didYouMean(name, names) || ` Hooks are ${names.map(known => `\`${known}\``).join(', ')}.`}`]
    return typeof value === 'function' || value === undefined ? [] : [`\`${name}\` is ${describe(value)}, and has to be a function.`]
  })
  return problems.length > 0 ? fail(problems.join(' ')) : found
}
