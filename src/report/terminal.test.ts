import type { RoutingCase } from '../routing/result.ts'
import type { Report } from './report.ts'
import { readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'
import { describe, expect, it } from 'vitest'
import { widthOf } from './columns.ts'
import { renderTerminal } from './terminal.ts'

const sample = JSON.parse(readFileSync(new URL('sample-report.json', import.meta.url), 'utf8')) as Report & { cases: [RoutingCase] }
const right = sample.cases[0]
const missed: RoutingCase = { ...right, id: 'sql-plan', verdict: 'missed_trigger', passed: false, observed: null, stop: 'end', activations: [], toolCalls: 3, line: 20, costUsd: 0.0121, usage: { inputTokens: 15_000, outputTokens: 240 } }
const broken: RoutingCase = { ...missed, id: 'pdf-merge', expected: 'pdf-tools', skill: 'pdf-tools', verdict: 'error', stop: 'api_error', error: 'The agent ended with an API error (status 529). Overloaded.', file: '/repo/skills/pdf-tools/evals/evals.json' }
const lured: RoutingCase = { ...right, id: 'sql-joke', category: 'near_miss', verdict: 'false_trigger', passed: false, expected: null, line: 44, notes: ['sql-review fired inside a subagent.'] }

function render(change: Partial<Report>, options = { color: false, width: 80 }): string {
  return renderTerminal({ ...sample, ...change }, options)
}

describe('renderTerminal', () => {
  it('is compact when all is well', () => {
    expect(render({})).toBe([
      `⎯⎯⎯ Skill evals ${'⎯'.repeat(64)}`,
      '    Routing  1 of 1 right (100%)',
      '       Room  2 skills: pdf-tools, sql-review',
      '      Agent  claude 2.1.332, opus-5',
      ' Categories  positive 1/1',
      '       Cost  unknown: the agent did not say',
      '       Time  1m 05s (agents 6.2s)',
      '     Report  .skill-evals/report.json',
      'Run records  .skill-evals/runs',
    ].join('\n'))
  })

  it('says what an agent cannot show at all', () => {
    const observes = { skills: false, activation: 'read', model: false, cost: false } as const
    const shown = render({ agent: { name: 'codex', version: '0.171.0', model: null, observes }, cases: [{ ...right, room: { observed: false, missing: [], extra: [] } }] })
    expect(shown).toContain(' ! codex does not list its skills: the room could not be checked.')
    expect(shown).toContain(' ! codex has no tool for skills: a skill counts as loaded when its SKILL.md is\n')
  })

  it('tells what is wrong and what could not be measured, and why the run fails last', () => {
    expect(render({ cases: [right, missed, lured, broken, { ...broken, id: 'pdf-split' }] }).split('\n').slice(2)).toEqual([
      '    Routing  1 of 3 right (33.3%) | 2 of 5 could not be measured',
      '       Room  2 skills: pdf-tools, sql-review',
      '      Agent  claude 2.1.332, opus-5',
      ' Categories  positive 1/2 | near miss 0/1',
      '',
      ' Wrong 2',
      ' × sql-plan  expected sql-review, no skill fired',
      '   ↳ agent ended after 3 tool calls · skills/sql-review/evals/evals.json:20:13',
      ' × sql-joke  expected no skill, fired sql-review',
      '   ↳ decided after 2 tool calls · skills/sql-review/evals/evals.json:44:13',
      '     sql-review fired inside a subagent.',
      '',
      ' Could not be measured 2',
      ' ! The agent ended with an API error (status 529). Overloaded.',
      '   ↳ pdf-merge · skills/pdf-tools/evals/evals.json:20:13',
      '   ↳ pdf-split · skills/pdf-tools/evals/evals.json:20:13',
      '',
      ' Skill           recall   precision  missed  lost  errors',
      ' pdf-tools            -           -       -     -       2',
      ' sql-review  1/2    50%  1/2    50%       1     -       -',
      '',
      ' Confused expected → fired',
      ' 1× sql-review → no skill',
      ' 1× no skill → sql-review',
      '',
      '       Cost  at least $0.0363 (2 of 5 runs did not say), 45k tokens in, 720',
      '             tokens out',
      '       Time  1m 05s (agents 31.0s)',
      '     Report  .skill-evals/report.json',
      'Run records  .skill-evals/runs',
      '',
      '  FAIL  2 of 5 could not be measured.',
      '        1 of 3 right is below the bar of 100%.',
    ])
  })

  it('says that a run passes although tests failed', () => {
    const text = render({ cases: [right, right, missed], minAccuracy: 0.6 })
    expect(text).toContain('2 of 3 right (66.6%), bar 60%')
    expect(text.split('\n').at(-1)).toBe(' PASS  2 of 3 right reaches the bar of 60%.')
  })

  it('says once why nothing was measured', () => {
    const reason = 'No agent is installed: paid tiers are skipped'
    const text = render({ cases: [], skipped: { count: 70, reasons: [{ reason, count: 70 }] } })
    expect(text.split('\n').slice(2)).toEqual(['  FAIL  Nothing was measured: 70 skipped.', `        ${reason}.`])
    expect(text.split(reason)).toHaveLength(2)
  })

  it('has nothing to say of a run that asked for no routing', () => {
    expect(render({ cases: [] })).toBe('')
  })

  it('says what was replayed, skipped and cut short', () => {
    const text = render({ cases: [{ ...right, replayed: true, costUsd: 0.25 }, right], partial: true, shard: '2/3', skipped: { count: 4, reasons: [{ reason: 'the budget is spent', count: 4 }] } })
    expect(text).toContain('Skill evals · shard 2/3')
    expect(text).toContain('   Replayed  1 of 2 from recordings: no agent ran')
    expect(text).toContain('    Skipped  4: the budget is spent')
    expect(text).toContain('    Partial  not every evaluation had its turn')
    expect(text).toContain('unknown: the agent did not say, nothing for 1 replayed ($0.25 when\n             recorded)')
  })

  it('warns of rooms that differed, of budgets, and of the structure tier', () => {
    const text = render({
      cases: [
        { ...right, toolCalls: 7, notes: ['Changed room.'], room: { observed: true, missing: ['pdf-tools'], extra: ['mine'] }, activations: [{ skill: 'other:mine', ok: true, subagent: false }, ...right.activations] },
        { ...right, id: 'second', notes: ['Changed room.'] },
      ],
      structure: { errors: [], warnings: [{ rule: 'dataset/same-prompt', severity: 'warning', file: '/repo/skills/sql-review/evals/evals.json', line: 3, column: 5, message: 'Two evaluations share a prompt.', blocks: false }] },
    })
    expect(text).toContain([
      ' ! Contaminated room: skills from outside it fired: mine (1 run).',
      ' ! Agents listed skills that are not in the room: mine (1 run).',
      ' ! Agents did not list skills of the room: pdf-tools (1 run).',
      ' ! Stopped by a budget, or within one call of it (1): sql-index.',
      ' ! Changed room. (sql-index, second)',
      '',
      ' Structure warnings 1',
      ' ! Two evaluations share a prompt.',
      '   ↳ skills/sql-review/evals/evals.json:3:5 · dataset/same-prompt',
    ].join('\n'))
    expect(render({ cases: [{ ...right, room: { observed: false, missing: [], extra: [] } }] })).toContain('The room could not be checked')
  })

  it('lists each reason once, and not thousands of lines', () => {
    const many = Array.from({ length: 500 }, (_, index) => ({ ...broken, id: `pdf-${index}` }))
    const wrong = Array.from({ length: 500 }, (_, index) => ({ ...missed, id: `sql-${index}` }))
    const text = render({ cases: [...many, ...wrong] })
    expect(text.split('Overloaded')).toHaveLength(2)
    expect(text).toContain('and 480 more')
    expect(text).toContain('and 460 more')
    expect(text.split('\n').length).toBeLessThan(130)
  })

  it.each([[60], [80], [120]])('keeps every line within %i columns, paths aside', (width) => {
    const wide: RoutingCase = { ...missed, id: '請求書を作成する🎉'.repeat(8), expected: '請求書'.repeat(12), notes: ['長い'.repeat(60)], error: null }
    const cases = [wide, { ...broken, error: `stderr: ${'x'.repeat(600)}` }, { ...lured, id: 'y'.repeat(300) }]
    const lines = render({ cases, room: Array.from({ length: 90 }, (_, index) => `skill-${index}`) }, { color: true, width }).split('\n').map(line => stripVTControlCharacters(line))
    expect(lines.filter(line => widthOf(line) > width && !line.includes('evals.json:'))).toEqual([])
  })

  it('aligns wide characters', () => {
    const names = ['請求書', 'sql-review']
    const cases = names.map(name => ({ ...missed, id: name, expected: name }))
    const lines = render({ cases }).split('\n')
    const starts = lines.filter(line => line.includes(' expected ') && line.includes('×')).map(line => widthOf(line.slice(0, line.indexOf('expected'))))
    expect(starts).toHaveLength(2)
    expect(new Set(starts).size).toBe(1)
    const rows = lines.filter(line => names.some(name => line.startsWith(` ${name} `) && line.includes('0/1')))
    expect(rows.map(row => widthOf(row))).toEqual([56, 56])
  })

  it('lets no text from outside colour the terminal or move the cursor', () => {
    const evil = '\u001B[31mred\u001B]0;title\u0007\u009B2Jclear\r\nnew line\u202Eback\u0000\u2028'
    const text = render({
      cases: [{ ...missed, id: evil, expected: evil, notes: [evil], file: `/repo/${evil}` }, { ...broken, id: evil, error: evil }, { ...right, id: evil, notes: [evil], room: { observed: true, missing: [evil], extra: [evil] } }],
      room: [evil],
      agent: { name: evil, version: evil, model: evil },
      skipped: { count: 1, reasons: [{ reason: evil, count: 1 }] },
      shard: evil,
      structure: { errors: [], warnings: [{ rule: evil, severity: 'warning', file: evil, line: 1, column: 1, message: evil, blocks: false }] },
    })
    expect(text).toContain('new line')
    expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u2028\u2029\u202E]/u)
    expect(text).not.toContain('title')
  })

  it('adds colours and changes no text by them', () => {
    const cases = [right, missed, lured, broken]
    const plain = render({ cases })
    const coloured = render({ cases }, { color: true, width: 80 })
    expect(stripVTControlCharacters(coloured)).toBe(plain)
    expect(coloured).toContain('\u001B[31m×\u001B[39m')
  })
})
