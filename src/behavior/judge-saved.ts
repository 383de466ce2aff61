import type { JudgedAnswer, JudgedLine, JudgeRecord } from './judge-record.ts'
import { readFile } from 'node:fs/promises'
import { parseRecordFile, RecordError } from '../run/record-file.ts'
import { amount, count, data, dataOf, is, list, orNull, text, yesOrNo } from '../run/shape.ts'
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
  const source = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new RecordError(file, error instanceof Error && 'code' in error && error.code === 'ENOENT'
      ? 'the file is missing, so there are no saved answers of the judge. Record again.'
      : `the file cannot be read (${error instanceof Error ? error.message : String(error)}).`)
  })
  const value = parseRecordFile(file, source, version, 'these answers of the judge are')
  assertRecord(file, value)
  return value
}

const recordShape = data({
  version: is(value => value === version),
  cost: data({ agent: text, version: orNull(text), model: orNull(text), calls: count, usage: dataOf(count), costUsd: orNull(amount), elapsedMs: amount }),
  evidence: data({ budget: count, cut: count }),
  answers: list(data({
    kind: is(value => value === 'expected_behavior' || value === 'unexpected_behavior'),
    statement: text,
    // A text such as "false" would be taken for a pass.
    pass: yesOrNo,
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
