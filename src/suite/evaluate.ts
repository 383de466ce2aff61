import type { BehaviorCase } from '../behavior/result.ts'
import type { Evaluation } from '../dataset/evaluation.ts'
import type { RoutingCase } from '../routing/result.ts'
import type { DatasetHooks } from './dataset-hooks.ts'
import type { BehaviorRequest } from './grade-behavior.ts'
import type { Session } from './session.ts'
import { isGraded } from '../behavior/summary.ts'
import { measureBaseline } from './baseline.ts'
import { replayBehavior } from './behave-replay.ts'
import { behaveLive } from './behave.ts'
import { behaviorFingerprint } from './behavior-fingerprint.ts'
import { forReaders } from './grade-behavior.ts'
import { cachePlace } from './reuse.ts'
import { replayRouting, routeLive, routingFingerprint } from './route.ts'
import { withoutSecrets } from './without-secrets.ts'

/** The test that an evaluation is measured for. */
export interface TestOfRun {
  id: string
  signal: AbortSignal
  /** Vitest has not made this test before in this run, by `retry` or `repeats`. */
  isFirst: boolean
}

/**
 * Measures one evaluation: from its recording, or by running the agent. A test's own signal is not enough to end the
 * agent: Vitest forgets the tests that run beside one that ends, and then aborts none of them.
 */
export async function evaluateRouting(session: Session, evaluation: Evaluation, file: string, test: TestOfRun): Promise<RoutingCase> {
  const graded = await (session.records !== null ? replayRouting(session, session.records, evaluation, file) : routeNow(session, evaluation, file, test))
  return withoutSecrets(graded, session.redactor)
}

async function routeNow(session: Session, evaluation: Evaluation, file: string, test: TestOfRun): Promise<RoutingCase> {
  const cache = await cachePlace(session, { tier: 'routing', evaluation, hooks: null, fingerprint: () => routingFingerprint(session, evaluation) }, test)
  const known = cache === null ? null : await replayRouting(session, cache, evaluation, file)
  if (known && known.stop !== 'not_run')
    return { ...known, cached: true }
  return routeLive(session, { evaluation, file, signal: AbortSignal.any([test.signal, session.cancelled]), cache }, admissionOf(session, test))
}

/** The same for the behavior tier. */
export async function evaluateBehavior(session: Session, evaluation: Evaluation, file: string, hooks: DatasetHooks | null, test: TestOfRun): Promise<BehaviorCase> {
  if (evaluation.skill === null)
    throw new Error(`Evaluation ${evaluation.id} of ${file} belongs to no skill, and has no behavior; please report this.`)
  const request = { evaluation, skill: evaluation.skill, file, hooks, signal: AbortSignal.any([test.signal, session.cancelled]), isBaseline: false }
  const run = (): Promise<BehaviorCase> => session.records !== null ? replayBehavior(session, session.records, request) : behaveBoth(session, request, test)
  const graded = await (hooks ? hooks.during(run) : run())
  return withoutSecrets(forReaders(graded, session.options.root), session.redactor)
}

/** With the skill, and where it is asked for without it: afterwards, so that hooks with one trial never prepare the same case twice at a time. */
async function behaveBoth(session: Session, request: BehaviorRequest, test: TestOfRun): Promise<BehaviorCase> {
  const graded = await behaveNow(session, request, test)
  const isAnswer = graded.trials ? graded.trials.passed + graded.trials.failed > 0 : isGraded(graded)
  if (session.options.baseline === null || session.options.recordings !== null || !test.isFirst || !isAnswer)
    return graded
  // not needed by what came from the cache; the baseline waits for slots of its own
  admissionOf(session, test)?.()
  return { ...graded, baseline: await measureBaseline(session, request, test) }
}

async function behaveNow(session: Session, request: BehaviorRequest, test: TestOfRun): Promise<BehaviorCase> {
  const { evaluation, hooks } = request
  const cache = await cachePlace(session, { tier: 'behavior', evaluation, hooks: hooks && hooks.file, fingerprint: () => behaviorFingerprint(session, request) }, test)
  const known = cache === null ? null : await replayBehavior(session, cache, request)
  if (known && known.stop !== 'not_run')
    return { ...known, cached: true }
  return behaveLive(session, request, cache, admissionOf(session, test))
}

/** The slot of a test; what Vitest makes of it a second time has to wait for one. */
function admissionOf({ admissions }: Session, { id }: TestOfRun): (() => void) | undefined {
  const admission = admissions.get(id)
  admissions.delete(id)
  return admission
}
