import type { Baseline, BehaviorCase, Check } from '../behavior/result.ts'
import { tallyChecks } from '../behavior/check-tally.ts'

const base: Check = { kind: 'logs_contain', text: 'COPY 41', passed: true, expected: 'the agent does or says "COPY 41"', observed: 'it did', evidence: 'In the result of Bash: COPY 41', line: 16, column: 23 }

/** One check of each kind, and how it stands when it is not met. */
export const checks = {
  masked: { ...base, kind: 'expected_behavior', text: 'Masks the names of the customers', expected: 'this happens', observed: 'the judge says that it did', evidence: 'The call of Bash masks column 2.', votes: { pass: 1, of: 1 }, line: 9, column: 9 },
  emails: { ...base, kind: 'unexpected_behavior', text: 'Exports email addresses', expected: 'this does not happen', observed: 'the judge says that it did not', evidence: 'No column holds an address.', votes: { pass: 3, of: 3 }, line: 13, column: 9 },
  literal: base,
  file: { ...base, kind: 'files_exist', text: '{table}.csv', expanded: 'orders.csv', expected: 'the workspace holds a file orders.csv', observed: 'it does', evidence: 'out/orders.csv', line: 17, column: 22 },
  hook: { ...base, kind: 'hook', text: 'check of hooks.ts', expected: 'its assertions hold', observed: 'they do', evidence: null, line: 5, column: 13 },
  notMasked: { ...base, kind: 'expected_behavior', text: 'Masks the names of the customers', passed: false, expected: 'this happens', observed: 'the judge says that it did not', evidence: 'Column 2 of out/orders.csv holds "Ada Lovelace" in clear, and no call changes it afterwards.', votes: { pass: 1, of: 3 }, line: 9, column: 9 },
  noLiteral: { ...base, passed: false, observed: 'it did not', evidence: 'The nearest thing: In the result of Bash: COPY 4 rows' },
  noFile: { ...base, kind: 'files_exist', text: '{table}.csv', expanded: 'orders.csv', passed: false, expected: 'the workspace holds a file orders.csv', observed: 'it does not', evidence: 'The workspace holds out/order.csv, schema.sql.', line: 17, column: 22 },
  badHook: { ...base, kind: 'hook', text: 'check of hooks.ts', passed: false, expected: 'its assertions hold', observed: 'one does not', evidence: 'expected 41 to be 40', diff: '- 40\n+ 41', line: 5, column: 13 },
  unjudged: { ...base, kind: 'expected_behavior', text: 'Masks the names of the customers', passed: null, expected: 'this happens', observed: 'the judge gave no answer', evidence: 'The judge timed out.', line: 9, column: 9 },
} satisfies Record<string, Check>

/** A behavior evaluation that passed. */
export const passed: BehaviorCase = {
  tier: 'behavior',
  id: 'export-orders',
  skill: 'data-export',
  category: 'positive',
  extended: false,
  prompt: 'Export {table} for the finance team.',
  file: '/repo/skills/data-export/evals/evals.json',
  line: 5,
  column: 13,
  outcome: 'passed',
  error: null,
  passed: true,
  checks: [checks.masked, checks.emails, checks.literal, checks.file, checks.hook],
  stop: 'end',
  activations: [{ skill: 'data-export', ok: true, subagent: false }],
  toolCalls: 12,
  room: { observed: true, missing: [], extra: [] },
  model: 'opus-5',
  agentVersion: '2.1.332',
  usage: { inputTokens: 20_000, cacheReadTokens: 61_000, outputTokens: 1800 },
  costUsd: 0.21,
  apiStatus: null,
  trials: null,
  baseline: null,
  elapsedMs: 84_000,
  judge: { agent: 'claude', version: '2.1.332', model: 'haiku-5', calls: 1, usage: { inputTokens: 9000, outputTokens: 300 }, costUsd: 0.011, elapsedMs: 7000 },
  record: null,
  replayed: false,
  cached: false,
  notes: [],
}

/** The same without its skill: the first check is not met, and the run was paid before. */
export const baseline: Baseline = {
  ...{ outcome: 'failed', passed: false, error: null, elapsedMs: 60_000, usage: { outputTokens: 900 }, costUsd: 0.15, judge: passed.judge, record: '/repo/.skill-evals/cache/0/data-export/export-orders.baseline', cached: true },
  checks: [checks.notMasked, checks.emails, checks.literal, checks.file, checks.hook],
  notes: [],
  trials: { graded: 1, passed: 0, errors: 0 },
  tallies: tallyChecks([{ checks: [checks.notMasked, checks.emails, checks.literal, checks.file, checks.hook] }]),
  runs: [{ outcome: 'failed', passed: false, error: null, elapsedMs: 60_000, usage: { outputTokens: 900 }, costUsd: 0.15, judge: passed.judge, record: null, cached: true }],
}

/** It could not be measured. */
export const brokenBaseline: Baseline = {
  ...{ outcome: 'timeout', passed: false, error: 'The agent was stopped by the wall clock.', elapsedMs: 1000, usage: {}, costUsd: null, judge: null, record: null, cached: false },
  ...{ checks: [], notes: [], trials: { graded: 0, passed: 0, errors: 1 }, tallies: [] },
  runs: [{ outcome: 'timeout', passed: false, error: 'The agent was stopped by the wall clock.', elapsedMs: 1000, usage: {}, costUsd: null, judge: null, record: null, cached: false }],
}

/** Two checks are not met. */
export const failed: BehaviorCase = { ...passed, id: 'export-churn', outcome: 'failed', passed: false, checks: [checks.notMasked, checks.emails, checks.noLiteral, checks.file], notes: ['The agent never loaded data-export: what it did, it did without the skill.'], record: '/repo/.skill-evals/runs/data-export/export-churn.behavior' }

/** The agent did not come to its end. */
export const timedOut: BehaviorCase = { ...passed, id: 'restore-drill', skill: 'backup-restore', file: '/repo/skills/backup-restore/evals/evals.json', outcome: 'timeout', passed: false, stop: 'timeout', error: 'The agent was stopped by the wall clock before it was done. Last seen: a call of Bash.', checks: [], costUsd: null, judge: null }

/** The judge failed, and something else is not met. */
export const unjudged: BehaviorCase = { ...passed, id: 'export-audit', outcome: 'judge_error', passed: false, error: 'The judge timed out after 180 s.', checks: [checks.unjudged, checks.noFile], judge: { agent: 'claude', version: '2.1.332', model: 'haiku-5', calls: 2, usage: {}, costUsd: null, elapsedMs: 180_000 } }
