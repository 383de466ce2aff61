import type { ForeignFile } from './row.ts'
import { describe, expect } from 'vitest'
import { readUtf8 } from '../../catalog/decode.ts'
import { Folders } from '../../catalog/folders.ts'
import { test } from '../../catalog/temp-folder.fixture.ts'
import { CSV, SKILL_CREATOR, SUPERSET, TRIGGERS } from './dialects.fixture.ts'
import { readForeign } from './read-foreign.ts'

type Listed = Record<string, unknown>[] | { evals: Record<string, unknown>[] }

function read(file: string, text: string): ForeignFile {
  const found = readForeign(file, text, { folders: new Folders(), skills: ['csv', 'invoices'] })
  if (found === null || 'problem' in found)
    throw new Error(`${file} is not read: ${found?.problem.message}`)
  return found
}

const fates = ({ rows }: ForeignFile, index = 0): string[] => rows[index]?.remarks.map(({ field, fate }) => `${fate} ${field}`).sort() ?? []

describe('readForeign', () => {
  test('skill-creator: a positive evaluation for each, and `expected_output` counts where nothing else does', () => {
    const file = read('/x/evals.json', SKILL_CREATOR)
    expect(file).toMatchObject({ dialect: 'skill-creator', skill: { text: 'csv' }, refused: [], fields: { skill_name: 'csv' } })
    expect(file.rows).toMatchObject([
      { name: { text: 'sum' }, shouldTrigger: { value: true }, expected: [{ text: 'Reads the table' }, { text: 'Says 42' }], files: [{ text: 'evals/files/sales.csv' }], fields: { id: 1, name: 'sum', expected_output: 'The sum, 42.' } },
      { name: { text: '2' }, shouldTrigger: { value: true }, expected: [{ text: 'November' }], files: [], fields: { id: 2, live_only: true } },
    ])
    expect(fates(file)).toEqual(['carried expectations', 'carried files', 'carried name', 'carried prompt', 'kept expected_output', 'kept id'])
  })

  test('keeps a field named `__proto__` like any other', () => {
    const { rows } = read('/x/evals.json', '{"skill_name": "csv", "evals": [{"id": 1, "prompt": "Sum it.", "expectations": ["Says 42"], "__proto__": {"a": 1}}]}')
    expect(Object.entries(rows[0]?.fields ?? {})).toContainEqual(['__proto__', { a: 1 }])
  })

  test('supersets: flags, typed assertions, and what nothing here grades', () => {
    const { rows, fields, remarks } = read('/x/evals.json', SUPERSET)
    expect(fields).toEqual({ skill_name: 'csv', owner: { team: 'data' } })
    expect(remarks.map(({ field, fate }) => `${fate} ${field}`)).toEqual(['kept skill_name', 'carried evals', 'carried trigger', 'kept owner'])
    expect(rows[0]).toMatchObject({
      expected: [{ text: 'Says what it removed' }, { text: 'Keeps the header' }],
      logs: [{ text: '3 rows' }],
      artifacts: [{ text: 'clean.csv' }],
      fields: { tool_assertions: expect.anything(), assertions: expect.arrayContaining(['Says what it removed', { name: 'no sentence', check: 'counts' }]) },
    })
    expect(rows[0]?.remarks.filter(remark => remark.fate === 'ungraded').map(({ field, how }) => `${field}: ${how}`)).toEqual([
      'assertions: not graded: there is no check of the type `regex-match`',
      'assertions: not graded: there is no check of the type `counts`',
      'tool_assertions: not graded: nothing here checks single calls of tools',
    ])
    expect(rows[1]).toMatchObject({ shouldTrigger: { value: false }, expected: [], files: [], fields: { assertions: ['Says the time'], files: ['a.csv'] } })
    expect(rows[2]).toMatchObject({ prompt: { text: 'Both lists?' }, expected: [{ text: 'One' }], fields: { assertions: ['Two'] }, keys: { prompt: 'question' } })
    expect(rows.slice(3).map(row => [row.prompt.text, row.shouldTrigger.value])).toEqual([['tidy my table', true], ['bake a cake', false]])
  })

  test('trigger lists: the flag may be the name of a skill, and what says nothing is refused', () => {
    const { dialect, rows, refused } = read('/x/trigger.json', TRIGGERS)
    expect(dialect).toBe('trigger-list')
    expect(rows.map(row => [row.prompt.text, row.shouldTrigger.value, row.skill?.text ?? null, row.note?.text ?? null])).toEqual([
      ['sum this column', true, null, null],
      ['write a poem', false, null, 'no table'],
      ['review this paper', true, 'peer-review', null],
      ['what is up', false, null, null],
      ['sum?', true, 'csv', null],
    ])
    expect(rows[4]).toMatchObject({ expected: [{ text: 'Sums' }], fields: { ground_truth: 'A sum.' } })
    expect(refused.map(({ text, offset }) => [text, TRIGGERS.slice(offset, offset + 12)])).toEqual([
      ['it does not say whether the skill should trigger', '{ "query": "'],
      ['`query` is no text, or blank', '{ "query": "'],
    ])
  })

  test('no field of any evaluation is forgotten', () => {
    for (const [file, text] of [['/x/evals.json', SKILL_CREATOR], ['/x/evals.json', SUPERSET], ['/x/trigger.json', TRIGGERS]] as const) {
      const value: Listed = JSON.parse(text)
      const listed = Array.isArray(value) ? value : value.evals
      for (const row of read(file, text).rows.filter(({ start }) => !text.slice(0, start).includes('"positive"'))) {
        const original = listed.find(one => Object.values(one).includes(row.prompt.text))
        expect([...new Set(row.remarks.map(remark => remark.field))].sort()).toEqual(Object.keys(original ?? {}).sort())
      }
    }
  })

  test('CSV: quotes, line breaks in cells, and several lines in one', () => {
    const { dialect, rows } = read('/x/eval.csv', CSV)
    expect(dialect).toBe('csv')
    expect(rows).toMatchObject([
      { name: { text: 'explicit' }, prompt: { text: 'Sum "a", please\nnow' }, shouldTrigger: { value: true }, expected: [{ text: 'Sums' }, { text: 'Says 42' }] },
      { name: { text: 'no' }, prompt: { text: 'Write a mail' }, shouldTrigger: { value: false }, expected: [], fields: { expected_behaviors: ['Does NOT sum'] } },
    ])
    expect(rows[0]?.expected.map(line => CSV.slice(line.offset, line.offset + line.text.length))).toEqual(['Sums', 'Says 42'])
  })

  test('cases of `claude plugin eval`, with their graders in files of their own', ({ folder }) => {
    const root = folder({
      'late/prompt.md': '---\nname: late\ndescription: The usual\nruns: 3\n---\nWho pays late?\n',
      'late/graders/fires.md': '---\ntype: tool_used\ntool: Skill\ninput_match: \'"skill"\\s*:\\s*"(?:[\\w-]+:)?invoices"\'\n---\n',
      'late/graders/good.md': '---\ntype: llm\nweight: 2\n---\nNames Hansen AS.\n',
      'quiet/case.yaml': 'schema_version: "1.1"\nname: quiet\nexecution:\n  prompt: Write a poem.\n  max_turns: 3\ngraders:\n  - { type: tool_used, name: q, tool: Skill, input_match: invoices, min: 0, max: 0 }\n  - { type: llm, name: polite, criteria: Is polite. }\n',
      'files/case.yaml': 'name: files\nexecution: { prompt: Write it. }\ncontext: { scaffold_script: s.sh }\ngraders:\n  - { type: file_exists, name: a, path: report.md }\n  - { type: file_exists, name: b, path: old.md, exists: false }\n  - { type: regex, name: c, pattern: \'EUR 1\\.200\' }\n  - { type: regex, name: d, pattern: \'^# .+\' }\n  - { type: tool_order, name: e, before: Read, after: Write }\n',
    })
    const one = (name: string): ForeignFile => read(`${root}/${name}`, readUtf8(`${root}/${name}`).text ?? '')
    expect(one('late/prompt.md')).toMatchObject({ dialect: 'plugin-eval', rows: [{ name: { text: 'late' }, prompt: { text: 'Who pays late?' }, skill: { text: 'invoices' }, shouldTrigger: { value: true }, expected: [{ text: 'Names Hansen AS.' }], note: { text: 'The usual' }, fields: { runs: 3 } }] })
    expect(one('quiet/case.yaml').rows).toMatchObject([{ prompt: { text: 'Write a poem.' }, skill: { text: 'invoices' }, shouldTrigger: { value: false }, expected: [] }])
    const files = one('files/case.yaml')
    expect(files.rows).toMatchObject([{ artifacts: [{ text: 'report.md' }], logs: [{ text: 'EUR 1.200' }], fields: { graders: [{ name: 'a' }, { name: 'b' }, { name: 'c' }, { name: 'd' }, { name: 'e' }] } }])
    expect(files.rows[0]?.remarks.filter(remark => remark.fate === 'ungraded').map(({ field }) => field)).toEqual(['graders', 'graders', 'graders', 'context'])
  })

  test('cases of skill-up, with the defaults of their suite', ({ folder }) => {
    const root = folder({
      'evals/eval.yaml': 'cases:\n  defaults: { expect: { must_contain: [Total], exit_code: 0 } }\n',
      'evals/cases/count.yaml': 'title: Counts\ninput:\n  prompt: How many files?\ncontext: { repo_fixture: evals/demo, git: { init: true } }\nexpect: { must_contain: [one], files_exist: [stats.md, "*.log"] }\njudge: { type: agent_judge, criteria: [Counts them] }\n',
      'evals/cases/talk.yaml': 'input:\n  turns:\n    - { role: user, content: Hi }\n',
    })
    const one = (name: string): ForeignFile => read(`${root}/evals/cases/${name}`, readUtf8(`${root}/evals/cases/${name}`).text ?? '')
    const count = one('count.yaml')
    expect(count).toMatchObject({ dialect: 'skill-up', rows: [{ name: { text: 'count' }, workspace: { text: 'evals/demo' }, logs: [{ text: 'Total' }, { text: 'one' }], artifacts: [{ text: 'stats.md' }], expected: [{ text: 'Counts them' }] }] })
    expect(count.rows[0]?.remarks.filter(remark => remark.fate === 'ungraded').map(({ field, how }) => `${field}: ${how}`)).toEqual([
      expect.stringContaining('context: `git` is not given to the agent'),
      expect.stringContaining('eval.yaml: `exit_code`'),
      expect.stringContaining('expect: not graded: the path holds a wildcard'),
    ])
    expect(one('talk.yaml').refused).toMatchObject([{ text: 'it has several turns, and an evaluation is one prompt' }])
  })

  test.for([
    ['ours', '/x/evals.json', '{"evaluations": []}'],
    ['other data', '/x/data.json', '{"rows": [1]}'],
    ['a list of something', '/x/data.json', '[{"a": 1}]'],
    ['a table of something', '/x/data.csv', 'a,b\n1,2\n'],
    ['no JSON', '/x/evals.json', '{'],
    ['markdown', '/x/prompt.md', 'Hello'],
  ] as const)('leaves alone: %s', ([, file, text]) => {
    expect(readForeign(file, text, { folders: new Folders(), skills: [] })).toBeNull()
  })
})
