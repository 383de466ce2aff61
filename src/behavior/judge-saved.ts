import type { JudgedAnswer, JudgedLine, JudgeRecord } from './judge-record.ts'
import { readFile } from 'node:fs/promises'
import { isRecord } from '../agent/json.ts'
import { RecordError } from '../run/read-record.ts'
import { addJudgeCosts } from './judge-cost.ts'

/** The version of `judge.json` that is written and read. */
const version = 1

/**
 * What a saved record says about these lines. A line is known by its kind and its statement, so that lines may be moved and added,
 * and a changed one is a new one.
 */
export function savedAnswers(record: JudgeRecord, lines: readonly JudgedLine[]): { answers: JudgedAnswer[], missing: JudgedLine[] } {
  const answers: JudgedAnswer[] = []
  const missing: JudgedLine[] = []
  for (const line of lines) {
    const saved = record.answers.find(answer => answer.kind === line.kind && answer.statement === line.statement)
    if (saved)
      answers.push(saved)
    else
      missing.push(line)
  }
  return { answers, missing }
}

/** Makes one record of several about the same run: of its lines, of those that came later, of what its hooks asked. */
export function joinJudgeRecords(first: JudgeRecord, ...more: JudgeRecord[]): JudgeRecord {
  const all = [first, ...more]
  return {
    version,
    cost: addJudgeCosts(first.cost, ...more.map(record => record.cost)),
    evidence: {
      budget: Math.max(...all.map(({ evidence }) => evidence.budget)),
      cut: Math.max(...all.map(({ evidence }) => evidence.cut)),
    },
    answers: all.flatMap(record => record.answers),
    calls: all.flatMap(record => record.calls),
    error: all.find(record => record.error !== null)?.error ?? null,
  }
}

/**
 * Reads a `judge.json`.
 *
 * @param file absolute path.
 * @throws {RecordError} when it is missing, damaged, or of another version.
 */
export async function readJudgeRecord(file: string): Promise<JudgeRecord> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new RecordError(file, error instanceof Error && 'code' in error && error.code === 'ENOENT'
      ? 'the file is missing, so there are no saved answers of the judge. Record again.'
      : `the file cannot be read (${error instanceof Error ? error.message : String(error)}).`)
  })
  let value: unknown
  try {
    value = JSON.parse(text)
  }
  catch (error) {
    throw new RecordError(file, `not valid JSON (${error instanceof Error ? error.message : String(error)}). Restore the file or record again.`)
  }
  if (isRecord(value) && typeof value.version === 'number' && value.version !== version) {
    throw new RecordError(file, value.version > version
      ? `these answers of the judge are of version ${value.version}, and this vitest-skill-evals reads version ${version}. Update vitest-skill-evals.`
      : `these answers of the judge are of the old version ${value.version}. Record again.`)
  }
  assertRecord(file, value)
  return value
}

type Shape = (value: unknown) => string | null

const is = (right: (value: unknown) => boolean): Shape => value => right(value) ? null : ''
const text = is(value => typeof value === 'string')
const count = is(value => Number.isInteger(value) && Number(value) >= 0)
const number = is(value => typeof value === 'number')
const orNull = (shape: Shape): Shape => value => value === null ? null : shape(value)

/** The path to the first value that is not what it should be, such as `.answers[0].pass`; empty for the value itself; `null` if all are right. */
function data(fields: Record<string, Shape>): Shape {
  return (value) => {
    if (!isRecord(value))
      return ''
    for (const [name, shape] of Object.entries(fields)) {
      const wrong = shape(value[name])
      if (wrong !== null)
        return `.${name}${wrong}`
    }
    return null
  }
}

function list(shape: Shape): Shape {
  return (value) => {
    if (!Array.isArray(value))
      return ''
    for (const [index, item] of value.entries()) {
      const wrong = shape(item)
      if (wrong !== null)
        return `[${index}]${wrong}`
    }
    return null
  }
}

const recordShape = data({
  version: is(value => value === version),
  cost: data({ agent: text, version: orNull(text), model: orNull(text), calls: count, usage: is(isRecord), costUsd: orNull(number), elapsedMs: number }),
  evidence: data({ budget: count, cut: count }),
  answers: list(data({
    kind: is(value => value === 'expected_behavior' || value === 'unexpected_behavior'),
    statement: text,
    // A text such as "false" would be taken for a pass.
    pass: is(value => typeof value === 'boolean'),
    reason: text,
    votes: data({ pass: count, of: count }),
  })),
  calls: list(data({ output: text, problem: orNull(text) })),
  error: orNull(text),
})

function assertRecord(file: string, value: unknown): asserts value is JudgeRecord {
  const wrong = recordShape(value)
  if (wrong !== null)
    throw new RecordError(file, `${wrong === '' ? 'this' : `\`${wrong.slice(1)}\``} is not what an answer of the judge should be. Restore the file or record again.`)
}
