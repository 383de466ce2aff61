import type { RoutingCase } from '../routing/result.ts'
import type { Report } from './report.ts'
import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { baseline, brokenBaseline, failed, passed, timedOut, unjudged } from './behavior.fixture.ts'
import { toReportJson } from './json.ts'
import { overlap } from './overlap.fixture.ts'
import { two } from './several-agents.fixture.ts'

const sample = JSON.parse(readFileSync(new URL('sample-report.json', import.meta.url), 'utf8')) as Report & { cases: [RoutingCase] }
const right = sample.cases[0]
const missed: RoutingCase = { ...right, id: 'sql-plan', verdict: 'missed_trigger', passed: false, observed: null, stop: 'end', activations: [], toolCalls: 3, line: 20, costUsd: 0.0121, usage: { inputTokens: 15_000, outputTokens: 240 } }
const broken: RoutingCase = { ...missed, id: 'pdf-merge', expected: 'pdf-tools', skill: 'pdf-tools', verdict: 'error', stop: 'api_error', error: 'The agent ended with an API error (status 529). Overloaded.', file: '/repo/skills/pdf-tools/evals/evals.json' }
const lured: RoutingCase = { ...right, id: 'sql-joke', category: 'near_miss', verdict: 'false_trigger', passed: false, expected: null, line: 44, notes: ['sql-review fired inside a subagent.'] }

const schema = JSON.parse(readFileSync(new URL('../../schema/report.schema.json', import.meta.url), 'utf8')) as Record<string, unknown>

/** The schema is open for new fields; here it is closed, so that a field which it does not describe is found. */
function closed<Part>(part: Part): Part
function closed(part: unknown): unknown {
  if (Array.isArray(part))
    return part.map(closed)
  if (typeof part !== 'object' || part === null)
    return part
  const copy = Object.fromEntries(Object.entries(part).map(([key, value]) => [key, closed(value)]))
  return 'properties' in copy && copy.type === 'object' ? { ...copy, additionalProperties: false } : copy
}

const open = new Ajv2020({ strict: true, allowUnionTypes: true, allErrors: true }).compile(schema)
const strict = new Ajv2020({ strict: true, allowUnionTypes: true, allErrors: true }).compile(closed(schema))

function written(change: Partial<Report>): unknown {
  return JSON.parse(JSON.stringify(toReportJson({ ...sample, ...change })))
}

describe('toReportJson', () => {
  it.each<[string, Partial<Report>]>([
    ['all well', {}],
    ['all kinds of answers', { cases: [right, missed, lured, broken, { ...right, observed: 'other:x', verdict: 'wrong_skill', passed: false, activations: [{ skill: 'other:x', ok: false, reason: 'r', subagent: true }], record: '/repo/.skill-evals/runs/x' }] }],
    ['nothing ran', { cases: [], skipped: { count: 1, reasons: [{ reason: 'no agent', count: 1 }] }, agent: { name: 'claude', version: null, model: null }, partial: true, shard: '1/2' }],
    ['findings', { structure: { errors: [{ rule: 'a', severity: 'error', file: '/repo/x', line: 1, column: 1, message: 'm', id: 'i', related: [{ file: '/repo/y', line: 1, column: 1, message: 'n' }], blocks: true }], warnings: [] } }],
    ['behavior of all kinds', { cases: [], behavior: [passed, failed, timedOut, unjudged, { ...failed, record: null, checks: failed.checks.map(check => ({ ...check, diff: '- a' })) }] }],
    ['behavior with and without the skill', { behavior: [{ ...passed, baseline }, { ...failed, baseline: brokenBaseline }] }],
    ['a baseline that could not be measured', { behavior: [{ ...passed, baseline: brokenBaseline }] }],
    ['an estimate', { overlap }],
    ['an estimate with nothing positive', { overlap: { ...overlap, positives: 0, first: 0, amongThree: 0, perSkill: [], missed: [] } }],
    ['several agents', two],
    ['a skill named __proto__', { cases: [{ ...right, expected: '__proto__', observed: 'constructor', verdict: 'wrong_skill', passed: false }] }],
  ])('fits its schema: %s', (_, change) => {
    const json = written(change)
    expect(open(json), JSON.stringify(open.errors)).toBe(true)
    expect(strict(json), JSON.stringify(strict.errors)).toBe(true)
  })

  it('has a schema that refuses what is not a report', () => {
    const json = toReportJson({ ...sample, behavior: [passed] })
    const [first] = json.cases
    expect(open({ ...json, schemaVersion: 2 })).toBe(false)
    expect(open({ ...json, totals: { ...json.totals, accuracy: 1.5 } })).toBe(false)
    expect(open({ ...json, cases: [{ ...first, verdict: 'passed' }] })).toBe(false)
    expect(open({ ...json, cases: [{ ...first, file: undefined }] })).toBe(false)
    expect(open({ ...json, behavior: { ...json.behavior, cases: [{ ...json.behavior.cases[0], outcome: 'error' }] } })).toBe(false)
    expect(open({ ...json, later: true })).toBe(true)
  })

  it('keeps ratios exact and unknown things null', () => {
    const json = written({ cases: [...Array.from<RoutingCase>({ length: 3999 }).fill(right), missed, broken] })
    expect(json).toMatchObject({
      schemaVersion: 1,
      meta: { cost_usd: 0.0242, cost_unknown_cases: 3999, input_tokens: 30_000, cache_read_tokens: null, wall_time_s: 65, min_accuracy: 1 },
      totals: { cases: 4001, graded: 4000, passed: 3999, errors: 1, accuracy: 0.99975, degraded: 1 },
      by_category: { unrelated: { graded: 0, accuracy: null } },
      outcome: { ok: false, reasons: ['1 of 4001 could not be measured.', '3999 of 4000 right is below the bar of 100%.'] },
    })
  })

  it('has the names that readers of such reports know', () => {
    const json = written({ cases: [missed, { ...lured, observed: null, activations: [{ skill: 'sql-review', ok: false, subagent: false }], room: { observed: true, missing: ['pdf-tools'], extra: ['mine'] } }, { ...right, observed: 'other:mine', verdict: 'wrong_skill', passed: false, activations: [{ skill: 'other:mine', ok: true, subagent: false }] }] })
    expect(json).toMatchObject({
      confusion: { 'sql-review': { '(no skill)': 1, 'other:mine': 1 }, '(no skill)': { 'sql-review': 1 } },
      unexpected_skills: { 'other:mine': 1 },
      skills_missing_from_session: { 'pdf-tools': 1 },
      extra_skills_in_session: { mine: 1 },
      room_checked_cases: 3,
      per_skill: { 'sql-review': { expected: 2, correct: 0, missed: 1, lost_to_other_skill: 1, fired_total: 1, fired_when_not_expected: 1, recall: 0, precision: 0 } },
      cases: [
        { id: 'sql-plan', expect: 'sql-review', observed: null, stop_reason: 'end', elapsed_s: 6.2, tool_calls: 3, inspection_calls: 0, file: 'skills/sql-review/evals/evals.json', line: 20, column: 13 },
        { observed: null, fired: 'sql-review', verdict: 'false_trigger' },
        { observed: 'other:mine' },
      ],
    })
  })

  it('has behavior apart, with the names that readers of such reports know', () => {
    const json = written({ cases: [], behavior: [passed, failed, timedOut, unjudged], leftOut: { routing: 0, behavior: 2 } })
    expect(json).toMatchObject({
      meta: { agent: 'claude', evaluations_left_out: 0 },
      totals: { cases: 0, accuracy: null },
      outcome: { ok: false, reasons: ['2 of 4 could not be measured.', '1 of 2 failed.'] },
      behavior: {
        totals: { cases: 4, graded: 2, passed: 1, errors: 2, checks: 10, checks_passed: 7, checks_not_graded: 1, degraded: 0, replayed: 0 },
        outcomes: { passed: 1, failed: 1, judge_error: 1, timeout: 1, agent_error: 0 },
        by_kind: { files_exist: { checks: 3, checks_passed: 2, checks_not_graded: 0 } },
        per_skill: { 'data-export': { cases: 3, passed: 1, checks: 10, checks_passed: 7 }, 'backup-restore': { cases: 1, checks: 0 } },
        agent: { cost_usd: 0.63, cost_unknown_cases: 1, time_s: 336 },
        judge: { cost_usd: 0.022, cost_unknown_cases: 1, calls: 4, time_s: 194, cache_read_tokens: null },
        evaluations_left_out: 2,
        cases: [
          { id: 'export-orders', passed: true, error: null, elapsed_s: 84, judge: { calls: 1, cost_usd: 0.011 }, file: 'skills/data-export/evals/evals.json' },
          { outcome: 'failed', record: '.skill-evals/runs/data-export/export-churn.behavior', checks: [{ kind: 'expected_behavior', expectation: 'Masks the names of the customers', passed: false, votes: { pass: 1, of: 3 } }, {}, {}, { expectation: '{table}.csv', expanded: 'orders.csv', detail: 'out/orders.csv' }] },
          { outcome: 'timeout', cost_usd: null, judge: null, checks: [] },
          { outcome: 'judge_error', checks: [{ passed: null }, { passed: false }] },
        ],
      },
    })
  })
})
