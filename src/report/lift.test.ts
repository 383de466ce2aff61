import type { Baseline, BehaviorCase } from '../behavior/result.ts'
import type { Report } from './report.ts'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { tallyChecks } from '../behavior/check-tally.ts'
import { baseline, brokenBaseline, checks, failed, passed, timedOut } from './behavior.fixture.ts'
import { summarizeLift } from './lift.ts'
import { renderMarkdown } from './markdown.ts'
import { renderTerminal } from './terminal.ts'

const sample = JSON.parse(readFileSync(new URL('sample-report.json', import.meta.url), 'utf8')) as Report
const alone: Baseline = { ...baseline, outcome: 'passed', passed: true, trials: { graded: 1, passed: 1, errors: 0 }, tallies: tallyChecks([passed]) }

function many(number: number, one: BehaviorCase): BehaviorCase[] {
  return Array.from({ length: number }, (_, index) => ({ ...one, id: `${one.id}-${index}` }))
}

describe('summarizeLift', () => {
  it('is nothing where no evaluation was run without its skill', () => {
    expect(summarizeLift([passed, failed, timedOut])).toBeNull()
  })

  it('is better only where neither chance nor the interval leaves room for nothing', () => {
    const lift = (cases: BehaviorCase[]): unknown => summarizeLift(cases)?.all
    expect(lift(many(5, { ...passed, baseline }))).toMatchObject({ evaluations: 5, figures: { difference: 1, chance: 0.0625, before: { rate: 0, costUsd: 0.75 }, after: { rate: 1, elapsedMs: 420_000 } }, answer: 'cannot tell' })
    expect(lift(many(6, { ...passed, baseline }))).toMatchObject({ figures: { difference: 1, chance: 0.03125 }, answer: 'better' })
    expect(lift(many(6, { ...failed, baseline: alone }))).toMatchObject({ figures: { difference: -1 }, answer: 'worse' })
    expect(lift(many(9, { ...passed, baseline: alone }))).toMatchObject({ figures: { difference: 0 }, answer: 'cannot tell' })
  })

  it('leaves out what could not be measured in one of the arms, and says what that was', () => {
    const summary = summarizeLift([{ ...passed, baseline }, { ...passed, id: 'open', baseline: brokenBaseline }, { ...timedOut, baseline: alone }])
    expect(summary?.all.evaluations).toBe(1)
    expect(summary?.unmeasured).toMatchObject([{ reason: 'timeout: The agent was stopped by the wall clock.', cases: [{ id: 'open' }] }])
  })

  it('takes rates over trials, each evaluation once', () => {
    const trials = { asked: 4, passed: 3, failed: 1, errors: 0, passRate: 0.5, stoppedEarly: false, runs: [passed, passed, passed, failed] }
    const half: Baseline = { ...baseline, trials: { graded: 2, passed: 1, errors: 2 }, tallies: tallyChecks([passed, { checks: baseline.checks }]) }
    const summary = summarizeLift([{ ...passed, trials, baseline: half }])
    expect(summary?.all).toMatchObject({ evaluations: 1, figures: { difference: 0.25 } })
    expect(summary?.checks[0]).toMatchObject({ text: checks.masked.text, withSkill: { graded: 4, met: 3 }, without: { graded: 2, met: 1 }, lift: 0.25, needsSkill: true })
    expect(summarizeLift([{ ...passed, trials: { ...trials, stoppedEarly: true }, baseline: half }])?.all).toMatchObject({ interval: null, answer: 'cannot tell' })
  })

  it('says of each check whether it needs the skill', () => {
    expect(summarizeLift([{ ...passed, baseline }])?.checks.map(one => [one.kind, one.lift, one.needsSkill])).toEqual([
      ['expected_behavior', 1, true],
      ['unexpected_behavior', 0, false],
      ['logs_contain', 0, false],
      ['files_exist', 0, false],
      ['hook', 0, false],
    ])
    expect(summarizeLift([{ ...passed, baseline: brokenBaseline }])?.checks.map(one => [one.lift, one.needsSkill])).toEqual(Array.from({ length: 5 }, () => [null, null]))
  })
})

describe('what is told of the baseline', () => {
  const behavior = [{ ...passed, baseline }, { ...failed, baseline: alone }, { ...passed, id: 'restore', skill: 'backup-restore', baseline: brokenBaseline }]
  const text = renderTerminal({ ...sample, cases: [], behavior }, { color: false, width: 100 })

  it('is short in the terminal', () => {
    const lines = text.split('\n')
    const start = lines.findIndex(line => line.includes('Baseline'))
    expect(lines.slice(start, lines.indexOf('', start))).toMatchInlineSnapshot(`
      [
        "   Baseline  without the skill 1 of 2, 50% (9.4% to 90.5%)",
        "             with the skill    1 of 2, 50% (9.4% to 90.5%)",
        "             lift 0 points (−81.1 to +81.1), cannot tell: no difference was seen",
        "             agents $0.42, 2m 48s with; $0.30, 2m 00s without",
        "             1 evaluation could not be measured without the skill: timeout: The agent was stopped by",
        "             the wall clock.",
        " Met without the skill too, 6 of 15 checks",
        "   export-orders  logs_contain: COPY 41 (1 of 1 with, 1 of 1 without)",
        "   export-orders  files_exist: {table}.csv (1 of 1 with, 1 of 1 without)",
        "   export-orders  check of hooks.ts (1 of 1 with, 1 of 1 without)",
        "   export-churn  files_exist: {table}.csv (1 of 1 with, 1 of 1 without)",
        "   export-orders  unexpected_behavior: Exports email addresses (1 of 1 with, 1 of 1 without)",
        "   export-churn  unexpected_behavior: Exports email addresses (1 of 1 with, 1 of 1 without)",
        " Met less often with the skill, 2 of 15 checks",
        "   export-churn  expected_behavior: Masks the names of the customers (0 of 1 with, 1 of 1 without)",
        "   export-churn  logs_contain: COPY 41 (0 of 1 with, 1 of 1 without)",
      ]
    `)
    expect(lines.filter(line => line.includes('baseline'))).toMatchInlineSnapshot(`
      [
        "             baseline unknown: the agent did not say, nothing for 2 replayed ($0.32 when recorded)",
        "       Time  1m 05s (agents 4m 12s, judge 21.0s, baseline 1.0s)",
      ]
    `)
  })

  it('never fails a run', () => {
    const ok = renderTerminal({ ...sample, cases: [], behavior: [{ ...passed, baseline }, { ...passed, id: 'restore', baseline: brokenBaseline }] }, { color: false, width: 100 })
    expect(ok).not.toContain('FAIL')
    expect(ok).toContain('1 evaluation could not be measured without the skill: timeout')
  })

  it('says why there is none', () => {
    expect(renderTerminal({ ...sample, noBaseline: 'a recording is of a run with the skill.' }, { color: false, width: 100 })).toContain('   Baseline  none: a recording is of a run with the skill.')
  })

  it('is a table in markdown', () => {
    const markdown = renderMarkdown({ ...sample, cases: [], behavior })
    const start = markdown.indexOf('### Baseline')
    expect(markdown.slice(start).split('\n')).toMatchInlineSnapshot(`
      [
        "### Baseline: with and without the skill",
        "",
        "|  |  |",
        "| :-- | :-- |",
        "| Without the skill | 1 of 2, 50% &#40;9.4% to 90.5%&#41; |",
        "| With the skill | 1 of 2, 50% &#40;9.4% to 90.5%&#41; |",
        "| Lift | 0 points &#40;−81.1 to +81.1&#41; |",
        "| Answer | cannot tell: no difference was seen |",
        "| Agents | &#36;0.42, 2m 48s with; &#36;0.30, 2m 00s without |",
        "| Not measured | 1 evaluation could not be measured without the skill: timeout: The agent was stopped by the wall clock. |",
        "",
        "#### Met without the skill too: 6",
        "",
        "| Evaluation | Check | Expectation | Met | Place |",
        "| :-- | :-- | :-- | :-- | :-- |",
        "| <code>export-orders</code> | <code>logs_contain</code> | COPY 41 | 1 of 1 with, 1 of 1 without | <code>skills/data-export/evals/evals.json:16:23</code> |",
        "| <code>export-orders</code> | <code>files_exist</code> | &#123;table&#125;.csv | 1 of 1 with, 1 of 1 without | <code>skills/data-export/evals/evals.json:17:22</code> |",
        "| <code>export-orders</code> | <code>hook</code> | check of hooks.ts | 1 of 1 with, 1 of 1 without | <code>skills/data-export/evals/evals.json:5:13</code> |",
        "| <code>export-churn</code> | <code>files_exist</code> | &#123;table&#125;.csv | 1 of 1 with, 1 of 1 without | <code>skills/data-export/evals/evals.json:17:22</code> |",
        "| <code>export-orders</code> | <code>unexpected_behavior</code> | Exports email addresses | 1 of 1 with, 1 of 1 without | <code>skills/data-export/evals/evals.json:13:9</code> |",
        "| <code>export-churn</code> | <code>unexpected_behavior</code> | Exports email addresses | 1 of 1 with, 1 of 1 without | <code>skills/data-export/evals/evals.json:13:9</code> |",
        "",
        "#### Met less often with the skill: 2",
        "",
        "| Evaluation | Check | Expectation | Met | Place |",
        "| :-- | :-- | :-- | :-- | :-- |",
        "| <code>export-churn</code> | <code>expected_behavior</code> | Masks the names of the customers | 0 of 1 with, 1 of 1 without | <code>skills/data-export/evals/evals.json:9:9</code> |",
        "| <code>export-churn</code> | <code>logs_contain</code> | COPY 41 | 0 of 1 with, 1 of 1 without | <code>skills/data-export/evals/evals.json:16:23</code> |",
        "",
      ]
    `)
  })
})
