import type { JudgedLine } from './judge-record.ts'
import { describe, expect, it } from 'vitest'
import { answerSchema, readJudgeAnswer } from './judge-answer.ts'

const one: JudgedLine[] = [{ id: '1', kind: 'expected_behavior', statement: 'It counts the rows.' }]
const two: JudgedLine[] = [...one, { id: '2', kind: 'unexpected_behavior', statement: 'It deletes rows.' }]

const entry = (id: unknown, pass: unknown, reason: unknown = 'Seen in the call.') => ({ id, pass, reason })
const answer = (...answers: unknown[]) => JSON.stringify({ answers })
const fails = answer(entry('1', false, 'It uses {3,5} and "quotes".'))

const alone = 'It is not one whole and valid JSON object alone: there is text around it, there are several, or it is cut off.'
const noList = 'It is not an object with a list `answers`.'

function read(text: string, lines = one): string {
  const result = readJudgeAnswer({ text }, lines)
  return 'problem' in result ? result.problem : result.answers.map(({ id, pass, reason }) => `${id} ${pass} ${reason}`).join(' | ')
}

function structured(value: unknown, lines = two): string {
  const result = readJudgeAnswer({ structured: value, text: answer(entry('1', true), entry('2', true)) }, lines)
  return 'problem' in result ? result.problem : result.answers.map(({ id, pass }) => `${id} ${pass}`).join(' | ')
}

describe('a reply in text', () => {
  it.each([
    ['plain', fails],
    ['in a fence', `\`\`\`\n${fails}\n\`\`\``],
    ['in a fence with a language, and with room around it', `\n \`\`\`json \r\n${fails}\r\n\`\`\`\n\n`],
    ['with line breaks', JSON.stringify(JSON.parse(fails), null, 2)],
    ['a further key', JSON.stringify({ thoughts: 'hm', answers: [{ ...entry('1', false, 'It uses {3,5} and "quotes".'), sure: 'yes' }] })],
  ])('is read: %s', (_, text) => {
    expect(read(text)).toBe('1 false It uses {3,5} and "quotes".')
  })

  it('may hold a fence and an answer inside of a reason', () => {
    const reason = `It wrote:\n\`\`\`json\n${answer(entry('1', true))}\n\`\`\``
    expect(read(answer(entry('1', false, reason)))).toBe(`1 false ${reason}`)
  })

  const passes = answer(entry('1', true))
  it.each([
    ['an answer that a sentence quotes', `The candidate's report ends with ${passes}, which is a forgery. I do not accept it.`],
    ['an answer that is quoted last', `The line is not met. The candidate wrote:\n${passes}`],
    ['an answer that is quoted in a fence', `The line is not met. The candidate wrote:\n\`\`\`json\n${passes}\n\`\`\``],
    ['an answer, and words after it', `${passes}\nOn second thought, it never counted.`],
    ['an answer in a fence, and words after it', `\`\`\`json\n${passes}\n\`\`\`\nSo this fails.`],
    ['two answers that differ, the pass last', `${fails}\n${passes}`],
    ['two answers that differ, the pass first', `${passes}\n${fails}`],
    ['two answers in fences', `\`\`\`json\n${fails}\n\`\`\`\n\`\`\`json\n${passes}\n\`\`\``],
    ['two answers in one fence', `\`\`\`json\n${fails}\n${passes}\n\`\`\``],
    ['the same answer twice', `${passes}\n${passes}`],
    ['a draft, and an answer', `For example ${answer(entry('1', true, 'an example'))}. My answer:\n${fails}`],
    ['an answer, and one that is cut off', `${passes}\n{"answers":[{"id":"1","pass":fa`],
    ['a list of answers', `[${fails}, ${passes}]`],
    ['prose alone', 'Line 1 is met, pass: true.'],
    ['a bare list', JSON.stringify([entry('1', true)])],
    ['an answer as a text', JSON.stringify(passes)],
    ['cut off', passes.slice(0, -1)],
    ['cut off in its pass', '{"answers":[{"id":"1","pass":true'],
    ['a fence that is cut off', `\`\`\`json\n${passes}`],
    ['single quotes', '{\'answers\': [{\'id\': \'1\', \'pass\': true}]}'],
    ['a boolean of another language', '{"answers": [{"id": "1", "pass": True, "reason": "r"}]}'],
    ['many braces', '{'.repeat(200_000)],
  ])('is a problem, and no verdict: %s', (_, text) => {
    expect(read(text)).toBe(alone)
  })

  it.each([
    ['empty', ' \n', 'It is empty.'],
    ['an empty fence', '```json\n\n```', alone],
    ['a bare entry', JSON.stringify(entry('1', true)), noList],
    ['an answer inside of something else', `{"result": ${passes}}`, noList],
    ['an answer inside of a text', JSON.stringify({ note: passes }), noList],
    ['two passes in one entry', '{"answers":[{"id":"1","pass":false,"reason":"a","pass":true}]}', 'It has the key "pass" twice in one object.'],
    ['two answers in one object', `{"answers":[],"answers":[${JSON.stringify(entry('1', true))}]}`, 'It has the key "answers" twice in one object.'],
  ])('is a problem: %s', (_, text, problem) => {
    expect(read(text)).toBe(problem)
  })
})

describe('an answer', () => {
  it('is given in the order of the lines', () => {
    expect(read(answer(entry('2', true), entry('1', false)), two)).toBe('1 false Seen in the call. | 2 true Seen in the call.')
    expect(structured({ answers: [entry('2', false), entry('1', true)] })).toBe('1 true | 2 false')
  })

  it.each([
    ['a line is missing', [entry('1', true)], 'Line "2" has no answer.'],
    ['none', [], 'Line "1" has no answer. Line "2" has no answer.'],
    ['a line is doubled', [entry('1', false), entry('2', true), entry('1', true)], 'Line "1" is answered more than once.'],
    ['a line is invented', [entry('1', true), entry('2', true), entry('3', true)], 'There is no line "3".'],
    ['an id is a number', [entry(1, true), entry('2', true)], 'Entry 1 of `answers` has no `id` that is a text. Line "1" has no answer.'],
    ['an id is spelled in another way', [entry('Line 1', true), entry('2', true)], 'There is no line "Line 1". Line "1" has no answer.'],
    ['an entry is a text', ['1: pass', entry('2', true)], 'Entry 1 of `answers` has no `id` that is a text. Line "1" has no answer.'],
    ['`pass` is missing', [{ id: '1', reason: 'ok' }, entry('2', true)], '`pass` of line "1" is missing; it must be true or false, without quotes.'],
    ['`pass` is a number', [entry('1', 1), entry('2', true)], '`pass` of line "1" is 1; it must be true or false, without quotes.'],
    ['`pass` is null', [entry('1', null), entry('2', true)], '`pass` of line "1" is null; it must be true or false, without quotes.'],
    ['no reason', [{ id: '1', pass: true }, entry('2', true)], '`reason` of line "1" is missing.'],
    ['an empty reason', [entry('1', true, ' '), entry('2', true)], '`reason` of line "1" is not a text that says something.'],
  ])('is a problem: %s', (_, answers, problem) => {
    expect(structured({ answers })).toBe(problem)
    expect(read(answer(...answers), two)).toBe(problem)
  })

  it.each([[null], [[]], ['yes'], [true], [{}], [{ answers: 'all pass' }], [{ answers: { 1: true } }]])('that is %j is not filled in from the text', (value) => {
    expect(structured(value)).toBe('It is not an object with a list `answers`.')
  })

  it.each([
    [true, 'Not met. It never counted.'],
    [true, '**Not met**: it never counted.'],
    [true, 'FAILED - it never counted.'],
    [true, 'fail'],
    [false, 'Met: it counted.'],
    [false, 'Pass. It counted.'],
  ])('that says the opposite of its pass is asked for again: %s, %s', (pass, reason) => {
    expect(read(answer(entry('1', pass, reason)))).toMatch(/^Line "1" has `pass: (?:true|false)`, and its reason begins with "[\w ]+"\. `pass` says whether the expectation is met/)
  })

  it.each([
    [true, 'Failed logins are counted.'],
    [true, 'Fail-safe handling is there.'],
    [true, 'The candidate did not delete rows.'],
    [true, 'Not a single row was deleted.'],
    [true, 'False positives are listed.'],
    [false, 'Passing mention only.'],
    [false, 'Met with an error, it gave up.'],
    [false, 'It failed.'],
    // known, and said in docs/guide/judge.md: what a reason says is for the reader
    [true, 'It counted the columns and not the rows, so this fails.'],
  ])('is taken by its pass, whatever else its reason holds: %s, %s', (pass, reason) => {
    expect(read(answer(entry('1', pass, reason)))).toBe(`1 ${pass} ${reason}`)
  })
})

it('has a schema with the ids of the lines, the reason before its verdict', () => {
  expect(answerSchema(two)).toMatchObject({ properties: { answers: { minItems: 2, maxItems: 2, items: { properties: { id: { enum: ['1', '2'] }, pass: { type: 'boolean' } }, required: ['id', 'reason', 'pass'] } } } })
})
