import { describe, expect } from 'vitest'
import { findSkills } from '../catalog/find-skills.ts'
import { readSkillFile } from '../catalog/skill-file.ts'
import { test } from '../catalog/temp-folder.fixture.ts'
import { readDataset } from '../dataset/read-dataset.ts'
import { checkRepeatedDescriptions } from './check-repeated-descriptions.ts'
import { estimateTokens } from './estimate-tokens.ts'
import { checkSimilarDescriptions } from './similar-descriptions.ts'

const skillWith = (name: string, description: string): string => `---\nname: ${name}\ndescription: ${description}\n---\n`

describe('checkSimilarDescriptions', () => {
  test.for([
    ['the same words', 'Sorts tables of data by a column.', 'Sorts, by a column, tables of DATA!', ['a', 'b']],
    ['one word more', 'Sorts large tables of data by a column', 'Sorts large tables of data by a given column', ['a']],
    ['a word of its own on either side', 'Tunes slow queries of a PostgreSQL database and explains their plans', 'Tunes slow queries of a MySQL database and explains their plans', []],
    ['much that is added', 'Sorts tables', 'Sorts tables, and also merges, filters and draws them', []],
    ['another language', '表を並べ替える', '表を並べ替える。', ['a', 'b']],
    ['a blank one', '" "', '" "', []],
  ] as [string, string, string, string[]][])('%s', ([, a, b, expected], { folder }) => {
    const root = folder({ 'skills/a/SKILL.md': skillWith('a', a), 'skills/b/SKILL.md': skillWith('b', b), 'skills/c/SKILL.md': skillWith('c', 'Cooks soup') })
    const found = checkSimilarDescriptions(findSkills(root, 'skills/*').skills.map(skill => ({ name: skill.name, skillFile: readSkillFile(skill) })))
    expect(found.map(({ file }) => file.split('/').at(-2))).toEqual(expected)
    expect(found.map(({ rule, severity, line, column }) => `${rule} ${severity} ${line}:${column}`)).toEqual(expected.map(() => 'skill/similar-description warning 3:14'))
  })
})

describe('checkRepeatedDescriptions', () => {
  const description = 'Sorts large tables of data by any column, and keeps equal rows in order.'
  test.for([
    ['the whole description', `Please: ${description}`, true],
    ['eight words of it', 'I want something that sorts large tables of data by any column', true],
    ['a prompt out of it', 'Keeps equal rows in order', true],
    ['a phrase of it', 'equal rows', false],
    ['what a user writes', 'can you put these 10k orders in order of their date, equal rows as they were', false],
  ] as [string, string, boolean][])('%s', ([, prompt, repeats], { folder }) => {
    const evaluation = (id: string, trigger: boolean): object => ({ id, prompt, skill_should_trigger: trigger })
    const root = folder({ 'skills/a/SKILL.md': skillWith('a', description), 'skills/a/evals/evals.json': JSON.stringify({ evaluations: [evaluation('yes', true), evaluation('no', false)] }) })
    const [skill] = findSkills(root, 'skills/*').skills
    const dataset = skill && readDataset({ file: `${skill.dir}/evals/evals.json`, kind: 'evals', skill })
    const found = dataset ? checkRepeatedDescriptions(dataset, description) : []
    expect(found.map(({ rule, id, severity }) => `${rule} ${id} ${severity}`)).toEqual(repeats ? ['dataset/repeats-description yes warning'] : [])
    expect(dataset && checkRepeatedDescriptions(dataset, null)).toEqual([])
  })
})

describe('estimateTokens', () => {
  test.for([['', 0], ['four', 1], ['x'.repeat(401), 101], ['漢字かな', 4]] as const)('%j', ([text, tokens]) => {
    expect(estimateTokens(text)).toBe(tokens)
  })
})
