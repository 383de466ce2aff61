import type { BehaviorCase } from '../behavior/result.ts'
import type { RoutingCase } from '../routing/result.ts'
import type { Report } from './report.ts'
import { Buffer } from 'node:buffer'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { checks, failed, passed, timedOut, unjudged } from './behavior.fixture.ts'
import { renderMarkdown } from './markdown.ts'
import { outcomeOf } from './report.ts'

const sample = JSON.parse(readFileSync(new URL('sample-report.json', import.meta.url), 'utf8')) as Report & { cases: [RoutingCase] }
const right = sample.cases[0]
const missed: RoutingCase = { ...right, id: 'sql-plan', verdict: 'missed_trigger', passed: false, observed: null, stop: 'end', activations: [], toolCalls: 3, line: 20, costUsd: 0.0121 }
const broken: RoutingCase = { ...missed, id: 'pdf-merge', verdict: 'error', stop: 'api_error', error: 'Overloaded.' }

/** A report of behavior alone. */
function report(behavior: BehaviorCase[], change: Partial<Report> = {}): Report {
  return { ...sample, cases: [], behavior, ...change }
}

describe('whether the run passes', () => {
  const skipped = { count: 2, reasons: [{ reason: 'no agent', count: 2 }] }

  it.each<[string, Report, boolean, string[]]>([
    ['all passed', report([passed]), true, []],
    ['one failed', report([passed, failed]), false, ['1 of 2 failed.']],
    ['not measured', report([...Array.from<BehaviorCase>({ length: 7 }).fill(passed), timedOut, unjudged]), false, ['2 of 9 could not be measured.']],
    ['nothing measured', report([timedOut]), false, ['1 of 1 could not be measured.', 'Nothing was measured.']],
    ['neither tier', report([]), true, []],
    ['all skipped', report([], { skipped }), false, ['Nothing was measured: 2 skipped.', 'no agent.']],
    ['both well', report([passed], { cases: [right] }), true, []],
    ['both with faults', report([failed, timedOut], { cases: [missed, right, broken] }), false, ['Routing: 1 of 3 could not be measured.', 'Routing: 1 of 2 right is below the bar of 100%.', 'Behavior: 1 of 2 could not be measured.', 'Behavior: 1 of 1 failed.']],
    ['a bar of routing excuses no behavior', report([failed], { cases: [missed, right], minAccuracy: 0.5 }), false, ['Behavior: 1 of 1 failed.']],
    ['a shard', report([failed], { shard: '1/2' }), false, ['1 of 1 failed.']],
  ])('%s', (_, run, ok, reasons) => {
    expect(outcomeOf(run)).toEqual({ ok, reasons })
  })
})

describe('markdown', () => {
  it('starts with the headline of what was asked for', () => {
    const first = (run: Report): string | undefined => renderMarkdown(run).split('\n')[0]
    expect(first(report([passed]))).toBe('## ✅ Skill evals: 1 of 1 passed (100%)')
    expect(first(report([passed, failed, timedOut]))).toBe('## ❌ Skill evals: 1 of 2 passed (50%), 1 of 3 could not be measured')
    expect(first(report([timedOut]))).toBe('## ❌ Skill evals: nothing was measured')
    expect(first(report([passed], { cases: [right] }))).toBe('## ✅ Skill evals: routing 1 of 1 right (100%); behavior 1 of 1 passed (100%)')
    expect(first(report([passed], { cases: [broken] }))).toBe('## ❌ Skill evals: routing 1 of 1 could not be measured; behavior 1 of 1 passed (100%)')
    expect(renderMarkdown(report([]))).toBe('')
  })

  it('has a row for every check that is not met, also where the rest could not be measured', () => {
    const text = renderMarkdown(report([passed, failed, timedOut, unjudged]))
    expect(text).toContain('### Not met: 3\n')
    expect(text).toContain('| <code>export-churn</code> | <code>logs_contain</code> | COPY 41 | it did not | The nearest thing: In the result of Bash: COPY 4 rows | <code>skills/data-export/evals/evals.json:16:23</code> |')
    expect(text).toContain('| <code>export-audit</code> | <code>files_exist</code> | orders.csv |')
    expect(text).toContain('| 1 | <code>judge_error</code> | The judge timed out after 180 s. |')
    expect(text).toContain('| <code>data-export</code> | 1 of 2 | 7 of 10 | 70% | 1 |')
    expect(text).toContain('| <code>backup-restore</code> | 0 of 0 | 0 of 0 | n/a | 1 |')
    expect(text).toContain('| Cost, judge | at least &#36;0.0220')
    expect(text).toContain('<code>files_exist</code> 2 of 3, <code>hook</code> 1 of 1. 1 could not be graded.')
    expect(text).not.toMatch(/NaN|### Wrong|Verdict/)
  })

  it('says which evaluations passed without their skill', () => {
    expect(renderMarkdown(report([passed, { ...passed, id: 'export-alone', activations: [] }]))).toContain('⚠️ 1 of the 2 that passed did so without the skill, which the agent never loaded: export-alone.')
    expect(renderMarkdown(report([passed, { ...failed, activations: [] }]))).not.toContain('without the skill, which')
  })

  it('lets no text from outside be markdown', () => {
    const evil = 'a|b\nc `d` <script>x</script> @octocat [l](https://e.example) **b** #12 \u001B[31m'
    const bad = { ...checks.notMasked, text: evil, evidence: evil, observed: evil }
    const text = renderMarkdown(report([{ ...failed, id: evil, skill: evil, checks: [bad], notes: [evil], file: `/repo/${evil}`, prompt: 'p' }, { ...timedOut, id: evil, error: evil }]))
    for (const live of ['@octocat', '<script', '`d`', '[l]', '**b**', 'https://e', ' #12', '\u001B', 'a|b'])
      expect(text).not.toContain(live)
    for (const line of text.split('\n').filter(line => line.startsWith('|')))
      expect(line.endsWith('|')).toBe(true)
  })

  it('stays below the size that GitHub drops', () => {
    const bad = { ...checks.notMasked, evidence: 'é'.repeat(200_000) }
    const text = renderMarkdown(report(Array.from({ length: 20 }, (_, index) => ({ ...failed, id: `case-${index}`, checks: [bad] }))))
    expect(Buffer.byteLength(text)).toBeLessThan(900_000)
    expect(text).toContain('case-19')
  })
})
