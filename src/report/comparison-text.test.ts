import { describe, expect, it } from 'vitest'
import { compareReports } from './compare.ts'
import { comparisonJson } from './comparison-json.ts'
import { comparisonMarkdown } from './comparison-markdown.ts'
import { comparisonText } from './comparison-text.ts'
import { reportedRun, routed, several } from './comparison.fixture.ts'
import { createPaint } from './paint.ts'

const names = { before: 'main:report.json', after: 'report.json' }
const comparison = compareReports(
  reportedRun([...several(14, 'same'), routed('up', 'missed_trigger'), routed('down'), routed('gone'), routed('broke')]),
  reportedRun([...several(14, 'same'), routed('up'), routed('down', ['wrong_skill', 'correct_trigger']), routed('new'), routed('broke', 'error')], { room: ['a', 'b'] }),
)

describe('comparisonText', () => {
  it('says what changed, and how sure that is', () => {
    expect(comparisonText(comparison, names, createPaint(false))).toBe([
      'before  main:report.json: claude 2.1.332, opus-5, 2026-11-30T10:00:00.000Z',
      'after   report.json: claude 2.1.332, opus-5, 2026-11-30T10:00:00.000Z',
      '',
      'Routing, 16 evaluations graded in both: cannot tell',
      '  before      15 of 16, 93.7% (71.6% to 98.8%)',
      '  after       96.8% (75.9% to 99.6%), mean of 16 evaluations; 16 of 17 runs passed',
      '  difference  +3.1 points (−18.8 to +25.6); 1 better, 1 worse; one like it comes by chance in 100% of comparisons',
      '  spent       cost $4.00 → $4.00, time 16.0s → 16.0s',
      '  worse   down: correct_trigger → 1/2 (wrong_skill, correct_trigger)',
      '  better  up: missed_trigger → correct_trigger',
      '  Not graded in both, 1: broke',
      '  Only before, 1: gone',
      '  Only after, 1: new',
      '',
      '! Left the room: c.',
      '',
    ].join('\n'))
  })

  it('says why a comparison means nothing, and that nothing is graded in both', () => {
    const text = comparisonText(compareReports(reportedRun([routed('a', 'error')]), reportedRun([routed('a')], { model: 'x\u001B[31m' })), names, createPaint(false))
    expect(text).toContain('\nNot comparable. Another model: opus-5 before, x after.\n')
    expect(text).toContain('\nRouting, 0 evaluations graded in both: cannot tell\n  difference  no evaluation was graded in both\n  Not graded in both, 1: a\n')
  })
})

describe('comparisonMarkdown', () => {
  it('says the same, and escapes what markdown would act on', () => {
    const markdown = comparisonMarkdown(compareReports(reportedRun([routed('a|b', 'missed_trigger')]), reportedRun([routed('a|b')])), names)
    expect(markdown).toMatch(/^## Skill evals compared: routing cannot tell\n/)
    expect(markdown).toContain('| better | <code>a&#124;b</code> | missed&#95;trigger → correct&#95;trigger |')
    expect(comparisonMarkdown(comparison, names)).toContain('- Only after, 1: new')
  })
})

describe('comparisonJson', () => {
  it('has exact figures', () => {
    expect(JSON.parse(JSON.stringify(comparisonJson(comparison, names)))).toMatchObject({
      schemaVersion: 1,
      comparable: true,
      before: { report: 'main:report.json', model: 'opus-5' },
      notes: ['Left the room: c.'],
      tiers: {
        routing: {
          answer: 'cannot tell',
          evaluations: 16,
          before: { rate: 0.9375, passed: 15, graded: 16, cost_usd: 4, time_s: 16 },
          difference: 0.03125,
          changed: [{ id: 'down', direction: 'worse', after: { verdicts: ['wrong_skill', 'correct_trigger'], passed: 1, graded: 2 } }, { id: 'up', direction: 'better' }],
          not_graded: [{ id: 'broke' }],
          added: ['new'],
          removed: ['gone'],
        },
      },
    })
  })
})
