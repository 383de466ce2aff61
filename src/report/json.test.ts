import type { RoutingCase } from '../routing/result.ts'
import type { Report } from './report.ts'
import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { toReportJson } from './json.ts'

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
    ['a skill named __proto__', { cases: [{ ...right, expected: '__proto__', observed: 'constructor', verdict: 'wrong_skill', passed: false }] }],
  ])('fits its schema: %s', (_, change) => {
    const json = written(change)
    expect(open(json), JSON.stringify(open.errors)).toBe(true)
    expect(strict(json), JSON.stringify(strict.errors)).toBe(true)
  })

  it('has a schema that refuses what is not a report', () => {
    const json = toReportJson(sample)
    const [first] = json.cases
    expect(open({ ...json, schemaVersion: 2 })).toBe(false)
    expect(open({ ...json, totals: { ...json.totals, accuracy: 1.5 } })).toBe(false)
    expect(open({ ...json, cases: [{ ...first, verdict: 'passed' }] })).toBe(false)
    expect(open({ ...json, cases: [{ ...first, file: undefined }] })).toBe(false)
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
})
