import type { BehaviorCase, BehaviorTrial } from '../behavior/result.ts'
import type { RoutingCase, RoutingTrial } from '../routing/result.ts'
import type { Trials } from '../run/trials.ts'
import { decide } from '../run/trials.ts'
import { spentTogether } from './attempts.ts'

/** One routing evaluation, from all its runs. */
export function routingOf(trials: Trials<RoutingCase>): RoutingCase {
  const { shown, decision, open } = decidedBy(trials, run => run.verdict === 'error')
  if (trials.asked === 1)
    return shown
  return {
    ...shown,
    ...spentTogether(trials.runs),
    ...decision === 'open' && { verdict: 'error' as const, error: open },
    passed: decision === 'passed',
    notes: notesOf(trials.runs),
    trials: { ...trials, runs: trials.runs.map(routingTrial) },
  }
}

/** One behavior evaluation, from all its runs. */
export function behaviorOf(trials: Trials<BehaviorCase>): BehaviorCase {
  const { shown, decision, open } = decidedBy(trials, run => run.outcome !== 'passed' && run.outcome !== 'failed')
  if (trials.asked === 1)
    return shown
  return {
    ...shown,
    ...spentTogether(trials.runs),
    ...decision === 'open' && { error: open },
    passed: decision === 'passed',
    notes: notesOf(trials.runs),
    trials: { ...trials, runs: trials.runs.map(behaviorTrial) },
  }
}

/** What the runs decide, and the first run that shows it. */
function decidedBy<T extends { passed: boolean, error: string | null }>(trials: Trials<T>, isError: (run: T) => boolean): { shown: T, decision: ReturnType<typeof decide>, open: string } {
  const decision = decide({ n: trials.asked, passRate: trials.passRate }, trials)
  const shows = (run: T): boolean => decision === 'passed' ? run.passed : decision === 'failed' ? !run.passed && !isError(run) : isError(run)
  const shown = trials.runs.find(shows) ?? trials.runs[0]
  if (!shown)
    throw new Error('An evaluation was measured without a run; please report this.')
  const open = `${trials.errors} of ${trials.asked} trials could not be measured, and could have turned the result: ${shown.error}`
  return { shown, decision, open }
}

function notesOf(runs: readonly { notes: string[] }[]): string[] {
  return [...new Set(runs.flatMap(run => run.notes))]
}

function routingTrial({ verdict, passed, observed, stop, error, elapsedMs, usage, costUsd, record, notes }: RoutingCase): RoutingTrial {
  return { verdict, passed, observed, stop, error, elapsedMs, usage, costUsd, record, notes }
}

function behaviorTrial({ outcome, passed, checks, stop, error, elapsedMs, usage, costUsd, judge, record, notes }: BehaviorCase): BehaviorTrial {
  return { outcome, passed, checks, stop, error, elapsedMs, usage, costUsd, judge, record, notes }
}
