import type { Finding } from '../catalog/finding.ts'
import type { StructuralReport } from './structural-report.ts'
import { describe, expect } from 'vitest'
import { test } from '../catalog/temp-folder.fixture.ts'
import { createPaint } from '../report/paint.ts'
import { formatGithub } from './format-github.ts'
import { formatJson } from './format-json.ts'
import { formatSarif } from './format-sarif.ts'
import { formatText } from './format-text.ts'

function report(root: string, findings: Finding[], changes: Partial<StructuralReport> = {}): StructuralReport {
  return { root, repository: root, findings, skills: 2, datasets: 1, evaluations: 7, external: null, overlap: [], ...changes }
}

function finding(file: string, changes: Partial<Finding> = {}): Finding {
  return { rule: 'link/missing', severity: 'error', file, line: 3, column: 5, message: '`b.md` does not exist.', blocks: false, ...changes }
}

const plain = createPaint(false)

describe('formatText', () => {
  test('place, severity, rule and message on one line, a frame below', ({ folder }) => {
    const root = folder({ 'skills/a/SKILL.md': 'one\ntwo\n[x](b.md)\nfour\nfive\nsix\n' })
    const related = [{ file: `${root}/README.md`, line: 2, column: 1, message: 'the same address' }]
    expect(formatText(report(root, [finding(`${root}/skills/a/SKILL.md`, { related })]), plain)).toBe([
      'skills/a/SKILL.md:3:5: error link/missing: `b.md` does not exist.',
      '  the same address: README.md:2:1',
      '      1| one',
      '      2| two',
      '      3| [x](b.md)',
      '       |     ^',
      '      4| four',
      '      5| five',
      '',
      '1 error in 2 skills, 1 dataset, 7 evaluations.\n',
    ].join('\n'))
  })

  test('what is about a folder has no frame', ({ folder }) => {
    const root = folder({ 'a.md': '' })
    const text = formatText(report(root, [finding(root), finding(`${root}/a.md`, { severity: 'warning' })], { external: { asked: 1, excluded: 2 } }), plain)
    expect(text).toBe([
      '.:3:5: error link/missing: `b.md` does not exist.',
      'a.md:3:5: warning link/missing: `b.md` does not exist.',
      '1 error and 1 warning in 2 skills, 1 dataset, 7 evaluations, 1 URL asked, 2 excluded.\n',
    ].join('\n\n'))
  })

  test('files cannot move the cursor', ({ folder }) => {
    const root = folder({ 'a.md': '\n\n\u001B[2Jgone\n' })
    const text = formatText(report(root, [finding(`${root}/a.md`, { message: 'a\u001B[2Jb\nc' })]), plain)
    expect(text).toContain('link/missing: ab c\n')
    expect(text).not.toContain('\u001B')
    expect(formatText(report(root, []), createPaint(true))).toBe('\u001B[32mNo findings in 2 skills, 1 dataset, 7 evaluations.\u001B[39m\n')
  })
})

test('formatJson is one document with paths from the root', () => {
  const parsed: unknown = JSON.parse(formatJson(report('/c', [finding('/c/a.md', { id: 'x', related: [{ file: '/d/b.md', line: 1, column: 2, message: 'm' }] })])))
  expect(parsed).toEqual({
    root: '/c',
    errors: 1,
    overlap: [],
    warnings: 0,
    skills: 2,
    datasets: 1,
    evaluations: 7,
    external: null,
    findings: [{ rule: 'link/missing', severity: 'error', file: 'a.md', line: 3, column: 5, id: 'x', message: '`b.md` does not exist.', blocks: false, related: [{ file: '/d/b.md', line: 1, column: 2, message: 'm' }] }],
  })
})

describe('formatSarif', () => {
  const sarif = (findings: Finding[], changes?: Partial<StructuralReport>): { runs: { tool: { driver: { rules: unknown[] } }, originalUriBaseIds: unknown, results: Record<string, unknown>[] }[] } =>
    JSON.parse(formatSarif(report('/r/c', findings, { repository: '/r', ...changes })))

  test('results name their rule by id and index, and their place from the root of the repository', () => {
    const { runs: [run] } = sarif([finding('/r/c/a b/ü#1.md'), finding('/r/c/z.md', { rule: 'link/case', severity: 'warning', line: 1, column: 1 })])
    expect(run?.originalUriBaseIds).toEqual({ '%SRCROOT%': { uri: 'file:///r/' } })
    expect(run?.tool.driver.rules).toMatchObject([{ id: 'link/case', defaultConfiguration: { level: 'warning' } }, { id: 'link/missing', defaultConfiguration: { level: 'error' } }])
    expect(run?.results).toMatchObject([
      { ruleId: 'link/missing', ruleIndex: 1, level: 'error', locations: [{ physicalLocation: { artifactLocation: { uri: 'c/a%20b/%C3%BC%231.md', uriBaseId: '%SRCROOT%' }, region: { startLine: 3, startColumn: 5 } } }] },
      { ruleId: 'link/case', ruleIndex: 0, level: 'warning' },
    ])
  })

  test('other places are related locations; a file elsewhere has an absolute URI', () => {
    const { runs: [run] } = sarif([finding('/elsewhere/a.md', { related: [{ file: '/r/x.md', line: 9, column: 2, message: 'first' }] }), finding('/r')])
    expect(run?.results[0]).toMatchObject({
      locations: [{ physicalLocation: { artifactLocation: { uri: 'file:///elsewhere/a.md' } } }],
      relatedLocations: [{ id: 0, message: { text: 'first' }, physicalLocation: { artifactLocation: { uri: 'x.md' }, region: { startLine: 9, startColumn: 2 } } }],
    })
    expect(run?.results[1]).toMatchObject({ locations: [{ physicalLocation: { artifactLocation: { uri: './' } } }] })
  })

  test('a message is no link and takes no argument', () => {
    const { runs: [run] } = sarif([finding('/r/a.md', { message: '`[a](1)` and {0} but {name}' }), finding('/r/a.md', { message: 'the list `[]`' })])
    expect(run?.results.map(result => result.message)).toEqual([{ text: '`\\[a\\](1)` and {{0}} but {name}' }, { text: 'the list `[]`' }])
  })
})

test('formatGithub escapes what a workflow command would read', () => {
  const text = formatGithub(report('/r/c', [finding('/r/c/a,b:100%.md', { message: 'one\r\n::error::100%, two: {}' }), finding('/r/c', { severity: 'warning' })], { repository: '/r' }))
  expect(text).toBe([
    '::error file=c/a%2Cb%3A100%25.md,line=3,col=5,title=link/missing::one%0A::error::100%25, two: {}',
    '::warning file=c,line=3,col=5,title=link/missing::`b.md` does not exist.',
    '1 error and 1 warning in 2 skills, 1 dataset, 7 evaluations.\n',
  ].join('\n'))
})
