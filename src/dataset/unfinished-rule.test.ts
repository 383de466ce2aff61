import { expect, it } from 'vitest'
import { readDataset } from './read-dataset.ts'

function rules(evaluation: object): string[] {
  const text = JSON.stringify({ evaluations: [{ id: 'a', skill_should_trigger: true, prompt: 'Do it.', ...evaluation }] })
  return readDataset({ file: '/x/evals/evals.json', kind: 'evals', skill: null, text }).findings.map(({ rule, severity, id, blocks, column, message }) => `${rule} ${severity} ${id} ${blocks} ${text.slice(column - 1, column + 8)} ${/`prompt`|`\w+_behavior`.*(?=\. Replace)/.exec(message)?.[0]}`)
}

it('warns of text that is the template\'s, once for an evaluation, and holds its skill back by nothing', () => {
  expect(rules({ prompt: 'REPLACE: this' })).toEqual(['dataset/unfinished warning a false "REPLACE: `prompt`'])
  expect(rules({ expected_behavior: ['Fine.', 'REPLACE: that'], unexpected_behavior: ['REPLACE: it'] })).toEqual(['dataset/unfinished warning a false "REPLACE: `expected_behavior`, `unexpected_behavior`'])
})

it('leaves alone what only looks like it', () => {
  expect(rules({ prompt: 'REPLACE INTO users: how does it differ from an upsert?' })).toEqual([])
  expect(rules({ prompt: 'Say REPLACE: here.', note: 'REPLACE: why' })).toEqual([])
})
