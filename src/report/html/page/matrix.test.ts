import type { PageEvaluation } from '../page-evaluation.ts'
import { describe, expect, it } from 'vitest'
import { routingEvaluation } from '../page-evaluation.ts'
import { linkTo, noSkill, nowhere, readAddress } from './address.ts'
import { chosen } from './filter.ts'
import { cellKey, matrixOf } from './matrix.ts'
import { inputLine, timelineItems } from './timeline-items.ts'

function evaluation(id: string, expect: string | null, fired: string | null, verdict = expect === fired ? 'correct_trigger' : 'wrong_skill'): PageEvaluation {
  return routingEvaluation({ id, skill: expect ?? 'sql', category: expect === null ? 'near_miss' : 'positive', prompt: `Prompt of ${id}`, expect, fired, verdict, passed: expect === fired })
}

const all = [evaluation('one', 'sql', 'sql'), evaluation('two', 'sql', 'pdf'), evaluation('three', null, 'pdf', 'false_trigger'), evaluation('four', null, null, 'true_negative'), evaluation('five', 'sql', null, 'error')]

describe('matrixOf', () => {
  it('counts what was graded, with no skill as a row and a column', () => {
    const { expected, fired, cells } = matrixOf(all, ['sql', 'pdf', 'csv'])
    expect(expected).toEqual(['csv', 'pdf', 'sql', null])
    expect(fired).toEqual(['csv', 'pdf', 'sql', null])
    expect([...cells.values()].map(cell => cell.count)).toEqual([1, 1, 1, 1])
    expect(cells.has(cellKey('sql', null))).toBe(false)
  })

  it('has a column and no row for a skill that is not in the room', () => {
    const { expected, fired } = matrixOf([...all, evaluation('six', 'sql', 'other:x')], ['sql', 'pdf'])
    expect(expected).toEqual(['pdf', 'sql', null])
    expect(fired).toEqual(['other:x', 'pdf', 'sql', null])
  })

  it('shows both ends of what went wrong when there are too many skills', () => {
    const many = Array.from({ length: 40 }, (_, index) => `a-${index}`)
    const { expected, hidden } = matrixOf(all, [...many, 'sql', 'pdf'], 3)
    expect(expected).toContain('sql')
    expect(expected).toContain('pdf')
    expect(hidden).toBe(39)
  })
})

describe('filters', () => {
  it.each<[Partial<typeof nowhere>, string[]]>([
    [{}, ['one', 'two', 'three', 'four', 'five']],
    [{ verdict: 'failed' }, ['two', 'three']],
    [{ verdict: 'error' }, ['five']],
    [{ verdict: 'false_trigger' }, ['three']],
    [{ expected: noSkill, fired: 'pdf' }, ['three']],
    [{ expected: 'sql', fired: noSkill, verdict: 'error' }, ['five']],
    [{ q: 'PROMPT fo' }, ['four']],
    [{ q: 'nothing' }, []],
    [{ category: 'near_miss', skill: 'sql', tier: 'routing' }, ['three', 'four']],
  ])('%j', (filters, ids) => {
    expect(chosen(all, { ...nowhere, ...filters }).map(one => one.id)).toEqual(ids)
  })

  it('come back from the address, whatever they hold', () => {
    const address = { ...nowhere, q: 'a&b=c #"<\'', open: 'routing:Ünï </script>', expected: '__proto__' }
    expect(readAddress(linkTo(address))).toEqual(address)
  })
})

describe('timelineItems', () => {
  it('puts a call, its result and what it loaded together', () => {
    const items = timelineItems([
      { type: 'tool_call', id: '1', name: 'Task', input: {} },
      { type: 'tool_call', id: '2', name: 'Skill', input: { skill: 'sql' }, parent: '1' },
      { type: 'tool_result', id: '2', isError: false, text: 'Launching' },
      { type: 'activation', skill: 'sql', ok: true, via: 'tool', call: '2' },
      { type: 'unknown', line: 'a' },
      { type: 'unknown', line: 'b' },
      { type: 'tool_result', id: 'lost', isError: true, text: 'x' },
    ])
    expect(items).toMatchObject([
      { type: 'call', call: { id: '1' }, result: null, depth: 0 },
      { type: 'call', call: { id: '2' }, result: { text: 'Launching' }, activation: { skill: 'sql' }, depth: 1 },
      { type: 'unknown', lines: ['a', 'b'] },
      { type: 'stray', event: { id: 'lost' } },
    ])
  })

  it.each<[unknown, string]>([
    [{ description: 'List', command: 'ls\n  -l' }, 'ls -l'],
    [{ b: 1 }, '{"b":1}'],
    [{}, ''],
    ['text', 'text'],
    [null, ''],
  ])('says %j in a line', (input, line) => {
    expect(inputLine(input)).toBe(line)
  })
})
