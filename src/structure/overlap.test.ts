import type { Evaluation, EvaluationPositions } from '../dataset/evaluation.ts'
import type { OverlapSkill } from './overlap.ts'
import { describe, expect, it } from 'vitest'
import { overlapFindings } from './overlap-floor.ts'
import { estimateOverlap } from './overlap.ts'

const at = { line: 1, column: 1 }
const positions: EvaluationPositions = { start: at, end: at, id: at, prompt: { line: 3, column: 17 }, shouldTrigger: at, workspace: at, expectedBehavior: [], unexpectedBehavior: [], logsContain: [], filesExist: [] }

/** A skill, the prompts that should trigger it, and those that should not; each is its own id. */
function skill(name: string, description: string | null, positive: string[] = [], negative: string[] = []): OverlapSkill {
  const evaluation = (prompt: string, shouldTrigger: boolean): Evaluation => ({ id: prompt, prompt, shouldTrigger, category: shouldTrigger ? 'positive' : 'near_miss', skill: name, expected: shouldTrigger ? name : null, expectedBehavior: [], unexpectedBehavior: [], logsContain: [], filesExist: [], extended: false, hasBehavior: false, positions })
  return { name, description, datasets: [{ file: `/repo/${name}.json`, evaluations: [...positive.map(prompt => evaluation(prompt, true)), ...negative.map(prompt => evaluation(prompt, false))] }] }
}

function estimate(...skills: OverlapSkill[]): NonNullable<ReturnType<typeof estimateOverlap>> {
  const result = estimateOverlap(skills)
  if (result === null)
    throw new Error('There is no estimate.')
  return result
}

const tables = skill('sort-tables', 'Sorts the rows of a table by a column.', ['sort these rows', 'put the biggest city first', 'draw the column as a chart'], ['a table with rows'])
const charts = skill('draw-charts', 'Draws a chart of figures.', ['a chart please'], ['sort my books', 'hello'])

describe('estimateOverlap', () => {
  it('ranks the room for each positive evaluation', () => {
    const { skills, positives, first, amongThree, perSkill, missed } = estimate(tables, charts)
    expect({ skills, positives, first, amongThree }).toEqual({ skills: 2, positives: 4, first: 2, amongThree: 3 })
    expect(perSkill).toEqual([{ skill: 'draw-charts', positives: 1, first: 1, amongThree: 1 }, { skill: 'sort-tables', positives: 3, first: 1, amongThree: 2 }])
    expect(missed).toEqual([
      { skill: 'sort-tables', id: 'put the biggest city first', file: '/repo/sort-tables.json', line: 3, column: 17, rank: null, first: null, words: [], ownerWords: [] },
      { skill: 'sort-tables', id: 'draw the column as a chart', file: '/repo/sort-tables.json', line: 3, column: 17, rank: 2, first: 'draw-charts', words: ['draw', 'chart'], ownerWords: ['column'] },
    ])
  })

  it('divides near misses by the skill that is first', () => {
    expect(estimate(tables, charts).nearMisses).toMatchObject({ count: 3, ownerFirst: 1, unlike: 1, otherFirst: [{ id: 'sort my books', skill: 'draw-charts', first: 'sort-tables', words: ['sort'] }] })
  })

  it('takes equal scores by name, whatever the order of the catalog', () => {
    const twins = [skill('b', 'Cuts paper.', ['cut paper']), skill('a', 'Cuts paper.', ['cut paper'])]
    expect(estimate(...twins)).toEqual(estimate(...twins.toReversed()))
    expect(estimate(...twins).missed).toMatchObject([{ skill: 'b', rank: 2, first: 'a' }])
  })

  it('does not take what a skill is not for as what it is for', () => {
    expect(estimate(skill('paper', 'Cuts paper. Do not use for wood, planks or boards.', ['cut paper']), skill('wood', 'Saws wood.', ['saw wood planks boards'])).first).toBe(2)
  })

  it('ranks texts without blanks, without a description, and with names of object members', () => {
    const { first, missed } = estimate(skill('导出', '导出数据库。', ['请导出我的数据库']), skill('__proto__', 'constructor', ['the constructor of __proto__']), skill('bare-name', null, ['a bare thing', 'お願いします']))
    expect(first).toBe(3)
    expect(missed).toMatchObject([{ id: 'お願いします', rank: null, first: null }])
  })

  it('names descriptions that can hardly be told apart, with the words that tell them', () => {
    const { pairs } = estimate(skill('mysql', 'Tunes slow queries of a MySQL database', ['x']), skill('postgres', 'Tunes slow queries of a PostgreSQL database'), skill('soup', 'Cooks soup slowly'), skill('none', null))
    expect(pairs).toEqual([{ skills: ['mysql', 'postgres'], likeness: 4 / 6, words: [['mysql'], ['postgresql']] }])
  })

  it('counts all pairs, and keeps the most alike of them', () => {
    const words = (at: number): string => Array.from({ length: 40 }, (_, word) => `word${word < at ? `-${at}-` : ''}${word}`).join(' ')
    const all = estimate(...Array.from({ length: 80 }, (_, at) => skill(`skill-${at}`, at < 60 ? words(0) : words(at - 59), ['x'])))
    expect(all.pairs).toHaveLength(100)
    expect(all.pairs.every(({ likeness }) => likeness === 1)).toBe(true)
    expect(all.pairCount).toBeGreaterThan((60 * 59) / 2)
    expect(all.pairs[0]?.skills).toEqual(['skill-0', 'skill-1'])
  })

  it('is none where there is nothing to choose between, or nothing to rank for', () => {
    expect(estimateOverlap([tables])).toBeNull()
    expect(estimateOverlap([skill('a', 'A'), skill('b', 'B')])).toBeNull()
  })
})

describe('overlapFindings', () => {
  const result = estimate(tables, charts)
  const files = ['/repo/sort-tables.json', '/repo/draw-charts.json']

  it('holds the whole room to the floor, and fails the skills below it', () => {
    expect([...overlapFindings(result, files, 0.5)]).toEqual([[files[0], []], [files[1], []]])
    const below = overlapFindings(result, files, 0.51)
    expect(below.get('/repo/draw-charts.json')).toEqual([])
    expect(below.get('/repo/sort-tables.json')?.map(({ rule, severity, blocks, line, column, message }) => `${rule} ${severity} ${blocks} ${line}:${column} ${message}`)).toEqual([
      'dataset/overlap error false 3:17 No word of the prompt is in the name or description of any skill. This is an estimate with no agent: 2 of 4 positive evaluations have their skill first, and `overlap.floor` asks for 51%. Say in the description, in words that users have, what the skill is for.',
      'dataset/overlap error false 3:17 By its words the prompt speaks of draw-charts (draw, chart), and sort-tables is number 2 (column). This is an estimate with no agent: 2 of 4 positive evaluations have their skill first, and `overlap.floor` asks for 51%. Say in the description, in words that users have, what the skill is for.',
    ])
  })
})
