import fc from 'fast-check'
import { describe, expect } from 'vitest'
import { property } from '../../fixtures/harness/fuzz.ts'
import { jsonText, jsonValue, mutated, textsOf } from '../../fixtures/harness/mutations.ts'
import { didText, findLiteral, saidText } from './evidence.ts'
import { readJudgeAnswer } from './judge-answer.ts'
import { passagesOf } from './passages.ts'

const lines = [{ id: '1', kind: 'expected_behavior' as const, statement: 'a' }, { id: '2', kind: 'unexpected_behavior' as const, statement: 'b' }]
const answer = fc.record({ id: fc.constantFrom<unknown>('1', '2', '3', 1), pass: fc.oneof(fc.boolean(), jsonValue()), reason: fc.oneof(fc.constantFrom('It did.', 'Not met: x', 'Met.', ' '), jsonValue()), more: jsonValue() }, { requiredKeys: [] })
const value = fc.record({ answers: fc.oneof(fc.array(answer, { maxLength: 3 }), jsonValue()), more: jsonValue() }, { requiredKeys: [] })
const around = fc.oneof(fc.constantFrom('', ' ', '\n', '```json\n', '\n```'), fc.string())
const replies = fc.oneof(mutated(textsOf('judge-answers'), ['"answers"', '"pass":true,', '"id":"1",', '{"answers":[', '}]}']), fc.tuple(around, value, around).map(([before, one, after]) => before + jsonText(one) + after))

function expectAnswer(read: ReturnType<typeof readJudgeAnswer>): void {
  if ('problem' in read) {
    expect(read.problem.trim()).not.toBe('')
    return
  }
  expect(read.answers.map(one => one.id)).toEqual(['1', '2'])
  for (const { pass, reason } of read.answers) {
    expect(pass).toBeTypeOf('boolean')
    expect(reason.trim()).not.toBe('')
  }
}

describe('readJudgeAnswer', () => {
  property('takes whole and plain answers from a reply, and nothing else', replies, (text) => {
    const read = readJudgeAnswer({ text }, lines)
    expectAnswer(read)
    // no word of an answer is ours
    if ('answers' in read)
      expect(read.answers.filter(one => !text.includes(`${JSON.stringify(one.reason).slice(1, -1)}`) && !text.includes('\\') && !/\p{Cs}/u.test(text))).toEqual([])
  })

  property('takes no answer that stands among other words', fc.tuple(fc.string(), fc.string()).filter(([before, after]) => `${before}${after}`.trim() !== ''), ([before, after]) => {
    expect(readJudgeAnswer({ text: `${before}{"answers":[{"id":"1","reason":"r","pass":true},{"id":"2","reason":"r","pass":true}]}${after}` }, lines)).toHaveProperty('problem')
  })

  property('takes nothing else from structured output', value, structured => expectAnswer(readJudgeAnswer({ structured, text: '' }, lines)))
})

describe('evidence', () => {
  property('can be told of any call', fc.record({ input: jsonValue(), text: fc.string({ unit: 'binary' }), literal: fc.string({ unit: 'binary' }) }), ({ input, text, literal }) => {
    const events = [
      { type: 'tool_call' as const, id: 'a', name: 'Bash', input },
      { type: 'tool_result' as const, id: 'a', isError: false, text },
      { type: 'message' as const, text: literal },
    ]
    expect(didText(events)).toContain('1. Bash')
    if (text.trim() !== '' && !/[\r\n]/.test(text))
      expect(didText(events)).toContain(text)
    if (literal.trim() !== '') {
      expect(saidText(events)).toBe(literal)
      expect(findLiteral(passagesOf(events), literal).found).not.toBeNull()
    }
  })
})
