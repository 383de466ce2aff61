import type { Position } from '../catalog/finding.ts'
import { readUtf8 } from '../catalog/decode.ts'
import { isUnprintable } from '../catalog/paths.ts'
import { manyLines } from '../report/plain-text.ts'

/** Vitest prints no code frame when one of the five lines it would show is longer than this. */
const vitestFrameLimit = 200
const context = 2
const frameWidth = 84

/**
 * An error that points into the file that asked for what failed. The stack holds that one place: Vitest makes a code
 * frame of it, GitHub an annotation, an editor a mark.
 *
 * @param name printed before the message: a rule or a verdict
 * @param message what is wrong
 * @param file absolute path
 * @param at place in the file
 * @param foreign the file is not the test file, so Vitest does not know its text and could frame nothing
 */
export function failure(name: string, message: string, file: string, at: Position, foreign = false): Error {
  // prompts, datasets and what agents print must not colour the terminal or move its cursor
  const plain = manyLines(message)
  const error = new Error(plain)
  error.name = name
  error.stack = `${name}: ${plain}\n    at ${file}:${at.line}:${at.column}`
  return Object.assign(error, ownFrame(file, at, foreign))
}

/** Our own code frame where Vitest would print none, or one that colours the terminal; `null` where it prints its own. */
function ownFrame(file: string, at: Position, foreign: boolean): { codeFrame: string } | { frame: string } | null {
  const { text } = readUtf8(file)
  if (text === null)
    return null
  const lines = text.split(/\r?\n/)
  const shown = near(lines, at)
  const frame = manyLines(frameAt(lines, at))
  // Vitest prints a `frame` in the place of its own and of the stack
  if (shown.some(line => isUnprintable(line.replaceAll('\t', ' '))))
    return { frame: `${manyLines(file)}:${at.line}:${at.column}\n${frame}` }
  return foreign || shown.some(line => line.length > vitestFrameLimit) ? { codeFrame: frame } : null
}

/** The code frame of a place in a file with these lines. */
export function frameAt(lines: string[], at: Position): string {
  return renderFrame(near(lines, at), firstOf(at), at)
}

function near(lines: string[], at: Position): string[] {
  return lines.slice(firstOf(at) - 1, at.line + context)
}

function firstOf(at: Position): number {
  return Math.max(1, at.line - context)
}

/** Lines around a place, each cut to a window that holds the column, with a caret under it. */
export function renderFrame(lines: string[], first: number, at: Position): string {
  const gutter = Math.max(7, String(first + lines.length - 1).length)
  const start = Math.max(0, at.column - 1 - frameWidth / 2)
  return lines.flatMap((line, i) => {
    const number = first + i
    const from = number === at.line ? start : 0
    const shown = `${from > 0 ? '…' : ''}${line.slice(from, from + frameWidth).replaceAll('\t', ' ')}${line.length > from + frameWidth ? '…' : ''}`
    const row = `${String(number).padStart(gutter)}| ${shown}`
    const caret = ' '.repeat(at.column - 1 - from + (from > 0 ? 1 : 0))
    return number === at.line ? [row, `${' '.repeat(gutter)}| ${caret}^`] : [row]
  }).join('\n')
}
