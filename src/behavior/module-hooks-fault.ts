import type { HookStage } from './hooks.ts'
import type { AssertionDiff } from './module-hooks-diff.ts'
import { stripVTControlCharacters } from 'node:util'
import { describe } from './hook-placeholders.ts'
import { HookCheckFailure, HookError } from './hooks.ts'

/** What was thrown by or for a hook, as an error that says where. */
export function faultOf(stage: HookStage, file: string, what: string, thrown: unknown): HookError {
  return new HookError(stage, `${placeOf(thrown, file)}: ${what}: ${messageOf(thrown)}`, { cause: thrown })
}

/** A hook as the subject of a sentence. */
export function subject(stage: HookStage): string {
  return stage === 'load' ? 'the file' : `\`${stage}\``
}

/** A failed assertion, whoever's: Node's, chai's or Vitest's. */
export function isAssertion(thrown: unknown): thrown is Error {
  return thrown instanceof Error && (thrown.name === 'AssertionError' || ('code' in thrown && thrown.code === 'ERR_ASSERTION'))
}

/** A failed assertion of `check`. */
export function checkFailure(file: string, thrown: Error, diff: AssertionDiff): HookCheckFailure {
  return new HookCheckFailure(`${stripVTControlCharacters(thrown.message)} (${placeOf(thrown, file)})`, diff(thrown))
}

/** Whether an error was made in, or on behalf of, this file. */
export function speaksOf(thrown: unknown, file: string): boolean {
  return positionIn(thrown, file) !== null
}

/** `file:line:column` of the hooks file as its author wrote it: Vitest has put the stack back through its source map. */
function placeOf(thrown: unknown, file: string): string {
  const own = positionIn(thrown, file)
  if (own !== null)
    return `${file}:${own}`
  // The bundler's own word on a syntax error.
  if (typeof thrown === 'object' && thrown !== null && 'loc' in thrown && typeof thrown.loc === 'object' && thrown.loc !== null) {
    const loc: { file?: unknown, line?: unknown, column?: unknown } = thrown.loc
    return `${typeof loc.file === 'string' ? loc.file : file}:${Number(loc.line ?? 1)}:${Number(loc.column ?? 0) + 1}`
  }
  return file
}

/** Line and column of the innermost frame in a file. */
function positionIn(thrown: unknown, file: string): string | null {
  const wanted = `${forward(file)}:`
  for (const line of thrown instanceof Error ? String(thrown.stack).split('\n') : []) {
    const frame = forward(line)
    const at = /^\s+at /.test(line) ? frame.indexOf(wanted) : -1
    const position = at === -1 || /[\w.-]/.test(frame.charAt(at - 1)) ? null : /^\d+:\d+/.exec(frame.slice(at + wanted.length))
    if (position)
      return position[0]
  }
  return null
}

function forward(file: string): string {
  return file.replaceAll('\\', '/')
}

function messageOf(thrown: unknown): string {
  if (!(thrown instanceof Error))
    return `${describe(thrown)} was thrown`
  const message = stripVTControlCharacters(thrown.message)
  return thrown.name === 'Error' || message === '' ? message || thrown.name : `${thrown.name}: ${message}`
}
