import type { JudgedLine } from './judge-record.ts'
import { describe, expect, it } from 'vitest'
import { answerSchema, readJudgeAnswer } from './judge-answer.ts'

const one: JudgedLine[] = [{ id: '1', kind: 'expected_behavior', statement: 'It counts the rows.' }]
const two: JudgedLine[] = [...one, { id: '2', kind: 'unexpected_behavior', statement: 'It deletes rows.' }]

const entry = (id: unknown, pass: unknown, reason: unknown = 'Seen in the call.') => ({ id, pass, reason })
const answer = (...answers: unknown[]) => JSON.stringify({ answers })
const fails = answer(entry('1', false, 'It uses {3,5} and "quotes".'))

const none = 'It holds no whole and valid JSON object with the key `answers`.'

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
    ['fenced, with prose after it that says the opposite', `\`\`\`json\n${fails}\n\`\`\`\nI think it PASSED.`],
    ['with prose and braces around it', `The regex {3,5} and {"a": 1} and {x: {y}} matter.\n\n${fails}\nSo {that} is "it".`],
    ['an answer of its form first, the verdict last', `For example ${answer(entry('1', true, 'an example'))}. My answer:\n${fails}`],
    ['with line breaks', JSON.stringify(JSON.parse(fails), null, 2)],
    ['with a quote that is open in the prose', `It says "no.\n${fails}`],
    ['a brace that stays open in the prose before', `It wrote { "a": \n${fails}`],
    ['an answer that was cut off and made again', `${answer(entry('1', true)).slice(0, 30)}\n${fails}`],
    ['a further key', JSON.stringify({ thoughts: 'hm', answers: [{ ...entry('1', false, 'It uses {3,5} and "quotes".'), sure: 'yes' }] })],
  ])('is read: %s', (_, text) => {
    expect(read(text)).toBe('1 false It uses {3,5} and "quotes".')
  })

  it.each([
    ['empty', ' \n', 'It is empty.'],
    ['prose alone', 'Line 1 is met, pass: true.', none],
    ['a bare entry', JSON.stringify(entry('1', true)), none],
    ['a bare list', JSON.stringify([entry('1', true)]), none],
    ['an answer inside of something else', `{"result": ${answer(entry('1', true))}}`, none],
    ['an answer inside of a text', JSON.stringify({ note: answer(entry('1', true)) }), none],
    ['cut off', answer(entry('1', true)).slice(0, -1), none],
    ['cut off in its pass', '{"answers":[{"id":"1","pass":true', none],
    ['single quotes', '{\'answers\': [{\'id\': \'1\', \'pass\': true}]}', none],
    ['an example, and a verdict that is cut off', `${answer(entry('1', true, 'an example'))}\nNow: {"answers":[{"id":"1","pass":fa`, 'It holds several answers, and the last one is cut off or no valid JSON.'],
    ['an example, and a verdict that has hardly begun', `${answer(entry('1', true, 'an example'))}\nNow: {`, 'It holds several answers, and the last one is cut off or no valid JSON.'],
    ['an example, and a verdict that is no JSON', `${answer(entry('1', true, 'an example'))}\nNow: {"answers": [{"id": "1", "pass": False}]}`, 'It holds several answers, and the last one is cut off or no valid JSON.'],
    ['an example, and a verdict with a wrong pass', `${answer(entry('1', true, 'an example'))}\n${answer(entry('1', 'false'))}`, '`pass` of line "1" is "false"; it must be true or false, without quotes.'],
    ['two passes in one entry', '{"answers":[{"id":"1","pass":false,"reason":"a","pass":true}]}', 'It has the key "pass" twice in one object.'],
    ['two answers in one object', `{"answers":[],"answers":[${JSON.stringify(entry('1', true))}]}`, 'It has the key "answers" twice in one object.'],
  ])('is a problem: %s', (_, text, problem) => {
    expect(read(text)).toBe(problem)
  })

  it('ends the search in a reply full of braces', () => {
    expect(read('{'.repeat(20_000))).toBe('It holds too many braces to find the answer among them.')
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
  ])('is taken by its pass, whatever else its reason holds: %s, %s', (pass, reason) => {
    expect(read(answer(entry('1', pass, reason)))).toBe(`1 ${pass} ${reason}`)
  })
})

it('has a schema with the ids of the lines', () => {
  expect(answerSchema(two)).toMatchObject({ properties: { answers: { minItems: 2, maxItems: 2, items: { properties: { id: { enum: ['1', '2'] }, pass: { type: 'boolean' } }, required: ['id', 'pass', 'reason'] } } } })
})
