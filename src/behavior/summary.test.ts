import type { BehaviorCase, Check, JudgeCost } from './result.ts'
import { describe, expect, it } from 'vitest'
import { evaluationOf } from './evaluation.fixture.ts'
import { notRun } from './observe.ts'
import { behaviorCase } from './outcome.ts'
import { summarizeBehavior } from './summary.ts'

const check: Check = { kind: 'logs_contain', text: 't', passed: true, expected: 'e', observed: 'o', evidence: null, line: 1, column: 1 }
const met = check
const unmet: Check = { ...check, passed: false }
const open: Check = { ...check, kind: 'expected_behavior', passed: null }
const judge: JudgeCost = { agent: 'claude', version: '2.1.332', model: 'haiku', calls: 1, usage: { outputTokens: 5 }, costUsd: 0.02, elapsedMs: 900 }

function one(change: Partial<BehaviorCase>): BehaviorCase {
  const passed = behaviorCase({ evaluation: evaluationOf({ logs_contain: ['t'] }), file: '/repo/evals.json', run: { ...notRun(''), stop: 'end', failure: null, error: null }, checks: [met], judgeError: null, hookError: null, judge: null, elapsedMs: 1000, notes: [] })
  return { ...passed, ...change }
}

const passed = one({})
const failed = one({ outcome: 'failed', passed: false, checks: [met, unmet] })
const broken = one({ outcome: 'agent_error', passed: false, stop: 'api_error', error: 'API error.', checks: [] })
const unjudged = one({ outcome: 'judge_error', passed: false, error: 'Cut off.', checks: [unmet, open] })

describe('whether the tier passes', () => {
  it.each<[string, BehaviorCase[], boolean, string[]]>([
    ['all passed', [passed, passed], true, []],
    ['one failed', [passed, failed], false, ['1 of 2 failed.']],
    ['one not measured', [passed, broken], false, ['1 of 2 could not be measured.']],
    ['both', [passed, failed, broken, unjudged], false, ['2 of 4 could not be measured.', '1 of 2 failed.']],
    ['nothing measured', [broken, unjudged], false, ['2 of 2 could not be measured.', 'Nothing was measured.']],
    ['nothing there', [], false, ['Nothing was measured.']],
  ])('%s', (_, cases, ok, reasons) => {
    expect(summarizeBehavior(cases).outcome).toEqual({ ok, reasons })
  })
})

describe('what is added up', () => {
  it('names what passed without its skill, and that decides nothing', () => {
    const loaded = (skill: string, ok = true): BehaviorCase => one({ id: `${skill} ${ok}`, activations: [{ skill, ok, subagent: true }] })
    const { skill } = passed
    const summary = summarizeBehavior([loaded(skill), loaded(skill, false), loaded(`other:${skill}`), loaded('another'), { ...failed, id: 'failed' }])
    expect(summary).toMatchObject({ passedWithoutSkill: [`${skill} false`, `other:${skill} true`, 'another true'], passed: 4 })
  })

  it('counts an error as no answer, and its checks for what they are', () => {
    const summary = summarizeBehavior([passed, failed, broken, unjudged, { ...failed, skill: 'a-skill' }])
    expect(summary).toMatchObject({
      cases: 5,
      graded: 3,
      passed: 1,
      errors: 2,
      degraded: 1,
      checks: { graded: 6, met: 3, open: 1 },
      byKind: { logs_contain: { graded: 6, met: 3, open: 0 }, expected_behavior: { graded: 0, met: 0, open: 1 }, hook: { graded: 0, met: 0, open: 0 } },
      perSkill: [{ skill: 'a-skill', cases: 1, passed: 0 }, { skill: 'data-export', cases: 4, graded: 2, passed: 1, errors: 2 }],
    })
    expect(summary.outcomes).toEqual({ passed: 1, failed: 2, agent_error: 1, judge_error: 1, hook_error: 0, timeout: 0, over_budget: 0 })
  })

  it('tells each reason once', () => {
    expect(summarizeBehavior([unjudged, broken, broken, { ...broken, outcome: 'timeout' }]).unmeasured.map(group => [group.outcome, group.reason, group.cases.length])).toEqual([
      ['agent_error', 'API error.', 2],
      ['judge_error', 'Cut off.', 1],
      ['timeout', 'API error.', 1],
    ])
  })

  it('keeps agent and judge apart, and what is not known unknown', () => {
    const cases = [one({ costUsd: 0.5, usage: { inputTokens: 7 }, judge }), one({ judge: { ...judge, calls: 2, costUsd: null } }), one({ replayed: true, costUsd: 0.3, judge }), one({ stop: 'not_run', outcome: 'agent_error', elapsedMs: 0 })]
    expect(summarizeBehavior(cases)).toMatchObject({
      replayed: 1,
      spending: {
        agent: { runs: 3, cost: { usd: 0.5, estimatedUsd: null, estimated: 0, unknown: 1, replayedUsd: 0.3 }, usage: { inputTokens: 7 } },
        judge: { runs: 3, cost: { usd: 0.02, estimatedUsd: null, estimated: 0, unknown: 1, replayedUsd: 0.02 }, usage: { outputTokens: 10 } },
      },
      elapsedMs: { agent: 3000, judge: 2700 },
      judgeCalls: 4,
      judges: ['claude 2.1.332, haiku'],
    })
    expect(summarizeBehavior([passed]).spending.judge).toEqual({ runs: 0, replayed: 0, cost: { usd: 0, estimatedUsd: null, estimated: 0, unknown: 0, replayedUsd: 0 }, usage: {} })
  })

  it('says what agents saw beside the skill that was installed', () => {
    expect(summarizeBehavior([one({ room: { observed: true, missing: [], extra: ['mine'] } }), one({ room: { observed: true, missing: [], extra: ['mine'] } }), passed]).sessions).toEqual({ checked: 2, extra: [{ skill: 'mine', count: 2 }] })
  })
})
