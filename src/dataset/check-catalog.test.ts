import type { Skill } from '../catalog/find-skills.ts'
import type { Dataset, DatasetKind } from './evaluation.ts'
import { describe, expect, it } from 'vitest'
import { checkBar } from './check-bar.ts'
import { checkIds } from './check-ids.ts'
import { checkPrompts } from './check-prompts.ts'
import { readDataset } from './read-dataset.ts'

interface Row { id: string, prompt?: string, on?: boolean, judged?: boolean }

function dataset(name: string | null, rows: Row[], kind: DatasetKind = 'evals', more = ''): Dataset {
  const evaluations = rows.map(({ id, prompt = id, on = false, judged = false }) => JSON.stringify({ id, prompt, skill_should_trigger: on, ...(judged ? { unexpected_behavior: ['x'] } : {}) }))
  const dir = `/catalog/${name}`
  const skill: Skill | null = name === null ? null : { name, dir, realDir: dir, file: `${dir}/SKILL.md`, aliases: [] }
  return readDataset({ file: `${dir}/${kind}.json`, kind, skill, text: `{"evaluations": [\n${[...evaluations, ...more ? [more] : []].join(',\n')}\n]}` })
}

describe('checkIds', () => {
  it('reports a doubled id at each place, and names the other', () => {
    const findings = checkIds([dataset('a', [{ id: 'x' }, { id: 'y' }]), dataset('a', [{ id: ' x ' }], 'extended'), dataset(null, [{ id: 'y' }], 'pool')])
    expect(findings).toMatchObject([
      { rule: 'dataset/duplicate-id', id: 'x', file: '/catalog/a/evals.json', line: 2, column: 7, blocks: true, related: [{ file: '/catalog/a/extended.json', line: 2, column: 7 }] },
      { rule: 'dataset/duplicate-id', id: 'x', file: '/catalog/a/extended.json', line: 2, column: 7, blocks: true, related: [{ file: '/catalog/a/evals.json', line: 2, column: 7 }] },
      { rule: 'dataset/duplicate-id', id: 'y', file: '/catalog/a/evals.json', line: 3, related: [{ file: '/catalog/null/pool.json' }] },
      { rule: 'dataset/duplicate-id', id: 'y', file: '/catalog/null/pool.json', line: 2, related: [{ file: '/catalog/a/evals.json' }] },
    ])
    expect(findings[0]?.message).toContain('`x` is also used at /catalog/a/extended.json:2:7')
  })

  it('keeps apart what only looks alike', () => {
    expect(checkIds([dataset('a', ['constructor', '__proto__', 'toString', 'Case', 'case', 'caf\u00E9', 'cafe\u0301'].map(id => ({ id })))])).toEqual([])
  })
})

describe('checkPrompts', () => {
  it('warns of one prompt with two answers, in any dataset', () => {
    const findings = checkPrompts([
      dataset('a', [{ id: 'a1', prompt: 'p', on: true }, { id: 'a2', prompt: 'q', on: false }]),
      dataset('b', [{ id: 'b1', prompt: ' p\n', on: false }, { id: 'b2', prompt: 'q', on: false }, { id: 'b3', prompt: 'r', on: true }]),
    ])
    expect(findings).toMatchObject([{ rule: 'dataset/contradiction', severity: 'warning', blocks: false, id: 'b1', file: '/catalog/b/evals.json', line: 2, related: [{ file: '/catalog/a/evals.json', line: 2 }] }])
    expect(findings[0]?.message).toContain('wants no skill for the prompt for which `a1`')
  })

  it('warns when two skills want the same prompt', () => {
    expect(checkPrompts([dataset('a', [{ id: 'a1', prompt: 'p', on: true }]), dataset('b', [{ id: 'b1', prompt: 'p', on: true }])])).toMatchObject([{ id: 'b1' }])
  })
})

describe('checkBar', () => {
  const good: Row[] = [{ id: '1', on: true, judged: true }, { id: '2', on: true }, { id: '3', on: true }, { id: '4' }, { id: '5' }]

  it.each([
    ['enough', good, []],
    ['one positive too few', good.filter(row => row.id !== '2'), ['dataset/bar-positive']],
    ['one negative too few', good.slice(0, 4), ['dataset/bar-negative']],
    ['nothing judged', good.map(({ id, on = false }) => ({ id, on })), ['dataset/bar-judged']],
    ['next to nothing', [{ id: '1' }], ['dataset/bar-positive', 'dataset/bar-negative', 'dataset/bar-judged']],
  ])('%s', (_, rows, rules) => {
    expect(checkBar(dataset('a', rows)).map(finding => finding.rule)).toEqual(rules)
  })

  it('points at the list and says what is there', () => {
    expect(checkBar(dataset('a', good.slice(0, 4)))).toMatchObject([{ severity: 'error', blocks: false, line: 1, column: 2, message: 'The dataset of `a` has 1 evaluation with `"skill_should_trigger": false`, and needs at least 2. Add prompts that are close to the skill and not its job.' }])
  })

  it('does not blame the bar for an entry that could not be read, or a file that could not', () => {
    expect(checkBar(dataset('a', good.slice(0, 4), 'evals', '{"id": "5", "prompt": "p", "skill_should_trigger": "false"}'))).toEqual([])
    expect(checkBar(readDataset({ file: '/x', kind: 'evals', skill: null, text: '[' }))).toEqual([])
  })

  it('counts only evals.json, and asks what it is told', () => {
    expect(checkBar(dataset('a', [{ id: '1' }], 'extended'))).toEqual([])
    expect(checkBar(dataset('a', [{ id: '1' }]), { positive: 0, negative: 1, judged: 0 })).toEqual([])
  })
})
