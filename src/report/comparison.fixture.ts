import type { ReportedEvaluation, ReportedRun } from './read-report.ts'

/** A run of three skills, as read from a report, with these evaluations. */
export function reportedRun(evaluations: ReportedEvaluation[], changes: Partial<ReportedRun> = {}): ReportedRun {
  return { agent: 'claude', name: changes.agent ?? 'claude', agentVersion: '2.1.332', model: 'opus-5', startedAt: '2026-11-30T10:00:00.000Z', room: ['a', 'b', 'c'], toolCalls: 8, inspections: 16, partial: false, graders: { routing: 1, behavior: 1 }, evaluations, ...changes }
}

/** An evaluation that passed, or did not. With several verdicts, one that had several runs. */
export function routed(id: string, verdict: string | string[] = 'correct_trigger', changes: Partial<ReportedEvaluation> = {}): ReportedEvaluation {
  const verdicts = [verdict].flat()
  const graded = verdicts.filter(one => one !== 'error')
  return { tier: 'routing', id, verdicts, passed: graded.filter(one => one === 'correct_trigger' || one === 'true_negative').length, graded: graded.length, asked: { prompt: id, expected: 'a', expectations: [] }, judge: null, costUsd: 0.25, elapsedMs: 1000, replayed: false, ...changes }
}

/** Evaluations of one kind, by numbered ids. */
export function several(count: number, name: string, verdict: string | string[] = 'correct_trigger'): ReportedEvaluation[] {
  return Array.from({ length: count }, (_, i) => routed(`${name}-${i}`, verdict))
}
