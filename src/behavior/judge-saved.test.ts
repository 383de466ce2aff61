import type { JudgedLine, JudgeRecord } from './judge-record.ts'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { RecordError } from '../run/record-file.ts'
import { removeTree } from '../run/remove-tree.ts'
import { joinJudgeRecords, readJudgeRecord, savedAnswers } from './judge-saved.ts'

const record: JudgeRecord = {
  version: 1,
  cost: { agent: 'claude', version: '2.1.112', model: 'm', calls: 1, usage: { inputTokens: 100 }, costUsd: 0.01, elapsedMs: 20 },
  evidence: { budget: 60_000, cut: 5 },
  answers: [
    { kind: 'expected_behavior', statement: 'Counts the rows.', pass: true, reason: 'wc', votes: { pass: 1, of: 1 } },
    { kind: 'unexpected_behavior', statement: 'Counts the rows.', pass: false, reason: 'wc', votes: { pass: 0, of: 1 } },
  ],
  calls: [{ output: '{}', problem: null }],
  error: null,
}

describe('saved answers', () => {
  it('are found by kind and statement, and the other lines are new', () => {
    const lines: JudgedLine[] = [
      { id: '1', kind: 'unexpected_behavior', statement: 'Counts the rows.' },
      { id: '2', kind: 'expected_behavior', statement: 'Counts the rows' },
      { id: '3', kind: 'expected_behavior', statement: 'Counts the rows.' },
    ]
    expect(savedAnswers(record, lines)).toEqual({ answers: [record.answers[1], record.answers[0]], missing: [lines[1]] })
  })
})

describe('records of one run', () => {
  it('are joined', () => {
    const more: JudgeRecord = { ...record, cost: { ...record.cost, calls: 2, usage: { inputTokens: 1, outputTokens: 2 }, costUsd: 0.5 }, evidence: { budget: 100, cut: 9 }, answers: [], error: 'It hung.' }
    expect(joinJudgeRecords(record, more)).toMatchObject({
      cost: { calls: 3, usage: { inputTokens: 101, outputTokens: 2 }, costUsd: 0.51, elapsedMs: 40 },
      evidence: { budget: 60_000, cut: 9 },
      answers: record.answers,
      calls: [...record.calls, ...more.calls],
      error: 'It hung.',
    })
    expect(joinJudgeRecords(record)).toEqual(record)
    expect(joinJudgeRecords(record, { ...more, cost: { ...more.cost, costUsd: null } }).cost.costUsd).toBeNull()
  })
})

describe('judge.json', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'judge-saved-test-'))
    return () => removeTree(folder)
  })

  async function read(value: unknown): Promise<unknown> {
    const file = join(folder, 'judge.json')
    await writeFile(file, typeof value === 'string' ? value : JSON.stringify(value))
    return readJudgeRecord(file).catch((error: unknown) => error instanceof RecordError ? error.message.replace(`${file}: `, '') : error)
  }

  it('is read as it was written', async () => {
    expect(await read(record)).toEqual(record)
  })

  it('that is missing is an error that names it', async () => {
    const file = join(folder, 'judge.json')
    await expect(readJudgeRecord(file)).rejects.toThrow(`${file}: the file is missing, so there are no saved answers of the judge. Record again.`)
    await expect(readJudgeRecord(folder)).rejects.toThrow('the file cannot be read')
  })

  const answer = (more: object) => ({ ...record, answers: [record.answers[0], { ...record.answers[1], ...more }] })
  it.each([
    ['{', /^not valid JSON \(.*\)\. Restore the file or record again\.$/],
    [[], /^this is not what an answer of the judge should be/],
    [{}, /^`version` is not what an answer of the judge should be\. Restore the file or record again\.$/],
    [{ ...record, version: 2 }, /of version 2, and this vitest-skill-evals reads version 1\. Update/],
    [{ ...record, version: 0 }, /of the old version 0\. Record again\.$/],
    [answer({ pass: 'false' }), /^`answers\[1\]\.pass` is not/],
    [answer({ pass: null }), /^`answers\[1\]\.pass` is not/],
    [answer({ kind: 'hook' }), /^`answers\[1\]\.kind` is not/],
    [answer({ votes: { pass: 1 } }), /^`answers\[1\]\.votes\.of` is not/],
    [{ ...record, cost: { ...record.cost, costUsd: '1' } }, /^`cost\.costUsd` is not/],
    [{ ...record, calls: [{ output: 1, problem: null }] }, /^`calls\[0\]\.output` is not/],
    [{ ...record, error: undefined }, /^`error` is not/],
  ])('that is damaged is an error that says where: %j', async (value, message) => {
    expect(await read(value)).toMatch(message)
  })
})
