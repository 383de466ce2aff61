import { readUtf8 } from '../catalog/decode.ts'
import { manyLines } from '../report/plain-text.ts'
import { frameAt } from '../suite/failure.ts'

/** The last line of a stack of ours, which holds one place. */
const ownPlace = /\n {4}at (.+):(\d+):(\d+)$/

/** Every failure of a test, each with the code frame of its place in the dataset: Jest makes frames of scripts alone. */
export function failureMessages(error: unknown): string[] {
  return error instanceof AggregateError ? error.errors.flatMap(failureMessages) : [messageOf(error)]
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error))
    return manyLines(String(error))
  const place = ownPlace.exec(error.stack ?? '')
  const [, file = '', line = '', column = ''] = place ?? []
  const frame = place ? given(error, 'codeFrame') ?? frameOf(file, Number(line), Number(column)) : null
  return [
    place ? `${error.name}: ${error.message.trimEnd()}` : error.stack ?? `${error.name}: ${error.message}`,
    given(error, 'diff'),
    frame,
    place && `    at ${file}:${line}:${column}`,
  ].filter(part => part !== null).map(manyLines).join('\n\n')
}

function given(error: object, key: string): string | null {
  const value = key in error ? (error as Record<string, unknown>)[key] : null
  return typeof value === 'string' ? value : null
}

function frameOf(file: string, line: number, column: number): string | null {
  const { text } = readUtf8(file)
  return text === null ? null : frameAt(text.split(/\r?\n/), { line, column })
}
