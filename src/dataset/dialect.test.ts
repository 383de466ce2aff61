import { describe, expect, it } from 'vitest'
import { readDataset } from './read-dataset.ts'

describe('other dialects', () => {
  it.each([
    ['skill-creator', { skill_name: 'x', evals: [{ id: 1, prompt: 'p', expected_output: 'o', files: [] }] }, '1:19'],
    ['should_trigger', { skill_name: 'x', evals: [{ id: 1, prompt: 'p', should_trigger: true }] }, '1:19'],
    ['trigger list', [{ query: 'q', should_trigger: true }], '1:1'],
    ['trigger list', [{ query: 'q', should_trigger: 'peer-review' }], '1:1'],
    ['bare list', [{ prompt: 'q', expected: 'x' }], '1:1'],
    ['`queries`', { skill_name: 'x', queries: [{ id: 'N1', query: 'q', should_trigger: false }] }, '1:19'],
    ['expected_matches', { comment: '', expected_matches: [], expected_no_matches: [] }, '1:15'],
    ['`cases`', { cases: [] }, '1:2'],
    ['`tests`', { skill: 'x', tests: [] }, '1:14'],
    ['`scenarios`', { scenarios: [] }, '1:2'],
    ['under `should_trigger`', { should_trigger: ['a'], should_not_trigger: ['b'] }, '1:2'],
    ['one evaluation', { query: 'q', expected_behavior: ['x'] }, '1:2'],
  ])('names %s once', (name, value, place) => {
    const { findings } = readDataset({ file: '/x/evals.json', kind: 'evals', skill: null, text: JSON.stringify(value) })
    expect(findings.map(({ rule, line, column, blocks }) => `${rule} ${line}:${column} ${blocks}`)).toEqual([`dataset/dialect ${place} true`])
    expect(findings[0]?.message).toContain(name)
    expect(findings[0]?.message).toContain('`skill_should_trigger`')
  })

  it('takes a file with `evaluations` for ours', () => {
    const { findings } = readDataset({ file: '/x/evals.json', kind: 'evals', skill: null, text: '{"schema_version": 1, "skill": "x", "evaluations": [{"id": "a", "prompt": "p", "skill_should_trigger": false}]}' })
    expect(findings.map(({ rule, column }) => `${rule} ${column}`)).toEqual(['dataset/unknown-key 2', 'dataset/unknown-key 23'])
  })
})
