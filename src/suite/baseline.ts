import type { Baseline, BaselineRun, BehaviorCase } from '../behavior/result.ts'
import type { Trials } from '../run/trials.ts'
import type { TestOfRun } from './evaluate.ts'
import type { BehaviorRequest } from './grade-behavior.ts'
import type { Session } from './session.ts'
import { tallyChecks } from '../behavior/check-tally.ts'
import { replayBehavior } from './behave-replay.ts'
import { behaveWay } from './behave.ts'
import { behaviorFingerprint } from './behavior-fingerprint.ts'
import { ungraded } from './grade-behavior.ts'
import { measure } from './measure.ts'
import { cachePlace } from './reuse.ts'
import { behaviorOf } from './trials-of.ts'

/**
 * Measures an evaluation without its skill, or takes the runs that were made before. It never throws: whatever goes wrong here says nothing
 * of the skill.
 *
 * @returns `null` when it was cut off with the rest.
 */
export async function measureBaseline(session: Session, withSkill: BehaviorRequest, test: TestOfRun): Promise<Baseline | null> {
  const request: BehaviorRequest = { ...withSkill, isBaseline: true }
  try {
    return baselineOf(await measured(session, request, test))
  }
  catch (error) {
    if (request.signal.aborted)
      return null
    const broken = ungraded(request, 'agent_error', error instanceof Error ? error.message : String(error))
    return baselineOf({ asked: 1, passed: 0, failed: 0, errors: 1, passRate: 1, stoppedEarly: false, runs: [broken] })
  }
}

async function measured(session: Session, request: BehaviorRequest, test: TestOfRun): Promise<Trials<BehaviorCase>> {
  const { evaluation, hooks } = request
  const cache = await cachePlace(session, { tier: 'baseline', evaluation, hooks: hooks && hooks.file, fingerprint: () => behaviorFingerprint(session, request) }, test)
  return measure(session, {
    ...behaveWay(session, request, cache),
    decidesNothing: true,
    async kept(trial) {
      const known = cache === null ? null : await replayBehavior(session, cache, request, trial)
      return known && known.stop !== 'not_run' ? { ...known, cached: true } : null
    },
  }, request.signal, undefined)
}

/** What the runs without the skill came to. */
export function baselineOf(trials: Trials<BehaviorCase>): Baseline {
  const shown = behaviorOf(trials)
  return {
    ...baselineRun(shown),
    cached: trials.runs.every(run => run.cached),
    checks: shown.checks,
    notes: shown.notes,
    trials: { graded: trials.passed + trials.failed, passed: trials.passed, errors: trials.errors },
    tallies: tallyChecks(trials.runs),
    runs: trials.runs.map(baselineRun),
  }
}

function baselineRun({ outcome, passed, error, elapsedMs, usage, costUsd, judge, record, cached }: BehaviorCase): BaselineRun {
  return { outcome, passed, error, elapsedMs, usage, costUsd, judge, record, cached }
}
