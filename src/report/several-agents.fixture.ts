import type { RoutingCase } from '../routing/result.ts'
import type { Report } from './report.ts'
import { readFileSync } from 'node:fs'
import { failed, passed, timedOut } from './behavior.fixture.ts'

const sample = JSON.parse(readFileSync(new URL('sample-report.json', import.meta.url), 'utf8')) as Report & { cases: [RoutingCase] }
const right = sample.cases[0]

/** An evaluation that expects a skill, and what fired. */
function asked(id: string, expected: string | null, fired: string | null): RoutingCase {
  const verdict = fired === expected ? expected === null ? 'true_negative' : 'correct_trigger' : fired === null ? 'missed_trigger' : expected === null ? 'false_trigger' : 'wrong_skill'
  return { ...right, id, category: expected === null ? 'near_miss' : 'positive', expected, observed: fired, verdict, passed: fired === expected, activations: fired === null ? [] : [{ skill: fired, ok: true, subagent: false }] }
}

const unmeasured: RoutingCase = { ...asked('pdf-merge', 'pdf-tools', null), verdict: 'error', passed: false, stop: 'api_error', error: 'Status 529.' }

/** The first agent takes everything that is its own. */
export const first: Report = {
  ...sample,
  agentName: 'claude',
  cases: [asked('sql-index', 'sql-review', 'sql-review'), asked('sql-plan', 'sql-review', 'sql-review'), asked('pdf-merge', 'pdf-tools', 'pdf-tools'), asked('sql-joke', null, null)],
  behavior: [passed, failed, timedOut],
}

/** The second misses one, takes one that it should not, and could not be measured in one. */
export const second: Report = {
  ...sample,
  project: 'evals:codex',
  agentName: 'codex',
  agent: { name: 'codex', version: '0.171.0', model: null, observes: { skills: false, activation: 'read', model: false, cost: false } },
  cases: [asked('sql-index', 'sql-review', 'sql-review'), asked('sql-plan', 'sql-review', null), unmeasured, asked('sql-joke', null, 'sql-review')],
  behavior: [passed, { ...failed, outcome: 'passed', passed: true }],
}

/** The third was asked only one thing. */
export const third: Report = { ...sample, project: 'evals:gemini', agentName: 'gemini', agent: { name: 'gemini', version: '0.61.0', model: 'flash' }, cases: [asked('sql-plan', 'sql-review', 'pdf-tools')] }

/** A run of the first two. */
export const two: Report = { ...first, others: [second] }
