import type { Files } from '../catalog/temp-folder.fixture.ts'
import type { Dataset } from './evaluation.ts'
import { describe, expect } from 'vitest'
import { findSkills } from '../catalog/find-skills.ts'
import { test as folderTest, skillMd } from '../catalog/temp-folder.fixture.ts'
import { checkBar } from './check-bar.ts'
import { CSV, SKILL_CREATOR, SUPERSET, TRIGGERS } from './dialects/dialects.fixture.ts'
import { readDataset } from './read-dataset.ts'

const SALES: Files = { 'skills/csv/evals/files/sales.csv': 'm,r\n' }

const test = folderTest.extend<{ read: (name: string, text: string, files?: Files) => Dataset }>({
  read: async ({ folder }, use) => {
    await use((name, text, files = SALES) => {
      const root = folder({ 'skills/csv/SKILL.md': skillMd('csv'), [`skills/csv/${name}`]: text, ...files })
      return readDataset({ file: `${root}/skills/csv/${name}`, kind: 'evals', skill: findSkills(root, 'skills/*').skills[0] ?? null, dialects: true })
    })
  },
})

function short({ findings }: Dataset): string[] {
  return findings.map(({ rule, line, column, id, severity, blocks }) => `${severity}${blocks ? '*' : ''} ${rule} ${line}:${column}${id === undefined ? '' : ` ${id}`}`)
}

describe('a dataset in another dialect', () => {
  test('has its places in the file that it is', ({ read }) => {
    const dataset = read('evals/evals.json', SKILL_CREATOR)
    expect(short(dataset)).toEqual([])
    expect(dataset).toMatchObject({ dialect: 'skill-creator', dropped: 0 })
    expect(dataset.evaluations).toEqual([
      {
        id: 'csv-sum',
        prompt: 'Sum the second column of evals/files/sales.csv.',
        shouldTrigger: true,
        category: 'positive',
        skill: 'csv',
        expected: 'csv',
        expectedBehavior: ['Reads the table', 'Says 42'],
        unexpectedBehavior: [],
        logsContain: [],
        filesExist: [],
        files: [{ from: 'evals/files/sales.csv', to: 'evals/files/sales.csv' }],
        extended: false,
        hasBehavior: true,
        positions: {
          start: { line: 4, column: 5 },
          end: { line: 14, column: 5 },
          id: { line: 6, column: 15 },
          prompt: { line: 7, column: 17 },
          shouldTrigger: { line: 4, column: 5 },
          workspace: { line: 9, column: 17 },
          expectedBehavior: [{ line: 11, column: 9 }, { line: 12, column: 9 }],
          unexpectedBehavior: [],
          logsContain: [],
          filesExist: [],
        },
      },
      expect.objectContaining({ id: 'csv-2', expectedBehavior: ['November'], hasBehavior: true }),
    ])
  })

  test('a trigger list has nothing but routing, and says what is another skill\'s', ({ read }) => {
    const dataset = read('evals/trigger-evals.json', TRIGGERS)
    expect(dataset.evaluations.map(({ id, category, hasBehavior }) => `${id} ${category} ${hasBehavior}`)).toEqual([
      'csv-trigger-evals-sum-this-column positive false',
      'csv-trigger-evals-write-a-poem near_miss false',
      'csv-trigger-evals-what-is-up near_miss false',
      'csv-trigger-evals-sum positive true',
    ])
    expect(short(dataset)).toEqual(['warning dataset/dialect-skill 4:53', 'error* dataset/dialect-row 7:3', 'error* dataset/dialect-row 8:3'])
    expect(dataset.dropped).toBe(2)
  })

  test('warns of each check that nothing here does', ({ read }) => {
    const dataset = read('evals/evals.json', SUPERSET)
    expect(short(dataset)).toEqual([
      'warning dataset/dialect-check 9:7 csv-typed',
      'warning dataset/dialect-check 9:7 csv-typed',
      'warning dataset/dialect-check 17:7 csv-typed',
      'warning dataset/dialect-check 19:77 csv-5',
      'warning dataset/dialect-check 19:110 csv-5',
      'warning dataset/dialect-check 20:68 csv-6',
    ])
    expect(dataset.findings[2]?.message).toBe('Evaluation `csv-typed`: `tool_assertions`: not graded: nothing here checks single calls of tools.')
  })

  test('points into a table', ({ read }) => {
    const dataset = read('eval.csv', CSV)
    expect(dataset.evaluations[0]?.positions).toMatchObject({ id: { line: 2, column: 1 }, prompt: { line: 2, column: 15 }, expectedBehavior: [{ line: 3, column: 7 }, { line: 3, column: 14 }] })
    expect(dataset.evaluations[1]).toMatchObject({ id: 'csv-no', positions: { start: { line: 4, column: 1 } } })
  })

  test('is held to no bar, since most dialects cannot say that a skill should not trigger', ({ read }) => {
    expect(checkBar(read('evals/evals.json', SKILL_CREATOR))).toEqual([])
  })

  test.for([
    ['missing', '"../x.csv"', 'dataset/workspace-path', 'leads out of the skill'],
    ['missing', '"gone.csv"', 'dataset/workspace-missing', 'is not there'],
    ['an address', '"https://example.com/a.csv"', 'dataset/workspace-path', 'is an address'],
    ['the answers', '"evals.json"', 'dataset/workspace-answers', 'see the answers'],
  ] as const)('refuses a file: %s %s', ([, path, rule, message], { read }) => {
    const dataset = read('evals/evals.json', SKILL_CREATOR.replace('"evals/files/sales.csv"', path))
    expect(short(dataset)).toEqual([`error* ${rule} 9:17 csv-sum`])
    expect(dataset.findings[0]?.message).toContain(message)
  })

  test.for([
    ['by the end of its path that the prompt holds', 'Sum files/sales.csv', '"sales.csv"', [{ from: 'evals/files/sales.csv', to: 'files/sales.csv' }]],
    ['by its name, where the prompt does not hold it', 'Sum it', '"evals/files/sales.csv"', [{ from: 'evals/files/sales.csv', to: 'sales.csv' }]],
    ['with its folder, where two have one name', 'Sum it', '"evals/files/sales.csv", "other/sales.csv"', [{ from: 'evals/files/sales.csv', to: 'evals/files/sales.csv' }, { from: 'other/sales.csv', to: 'other/sales.csv' }]],
    ['in its folder, where that is given', 'Sum all', '"evals/files"', [{ from: 'evals/files/sales.csv', to: 'files/sales.csv' }]],
  ] as const)('a file lies in the workspace %s', ([, prompt, files, given], { read }) => {
    const text = SKILL_CREATOR.replace('"Sum the second column of evals/files/sales.csv."', JSON.stringify(prompt)).replace('"evals/files/sales.csv"', files)
    expect(read('evals/evals.json', text, { ...SALES, 'skills/csv/other/sales.csv': '' }).evaluations[0]?.files).toEqual(given)
  })

  test('that cannot be read is one error, and stays a dataset', ({ read }) => {
    const dataset = read('evals/late/prompt.md', '---\nname: late\nWho pays late?\n', { 'skills/csv/evals/late/graders/a.md': '---\ntype: llm\n---\nx\n' })
    expect(dataset.dialect).toBe('plugin-eval')
    expect(short(dataset)).toEqual(['error* dataset/dialect 1:1'])
    expect(dataset.findings[0]?.message).toBe('This is a case of `claude plugin eval`, and it cannot be read: The frontmatter is never closed. Put a line `---` after its last key.')
  })

  test('without the option it is one error, with the way out', ({ folder }) => {
    const root = folder({ 'evals.json': SKILL_CREATOR })
    const { findings, dialect } = readDataset({ file: `${root}/evals.json`, kind: 'evals', skill: null })
    expect(dialect).toBeNull()
    expect(findings.map(({ rule }) => rule)).toEqual(['dataset/dialect'])
    expect(findings[0]?.message).toContain(`Or let \`skill-evals import ${root}/evals.json\` do it.`)
  })
})
