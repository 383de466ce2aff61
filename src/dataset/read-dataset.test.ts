import type { Files } from '../catalog/temp-folder.fixture.ts'
import type { Dataset, DatasetKind } from './evaluation.ts'
import { Buffer } from 'node:buffer'
import { readFileSync } from 'node:fs'
import process from 'node:process'
import { describe, expect } from 'vitest'
import { findSkills } from '../catalog/find-skills.ts'
import { test as folderTest, skillMd } from '../catalog/temp-folder.fixture.ts'
import { DATASET_KEYS, EVALUATION_KEYS } from './keys.ts'
import { packagedPool } from './pool.ts'
import { readDataset } from './read-dataset.ts'

const SEED: Files = { 'skills/csv/evals/files/demo/main.py': '', 'skills/csv/evals/files/demo/src/table.csv': '' }

/** A dataset with nothing to object to. Lines are counted on, so mind them. */
const BASE = `{
  "evaluations": [
    {
      "id": "sum-column",
      "skill_should_trigger": true,
      "prompt": "Add up the second column.",
      "expected_behavior": ["Reads the table"],
      "logs_contain": ["1234"],
      "files_exist": ["sum.txt"],
      "workspace": "evals/files/demo"
    },
    {
      "id": "draw-chart",
      "skill_should_trigger": false,
      "prompt": "Draw a pie chart."
    }
  ]
}
`

const test = folderTest.extend<{ read: (text: string | Uint8Array, kind?: DatasetKind, files?: Files) => Dataset }>({
  read: async ({ folder }, use) => {
    await use((text, kind = 'evals', files = {}) => {
      const root = folder({ 'skills/csv/SKILL.md': skillMd('csv'), 'skills/csv/evals/evals.json': text, ...SEED, ...files })
      const skill = findSkills(root, 'skills/*').skills[0] ?? null
      return readDataset({ file: `${root}/skills/csv/evals/evals.json`, kind, skill: kind === 'pool' ? null : skill })
    })
  },
})

function short({ findings }: Dataset): string[] {
  return findings.map(({ rule, line, column, id, severity, blocks }) => `${severity}${blocks ? '*' : ''} ${rule} ${line}:${column}${id === undefined ? '' : ` ${id}`}`)
}

function replace(from: string, to: string): string {
  expect(BASE).toContain(from)
  return BASE.replace(from, () => to)
}

describe('readDataset', () => {
  test('reads evaluations with their places', ({ read }) => {
    const dataset = read(BASE)
    expect(dataset.findings).toEqual([])
    expect(dataset).toMatchObject({ kind: 'evals', skill: 'csv', dropped: 0, start: { line: 2, column: 3 } })
    expect(dataset.evaluations).toEqual([
      {
        id: 'sum-column',
        prompt: 'Add up the second column.',
        shouldTrigger: true,
        category: 'positive',
        skill: 'csv',
        expected: 'csv',
        expectedBehavior: ['Reads the table'],
        unexpectedBehavior: [],
        logsContain: ['1234'],
        filesExist: ['sum.txt'],
        workspace: 'evals/files/demo',
        extended: false,
        hasBehavior: true,
        positions: {
          start: { line: 3, column: 5 },
          end: { line: 11, column: 5 },
          id: { line: 4, column: 13 },
          prompt: { line: 6, column: 17 },
          shouldTrigger: { line: 5, column: 31 },
          workspace: { line: 10, column: 20 },
          expectedBehavior: [{ line: 7, column: 29 }],
          unexpectedBehavior: [],
          logsContain: [{ line: 8, column: 24 }],
          filesExist: [{ line: 9, column: 23 }],
        },
      },
      expect.objectContaining({ id: 'draw-chart', shouldTrigger: false, category: 'near_miss', skill: 'csv', expected: null, hasBehavior: false }),
    ])
  })

  test('knows extended datasets and pools', ({ read }) => {
    expect(read(BASE, 'extended').evaluations[0]).toMatchObject({ extended: true, category: 'positive' })
    const pool = readDataset({ file: packagedPool(), kind: 'pool', skill: null })
    expect(pool).toMatchObject({ skill: null, findings: [], dropped: 0 })
    expect(pool.evaluations.length).toBeGreaterThanOrEqual(6)
    expect(new Set(pool.evaluations.map(evaluation => `${evaluation.category} ${evaluation.expected}`))).toEqual(new Set(['unrelated null']))
  })

  test.for([
    ['a byte order mark', `\uFEFF${BASE}`],
    ['CRLF', BASE.replaceAll('\n', '\r\n')],
    ['lone CR', BASE.replaceAll('\n', '\r')],
    ['`comment` of any type', replace('{\n', '{ "comment": ["for", "readers"],\n')],
  ] as const)('accepts %s', ([, text], { read }) => {
    const dataset = read(text)
    expect(dataset.findings).toEqual([])
    expect(dataset.evaluations[1]?.positions.id).toEqual({ line: 13, column: 13 })
  })

  test.for(['__proto__', 'constructor', '../../escape', 'c++ (v1.*) [x]', '🚀-مرحبا', 'a/b\\c:d*?"<>|', 'CON'])('takes the id %s as it is', (id, { read }) => {
    const dataset = read(replace('"sum-column"', JSON.stringify(` ${id} `)))
    expect(dataset.findings).toEqual([])
    expect(dataset.evaluations[0]?.id).toBe(id)
  })

  test.for(['--version', 'one\ntwo & <x> | "q" %PATH% $(id)\n', `Use {"json": true} and {{x}} and \${HOME}`, 'x'.repeat(200_000)])('keeps a prompt to the letter', (prompt, { read }) => {
    const dataset = read(replace('"Add up the second column."', JSON.stringify(prompt)))
    expect(dataset.findings).toEqual([])
    expect(dataset.evaluations[0]?.prompt).toBe(prompt)
  })

  const ID = '"id": "sum-column"'
  test.for([
    // the file
    ['error* dataset/json 1:1', 'is empty', ''],
    ['error* dataset/json 17:4', 'Delete the comma', replace('  ]\n}', '  ],\n}')],
    ['error* dataset/json 4:14', 'U+0000', replace('"sum', '"\0sum')],
    ['error* dataset/encoding 1:1', 'UTF-16 (little-endian)', Buffer.from(`\uFEFF${BASE}`, 'utf16le')],
    ['error* dataset/encoding 1:1', 'UTF-16 (big-endian)', Buffer.from(`\uFEFF${BASE}`, 'utf16le').swap16()],
    ['error* dataset/encoding 6:18', 'not UTF-8', Buffer.from(replace('Add', 'Ädd'), 'latin1')],
    ['error* dataset/top-level 1:1', 'it is null', 'null'],
    ['error* dataset/top-level 1:1', 'around the list', '[{"id": "a", "prompt": "p", "skill_should_trigger": true}]'],
    ['error* dataset/missing-key 1:1', '`evaluations` is missing', '{"comment": 1}'],
    ['error* dataset/unknown-key 1:2', 'Did you mean `evaluations`?', '{"evaluation": []}'],
    ['error* dataset/evaluations 1:17', 'is empty', '{"evaluations": []}'],
    ['error* dataset/evaluations 1:17', 'it is an object', '{"evaluations": {}}'],
    ['error* dataset/evaluation 1:18', 'Evaluation number 1 (without an id) has to be an object, but it is the string "p"', '{"evaluations": ["p"]}'],
    ['error* dataset/unknown-key 2:3', '`$schema`', replace('{\n', '{\n  "$schema": "x",\n')],
    ['error* dataset/unknown-key 2:3', 'Delete it.', replace('{\n', '{\n  "schema_version": 1,\n')],
    ['error* dataset/unknown-key 2:3', 'the folder says which skill it is', replace('{\n', '{\n  "skill": "csv",\n')],
    ['error* dataset/unknown-key 2:3', 'retired', replace('{\n', '{\n  "skillscope_version": "v1",\n')],
    // keys of an evaluation
    ['error* dataset/duplicate-key 5:7 sum-column', 'the key `id` twice, first at 4:7', replace(ID, `"id": "shadow",\n      ${ID}`)],
    ['error* dataset/unknown-key 7:7 sum-column', 'Evaluation `sum-column` has the unknown key `expected_behaviour`. Did you mean `expected_behavior`?', replace('expected_behavior', 'expected_behaviour')],
    ['error* dataset/unknown-key 8:7 sum-column', 'Known are `id`', replace('"logs_contain": ["1234"]', '"__proto__": {"id": 1}')],
    ['error* dataset/unknown-key 6:7 sum-column', 'Did you mean `prompt`?', replace('"prompt": "Add', '"query": "Add')],
    ['error* dataset/unknown-key 5:7 sum-column', 'Did you mean `skill_should_trigger`?', replace('skill_should_trigger', 'should_trigger')],
    ['error* dataset/missing-key 3:5 sum-column', 'has no `prompt`', replace('      "prompt": "Add up the second column.",\n', '')],
    ['error* dataset/missing-key 3:5', 'Evaluation number 1 (without an id) has no `id`', replace(`      ${ID},\n`, '')],
    ['error* dataset/misplaced-key 15:40 draw-chart', 'only for evaluations that should trigger', replace('"Draw a pie chart."', '"Draw a pie chart.",   "files_exist": []')],
    ['error* dataset/misplaced-key 15:37 draw-chart', '`workspace`', replace('"Draw a pie chart."', '"Draw a pie chart.","workspace": 7')],
    // values
    ['error* dataset/id 4:13', 'it is the number 7. Write "7".', replace('"sum-column"', '7')],
    ['error* dataset/id 4:13', 'a blank string', replace('"sum-column"', '" "')],
    ['error* dataset/prompt 6:17 sum-column', 'a blank string', replace('"Add up the second column."', '" \\n\\t "')],
    ['error* dataset/should-trigger 5:31 sum-column', 'Delete the quotes', replace('true', '"true"')],
    ['error* dataset/should-trigger 5:31 sum-column', 'it is the number 1', replace('true', '1')],
    ['error* dataset/should-trigger 5:31 sum-column', 'it is null', replace('true', 'null')],
    ['error* dataset/list 8:23 sum-column', 'Write ["1234"]', replace('["1234"]', '"1234"')],
    ['error* dataset/list 7:28 sum-column', 'it is null', replace('["Reads the table"]', 'null')],
    ['error* dataset/list 8:32 sum-column', 'entry 2 of `logs_contain`', replace('["1234"]', '["1234", ""]')],
    ['error* dataset/workspace-text 10:20 sum-column', 'an empty string', replace('"evals/files/demo"', '""')],
    ['error* dataset/note 4:35 sum-column', '`note` has to be a string', replace(ID, `${ID}, "note": 1`)],
    // workspace
    ['error* dataset/workspace-missing 10:20 sum-column', 'Did you mean `evals/files/demo`?', replace('evals/files/demo', 'files/demo')],
    ['error* dataset/workspace-missing 10:20 sum-column', 'Did you mean `evals/files/demo`?', replace('evals/files/demo', 'evals/files/demmo')],
    ['error* dataset/workspace-missing 10:20 sum-column', 'is a file, not a folder', replace('evals/files/demo', 'SKILL.md')],
    ['error* dataset/workspace-path 10:20 sum-column', 'leads up', replace('evals/files/demo', '../../..')],
    ['error* dataset/workspace-path 10:20 sum-column', 'absolute', replace('evals/files/demo', '/etc')],
    ['error* dataset/workspace-path 10:20 sum-column', 'absolute', replace('evals/files/demo', 'C:/demo')],
    ['error* dataset/workspace-path 10:20 sum-column', 'Write `evals/files/demo`', replace('evals/files/demo', 'evals\\\\files\\\\demo')],
    ['error* dataset/workspace-answers 10:20 sum-column', 'see the answers', replace('evals/files/demo', 'evals')],
    // files_exist
    ['error* dataset/files-exist-entry 9:23 sum-column', 'names no file', replace('sum.txt', '.')],
    ['error* dataset/files-exist-entry 9:23 sum-column', 'wildcard', replace('sum.txt', '*.md')],
    ['error* dataset/files-exist-entry 9:23 sum-column', 'Write `x`', replace('sum.txt', '../x')],
    ['error* dataset/files-exist-entry 9:23 sum-column', 'Write `abs`', replace('sum.txt', '/abs')],
    ['error* dataset/files-exist-entry 9:23 sum-column', 'Write `out.txt`', replace('sum.txt', 'C:\\\\out.txt')],
    ['error* dataset/files-exist-entry 9:23 sum-column', 'names a folder', replace('sum.txt', 'out/')],
    ['error* dataset/files-exist-entry 9:23 sum-column', 'Write `out/a.md`', replace('sum.txt', 'out//a.md')],
    ['warning dataset/cannot-fail 9:23 sum-column', 'already holds `src/table.csv`', replace('sum.txt', './table.csv')],
    ['warning dataset/cannot-hold 9:23 sum-column', 'can never hold', replace('sum.txt', '.claude/settings.json')],
    // lines that measure nothing
    ['warning dataset/cannot-fail 8:24 sum-column', 'stands in the prompt', replace('1234', 'SECOND column')],
    ['warning dataset/cannot-fail 8:24 sum-column', 'own name', replace('1234', 'csv')],
    ['warning dataset/placeholder 6:17 sum-column', '`{column}` in `prompt`', replace('second', '{column}')],
    ['warning dataset/placeholder 9:23 sum-column', '`{name}` in `files_exist`', replace('sum.txt', '{name}.txt')],
    ['error* dataset/docblock 6:22 sum-column', 'Write `\\u0040vitest-environment`', replace('up the', '\x40vitest-environment jsdom the')],
    ['error* dataset/docblock 6:22 sum-column', 'the whole run would fail', replace('up the', '\x40vitest-environment-options {bad')],
    ['warning dataset/docblock 6:22 sum-column', 'tag every test', replace('up the', '// \x40module-tag slow the').replace('Add //', 'A//')],
  ] as const)('%s: %s', ([expected, message, text], { read }) => {
    const dataset = read(text)
    expect(short(dataset)).toEqual([expected])
    expect(dataset.findings[0]?.message).toContain(message)
  })

  test('a mistake costs one evaluation, not the dataset', ({ read }) => {
    expect(read(replace('true', '1'))).toMatchObject({ evaluations: [{ id: 'draw-chart' }], dropped: 1 })
    expect(read(replace('expected_behavior', 'expected_behaviour'))).toMatchObject({ evaluations: [{ id: 'sum-column', expectedBehavior: [] }, {}], dropped: 0 })
    expect(read('[')).toMatchObject({ evaluations: [], dropped: null })
  })

  test('reports every mistake once, in the order of the file', ({ read }) => {
    expect(short(read('{"evaluations": [{"id": "a", "prompt": "p", "skill_should_trigger": true, "expected_behaviour": ["x"], "assert": []}, {"id": 7, "prompt": ""}]}'))).toEqual([
      'error* dataset/unknown-key 1:75 a',
      'error* dataset/unknown-key 1:104 a',
      'error* dataset/missing-key 1:119',
      'error* dataset/id 1:126',
      'error* dataset/prompt 1:139',
    ])
  })

  test('hooks of any language may fill placeholders', ({ read }) => {
    for (const name of ['hooks.ts', 'hooks.mts', 'hooks.js', 'hooks.mjs', 'hooks.py'])
      expect(read(replace('second', '{column}'), 'evals', { [`skills/csv/evals/${name}`]: '' }).findings).toEqual([])
  })

  test('accepts other spellings of a folder inside the skill', ({ read }) => {
    for (const workspace of ['./evals/files/demo', 'evals/files/demo/', 'evals/./files//demo'])
      expect(read(replace('evals/files/demo', workspace)).findings).toEqual([])
  })

  test('keeps every message on one line', ({ read }) => {
    const { findings } = read(replace('1234', 'second\\n').replace('second column', 'second\\ncolumn'))
    expect(findings).toMatchObject([{ rule: 'dataset/cannot-fail' }])
    expect(findings[0]?.message).not.toMatch(/\n/)
  })

  test('a folder that cannot be looked at is a finding', ({ read }) => {
    expect(short(read(replace('evals/files/demo', 'evals/\\u0000demo')))).toEqual(['error* dataset/workspace-path 10:20 sum-column'])
  })

  test('the schema and the hints for mistyped keys know the same keys', () => {
    const schema: unknown = JSON.parse(readFileSync(new URL('../../schema/evals.schema.json', import.meta.url), 'utf8'))
    expect(schema).toHaveProperty('properties', Object.fromEntries(DATASET_KEYS.map(key => [key, expect.anything()])))
    expect(schema).toHaveProperty('$defs.evaluation.properties', Object.fromEntries(EVALUATION_KEYS.map(key => [key, expect.anything()])))
  })

  test('normalises the separators of files_exist', ({ read }) => {
    expect(read(replace('sum.txt', '.\\\\out\\\\sum.txt')).evaluations[0]?.filesExist).toEqual(['out/sum.txt'])
  })

  test.skipIf(process.platform === 'win32')('refuses a workspace that leaves the skill by a link', ({ read }) => {
    const out = { 'skills/csv/evals/files/out': { link: '/etc' }, 'skills/csv/evals/files/deep/sub': { link: '../../../../..' }, 'skills/csv/evals/files/in': { link: 'demo' }, 'skills/csv/evals/files/gone/x': { link: 'nowhere' } }
    expect(short(read(replace('files/demo', 'files/out'), 'evals', out))).toEqual(['error* dataset/workspace-escape 10:20 sum-column'])
    expect(read(replace('files/demo', 'files/deep'), 'evals', out).findings[0]?.message).toContain('`evals/files/deep/sub` is a link that leaves the skill')
    expect(read(replace('files/demo', 'files/in'), 'evals', out).findings).toEqual([])
    expect(read(replace('files/demo', 'files/gone'), 'evals', out).findings).toEqual([])
  })

  test('a pool holds no evaluation that should trigger', ({ read }) => {
    expect(short(read('{"evaluations": [{"id": "a", "prompt": "p", "skill_should_trigger": true}]}', 'pool'))).toEqual(['error* dataset/pool-positive 1:69 a'])
  })

  test('takes text that is known already, and says when there is no file', () => {
    expect(readDataset({ file: '/x/evals.json', kind: 'pool', skill: null, text: '\uFEFF{"evaluations": [{"id": "a", "prompt": "p", "skill_should_trigger": false}]}' })).toMatchObject({ findings: [], evaluations: [{ category: 'unrelated' }] })
    expect(readDataset({ file: '/nowhere/evals.json', kind: 'evals', skill: null }).findings).toMatchObject([{ rule: 'dataset/unreadable', blocks: true }])
  })
})
