import type { BehaviorCase, Outcome } from '../behavior/result.ts'
import type { RoutingCase, StopReason, Verdict } from '../routing/result.ts'
import type { Trials } from '../run/trials.ts'
import type { Report } from './report.ts'
import { checks, passed } from './behavior.fixture.ts'
import { overlap } from './overlap.fixture.ts'

const skills = ['pdf-tools', 'sql-review', '__proto__', 'a|b', '請求書']
const texts = ['', 'plain', 'two\nlines\ttab', '\u001B[31mred\u001B[0m', ']]> <b> & "q"', 'x'.repeat(300), '👨‍👩‍👧 🙂', '\uD83D', 'a\u0000b', '\u202Eback', '| `c` @me $1']
const verdicts: Verdict[] = ['correct_trigger', 'true_negative', 'missed_trigger', 'wrong_skill', 'false_trigger', 'error']
const outcomes: Outcome[] = ['passed', 'failed', 'agent_error', 'judge_error', 'hook_error', 'timeout', 'over_budget']
const stops: StopReason[] = ['decision', 'end', 'tool_budget', 'inspection_budget', 'timeout', 'crash', 'api_error', 'cut', 'cancelled', 'not_run']

/** A report of everything that a run can come to, the same for the same seed. */
export function randomReport(seed: number): Report {
  let state = seed + 1
  // mulberry32
  const next = (): number => {
    state = (state + 0x6D2B79F5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const whole = (most: number): number => Math.floor(next() * (most + 1))
  const chance = (): boolean => next() < 0.5
  const one = <T>(list: readonly [T, ...T[]] | readonly T[]): T => list[whole(list.length - 1)] as T
  const maybe = <T>(value: T): T | null => chance() ? value : null
  const some = <T>(make: () => T, most = 3): T[] => Array.from({ length: whole(most) }, make)
  const usage = (): RoutingCase['usage'] => ({ ...chance() && { inputTokens: whole(90_000) }, ...chance() && { outputTokens: whole(900) }, ...chance() && { cacheReadTokens: whole(90_000) }, ...chance() && { cacheWriteTokens: whole(9000) } })
  const place = (): { file: string, line: number, column: number } => ({ file: one(['/repo/skills/sql-review/evals/evals.json', '/elsewhere/evals.json', '/repo/odd \u001B[1m|name.json']), line: 1 + whole(90), column: 1 + whole(20) })
  const ran = (): Pick<RoutingCase, 'stop' | 'error' | 'elapsedMs' | 'usage' | 'costUsd' | 'record' | 'notes'> => ({ stop: one(stops), error: maybe(one(texts)), elapsedMs: whole(99_999), usage: usage(), costUsd: maybe(whole(999) / 1000), record: maybe('/repo/.skill-evals/runs/x'), notes: some(() => one(texts)) })
  const shown = (i: number): Omit<BehaviorCase, 'tier' | 'skill' | 'category' | 'outcome' | 'checks' | 'judge' | 'trials' | 'baseline'> => ({
    id: `${one(texts)}-${i}`,
    extended: chance(),
    prompt: one(texts),
    ...place(),
    ...ran(),
    passed: chance(),
    activations: some(() => ({ skill: chance() ? one(skills) : `other:${one(skills)}`, ok: chance(), subagent: chance(), ...chance() && { reason: one(texts) } })),
    toolCalls: whole(12),
    room: { observed: chance(), missing: some(() => one(skills)), extra: some(() => one(skills)) },
    model: maybe('opus-5'),
    agentVersion: maybe('2.1'),
    apiStatus: null,
    replayed: chance(),
    cached: chance(),
  })
  const trials = <Run>(make: () => Run): Trials<Run> | null => maybe({ asked: 5, passed: whole(3), failed: whole(2), errors: whole(2), passRate: one([0.5, 1]), stoppedEarly: chance(), runs: some(make) })
  const observed = (): string | null => maybe(chance() ? one(skills) : `other:${one(skills)}`)
  const routing = (_: unknown, i: number): RoutingCase => ({
    ...shown(i),
    tier: 'routing',
    skill: maybe(one(skills)),
    category: one(['positive', 'near_miss', 'unrelated']),
    expected: maybe(one(skills)),
    observed: observed(),
    verdict: one(verdicts),
    unknownNames: some(() => one(texts)),
    inspections: whole(17),
    trials: trials(() => ({ ...ran(), verdict: one(verdicts), observed: observed(), passed: chance() })),
  })
  const judge = (): BehaviorCase['judge'] => maybe({ agent: 'claude', version: maybe('2'), model: maybe('haiku'), calls: whole(4), usage: usage(), costUsd: maybe(whole(99) / 1000), elapsedMs: whole(9999) })
  const check = (): BehaviorCase['checks'][number] => ({ ...one(Object.values(checks)), evidence: maybe(one(texts)), observed: one(texts) })
  const behavior = (_: unknown, i: number): BehaviorCase => ({
    ...passed,
    ...shown(i),
    skill: one(skills),
    outcome: one(outcomes),
    checks: some(check, 5),
    judge: judge(),
    trials: trials(() => ({ ...ran(), outcome: one(outcomes), passed: chance(), checks: some(check), judge: judge() })),
  })
  const finding = (severity: 'error' | 'warning') => (): Report['faults'][number] => ({ rule: 'dataset/x', severity, message: one(texts), ...place(), blocks: chance(), ...chance() && { id: one(texts) }, ...chance() && { related: [{ ...place(), message: one(texts) }] } })
  const skipped = some(() => ({ reason: one(texts), count: whole(5) }))
  return {
    version: '0.1.0',
    runner: one<Report['runner']>([{ name: 'vitest', version: '4.1.12' }, { name: 'jest', version: '30.5.2' }, { name: 'jest', version: null }]),
    project: 'evals',
    root: '/repo',
    agent: { name: 'claude', version: maybe('2.1'), model: maybe(one(texts)) },
    room: skills.slice(whole(4)),
    minAccuracy: one([0, 0.5, 1]),
    limits: { toolCalls: 8, inspections: 16 },
    startedAt: '2026-11-30T10:00:00.000Z',
    wallMs: whole(9_999_999),
    cases: Array.from({ length: whole(12) }, routing),
    behavior: Array.from({ length: whole(6) }, behavior),
    structure: { errors: some(finding('error')), warnings: some(finding('warning')) },
    faults: some(finding('error'), 1),
    leftOut: { routing: whole(9), behavior: whole(9) },
    skipped: { count: skipped.length, reasons: skipped },
    notStarted: whole(2),
    unfinished: whole(2),
    partial: chance(),
    ...chance() && { interrupted: { stopped: whole(3), notStarted: whole(9) } },
    ...chance() && { overlap },
    ...chance() && { shard: '1/3' },
    ...chance() && { reportFile: '/repo/.skill-evals/report.json' },
    ...chance() && { runsFolder: '/repo/.skill-evals/runs' },
  }
}
