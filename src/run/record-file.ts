import { isRecord, parseJson } from '../agent/json.ts'

/** A run record that cannot be read. The message names the file and says what to do. */
export class RecordError extends Error {
  override name = 'RecordError'
  readonly file: string

  constructor(file: string, problem: string) {
    super(`${file}: ${problem}`)
    this.file = file
  }
}

/**
 * Reads the JSON of a file of a record, and refuses that of another version.
 *
 * @param file absolute path, for messages.
 * @param text what it holds.
 * @param version what is read.
 * @param subject begins the message about another version: `this record is`.
 * @throws {RecordError}
 */
export function parseRecordFile(file: string, text: string, version: number, subject: string): unknown {
  let value: unknown
  try {
    value = parseJson(text)
  }
  catch (error) {
    throw new RecordError(file, `not valid JSON (${error instanceof Error ? error.message : String(error)}). Restore the file or record again.`)
  }
  if (isRecord(value) && typeof value.version === 'number' && value.version !== version) {
    throw new RecordError(file, value.version > version
      ? `${subject} of version ${value.version}, and this vitest-skill-evals reads version ${version}. Update vitest-skill-evals.`
      : `${subject} of the old version ${value.version}. Record again.`)
  }
  return value
}
