import type { RoutingCase } from '../routing/result.ts'
import type { Report } from './report.ts'
import { Buffer } from 'node:buffer'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { renderMarkdown } from './markdown.ts'

const sample = JSON.parse(readFileSync(new URL('sample-report.json', import.meta.url), 'utf8')) as Report & { cases: [RoutingCase] }
const right = sample.cases[0]
const missed: RoutingCase = { ...right, id: 'sql-plan', verdict: 'missed_trigger', passed: false, observed: null, stop: 'end', activations: [], toolCalls: 3, line: 20, costUsd: 0.0121, usage: { inputTokens: 15_000, outputTokens: 240 } }
const broken: RoutingCase = { ...missed, id: 'pdf-merge', expected: 'pdf-tools', skill: 'pdf-tools', verdict: 'error', stop: 'api_error', error: 'The agent ended with an API error (status 529). Overloaded.', file: '/repo/skills/pdf-tools/evals/evals.json' }
const lured: RoutingCase = { ...right, id: 'sql-joke', category: 'near_miss', verdict: 'false_trigger', passed: false, expected: null, line: 44, notes: ['sql-review fired inside a subagent.'] }

function render(change: Partial<Report>): string {
  return renderMarkdown({ ...sample, ...change })
}

describe('renderMarkdown', () => {
  it('starts with the headline', () => {
    expect(render({}).split('\n')[0]).toBe('## ✅ Skill evals: 1 of 1 right (100%)')
    expect(render({ cases: [right, missed, broken], shard: '1/2' }).split('\n').slice(0, 4)).toEqual([
      '## ❌ Skill evals, shard 1/2: 1 of 2 right (50%), 1 of 3 could not be measured',
      '',
      '- 1 of 3 could not be measured.',
      '- 1 of 2 right is below the bar of 100%.',
    ])
    expect(render({ cases: [broken] })).toContain('## ❌ Skill evals: nothing was measured\n')
    expect(render({ cases: [], skipped: { count: 3, reasons: [{ reason: 'no agent', count: 3 }] } })).toBe('## ❌ Skill evals: nothing was measured\n\n- Nothing was measured: 3 skipped.\n- no agent.\n')
    expect(render({ cases: [] })).toBe('')
  })

  it('has the tables', () => {
    const text = render({ cases: [right, missed, lured, broken] })
    expect(text).toContain('| <code>missed&#95;trigger</code> | 1 |'.replace('&#95;', '_'))
    expect(text).toContain('Right by category: positive 1 of 2, near miss 0 of 1.')
    expect(text).toContain('| <code>sql-plan</code> | <code>sql-review</code> | no skill fired | agent ended after 3 tool calls | <code>skills/sql-review/evals/evals.json:20:13</code> |')
    expect(text).toContain('| <code>sql-joke</code> | <code>no skill</code> | fired sql-review | decided after 2 tool calls. sql-review fired inside a subagent. |')
    expect(text).toContain('| 1 | The agent ended with an API error &#40;status 529&#41;. Overloaded. | <code>pdf-merge</code> <code>skills/pdf-tools/evals/evals.json:20:13</code> |')
    expect(text).toContain('| <code>sql-review</code> | 2 | 1 | 1 | 0 | 1 | 0 | 50% | 50% |')
    expect(text).toContain('| <code>pdf-tools</code> | 0 | 0 | 0 | 0 | 0 | 1 | n/a | n/a |')
    expect(text).toContain('| <code>no skill</code> | <code>sql-review</code> | 1 |')
  })

  it('holds whole prompts in a closed section and a fence that they cannot end', () => {
    const prompt = `first\n\`\`\`\`\n</details> <img src=x> @octocat | row\n${'long '.repeat(500)}end`
    const text = render({ cases: [{ ...missed, prompt }] })
    expect(text).toContain(`<summary>Prompts</summary>\n\n<code>sql-plan</code>\n\n\`\`\`\`\`text\n${prompt}\n\`\`\`\`\`\n\n</details>`)
  })

  it('lets no text from outside be markdown', () => {
    const evil = 'a|b\nc `d` <script>x</script> @octocat [l](https://e.example) **b** www.e.example \\| #12 \u001B[31m'
    const text = render({
      cases: [{ ...missed, id: evil, expected: evil, notes: [evil], file: `/repo/${evil}`, prompt: 'p' }, { ...broken, error: evil, id: evil }],
      room: [evil],
      agent: { name: evil, version: null, model: evil },
      structure: { errors: [], warnings: [{ rule: 'r', severity: 'warning', file: evil, line: 1, column: 1, message: evil, blocks: false }] },
    })
    for (const live of ['@octocat', '<script', '`d`', '[l]', '**b**', 'https://e', 'www.e', ' #12', '\u001B', 'a|b'])
      expect(text).not.toContain(live)
    for (const line of text.split('\n').filter(line => line.startsWith('|')))
      expect(line.endsWith('|')).toBe(true)
    expect(text).toContain('&#64;octocat')
  })

  it('stays below the size that GitHub drops', () => {
    const cases = Array.from({ length: 20 }, (_, index) => ({ ...missed, id: `sql-${index}`, prompt: 'é'.repeat(200_000) }))
    const text = render({ cases })
    expect(Buffer.byteLength(text)).toBeLessThan(900_000)
    expect(text).toContain(`${'é'.repeat(2000)}…`)
    const many = Array.from({ length: 5000 }, (_, index) => ({ ...missed, id: `sql-${index}` }))
    const short = render({ cases: many })
    expect(Buffer.byteLength(short)).toBeLessThan(900_000)
    expect(short).toContain('and 4800 more')
  })
})
