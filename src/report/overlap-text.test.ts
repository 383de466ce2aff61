import type { Report } from './report.ts'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { renderMarkdown } from './markdown.ts'
import { overlapInWords, overlapText } from './overlap-text.ts'
import { overlap } from './overlap.fixture.ts'
import { createPaint } from './paint.ts'
import { renderTerminal } from './terminal.ts'

const sample = JSON.parse(readFileSync(new URL('sample-report.json', import.meta.url), 'utf8')) as Report
const screen = { color: false, width: 80 }
const nothing = { ...overlap, positives: 0, first: 0, amongThree: 0, missed: [], pairCount: 0, pairs: [], nearMisses: { count: 0, ownerFirst: 0, unlike: 0, otherFirst: [] } }

describe('overlapText', () => {
  it('says the rates, which evaluations miss and by which words, and what can hardly be told apart', () => {
    expect(overlapText(overlap, miss => `${miss.file}:${miss.line}`, createPaint(false))).toBe([
      'Overlap, an estimate, by words alone: 3 of 5 positive prompts speak most of their own skill (60%), 4 have it among the first three (80%); 1 pair of descriptions can hardly be told apart.',
      '  /repo/skills/pdf-tools/evals/evals.json:7: pdf-index: first sql-review (index, slow); pdf-tools number 2 (page)',
      '  /repo/skills/pdf-tools/evals/evals.json:7: pdf-hello: no skill has a word of it',
      'Near misses, 3: 1 speak most of the skill that must not fire, 1 of another skill, 1 of none.',
      '  /repo/skills/pdf-tools/evals/evals.json:7: pdf-not-sql: first sql-review (index, slow); pdf-tools number 2 (page)',
      'Hardly to be told apart:',
      '  pdf-merge and pdf-tools: 60% of their words are the same; only in pdf-merge: no word of its own; only in pdf-tools: split, rotate',
    ].join('\n'))
  })

  it('cuts long lists', () => {
    const many = { ...overlap, missed: Array.from({ length: 22 }, () => ({ ...overlap.missed[0], words: 'a b c d e f g'.split(' ') })) as typeof overlap.missed }
    const text = overlapText(many, () => 'x', createPaint(false))
    expect(text).toContain('first sql-review (a, b, c, d, e, f and 1 more)')
    expect(text).toContain('\n  and 2 more\n')
  })

  it('says when there is nothing to say', () => {
    expect(overlapText(nothing, () => 'x', createPaint(false))).toBe('Overlap, an estimate, by words alone: no positive evaluation.')
  })
})

describe('the reports', () => {
  it('have the rates in the terminal, with or without a run of agents', () => {
    const line = '    Overlap  an estimate, by words alone: 3 of 5 positive prompts speak most of'
    expect(renderTerminal({ ...sample, overlap }, screen).split('\n')).toContain(line)
    expect(renderTerminal({ ...sample, cases: [], overlap }, screen).split('\n')[2]).toBe(line)
  })

  it('have the evaluations in markdown', () => {
    const markdown = renderMarkdown({ ...sample, cases: [], overlap })
    expect(markdown).toContain('### Overlap\n\nAn estimate, by words alone: ')
    expect(markdown).toContain('| <code>pdf-index</code> | first sql-review &#40;index, slow&#41; | pdf-tools number 2 &#40;page&#41; | <code>skills/pdf-tools/evals/evals.json:7:17</code> |')
    expect(markdown).toContain('- pdf-merge and pdf-tools: 60% of their words')
  })

  it('call it an estimate wherever it is', () => {
    for (const text of [overlapInWords(overlap), overlapInWords(nothing), renderMarkdown({ ...sample, overlap }), renderTerminal({ ...sample, overlap }, screen)])
      expect(text).toMatch(/\ban estimate/i)
  })
})
