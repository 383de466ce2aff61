import type { Usage } from '../agent/events.ts'
import type { Evaluation } from '../dataset/evaluation.ts'
import type { ResolvedOptions } from '../options/resolved-options.ts'
import type { Decider } from '../routing/decide.ts'
import type { RoutingCase, RoutingDecision } from '../routing/result.ts'
import type { AgentRun } from '../run/agent-run.ts'
import type { Fingerprint } from '../run/fingerprint.ts'
import type { Attempt } from './measure.ts'
import type { Session } from './session.ts'
import { createDecider } from '../routing/decide.ts'
import { outsideWrites } from '../routing/outside-writes.ts'
import { noDecision } from '../routing/result.ts'
import { refusedRoom } from '../routing/strict-room.ts'
import { isContaminated, verdictOf } from '../routing/verdict.ts'
import { runAgent } from '../run/agent-run.ts'
import { fingerprint } from '../run/fingerprint.ts'
import { recordedEnd, recordedLines, replayEvents } from '../run/read-record.ts'
import { keepRun } from './keep.ts'
import { measure } from './measure.ts'
import { ownPlaces, recordedPlaces } from './own-places.ts'
import { routingOf } from './trials-of.ts'
import { usableRecord } from './usable-record.ts'

/** A routing evaluation, to be measured. */
export interface RoutingRequest {
  evaluation: Evaluation
  /** Absolute path of the dataset. */
  file: string
  signal: AbortSignal
  /** Where the run is kept for the next time; `null` where it must be made anew then. */
  cache: string | null
}

/** Runs the agent on an evaluation's prompt, until it decides, as often as the options ask for. */
export async function routeLive(session: Session, request: RoutingRequest, admission: (() => void) | undefined): Promise<RoutingCase> {
  const { evaluation, file, signal } = request
  return routingOf(await measure(session, {
    tier: 'routing',
    run: attempt => routeOnce(session, request, attempt),
    resultOf: ({ verdict, passed }) => verdict === 'error' ? 'error' : passed ? 'passed' : 'failed',
    notStarted: reason => grade(evaluation, file, noDecision('not_run', reason), 0),
  }, signal, admission))
}

async function routeOnce(session: Session, { evaluation, file, signal, cache }: RoutingRequest, attempt: Attempt): Promise<RoutingCase> {
  const { options, agent, staged } = session
  const installed = await session.findAgent()
  const room = await staged.use(signal)
  const decider = newDecider(session)
  let graded: RoutingCase | undefined
  await runAgent({
    agent,
    settings: options.agent,
    installed,
    prompt: evaluation.prompt,
    scratch: session.scratch,
    room,
    timeoutMs: options.timeout.routing,
    ...(attempt.maxUsd !== null && { maxUsd: attempt.maxUsd }),
    ...(attempt.onUsage && { onUsage: attempt.onUsage }),
    signal,
    env: session.env,
    sandbox: await session.sandbox(),
    readable: [options.root],
    onEvent: event => decider.push(event) === null ? undefined : 'stop',
    async finish(run, workspace) {
      if (run.roomChanges.length > 0)
        staged.restage(room.generation)
      const decision = decider.finish(run.end)
      const changes = roomNotes(run, staged.changed(room.generation))
      graded = grade(evaluation, file, completed(decision, run.usage, installed.version), run.elapsedMs, refusal(session, decision, changes))
      graded.notes.push(...changes, ...outsideWrites(run.events, session.agent.tools, await ownPlaces(session, run)))
      graded.record = await keepRun(session, {
        graded: { ...graded, notes: [...graded.notes, ...run.notes] },
        trial: attempt.trial,
        cache: run.roomChanges.length > 0 || isContaminated(graded) ? null : cache,
        verdict: graded.verdict,
        measured: graded.verdict !== 'error',
        run,
        workspace,
        more: { timeoutMs: options.timeout.routing, limits: routingLimits(options), values: {} },
        fingerprint: () => routingFingerprint(session, evaluation),
      })
    },
  })
  if (!graded)
    throw new Error('A run ended without having been graded; please report this.')
  return graded
}

/** Grades an evaluation from its recording, by the same rules. */
export async function replayRouting(session: Session, dir: string, evaluation: Evaluation, file: string): Promise<RoutingCase> {
  const key = { skill: evaluation.skill, id: evaluation.id, tier: 'routing' } as const
  const found = await usableRecord(session.options, dir, key, () => routingFingerprint(session, evaluation))
  if ('problem' in found)
    return { ...grade(evaluation, file, noDecision('not_run', found.problem), 0), replayed: true }
  const { record, remarks, before } = found
  const decider = newDecider(session)
  const reader = session.agent.reader()
  const events = await replayEvents(recordedLines(record), reader, event => decider.push(event) === null ? undefined : 'stop')
  const { manifest } = record
  const decision = decider.finish(recordedEnd(record))
  const graded = grade(evaluation, file, completed(decision, reader.usage(), manifest.agentVersion), manifest.elapsedMs, refusal(session, decision, []))
  graded.notes.push(...outsideWrites(events, session.agent.tools, recordedPlaces(manifest)), ...remarks)
  return { ...graded, record: record.folder, replayed: true, ...before }
}

function newDecider({ room, options, observed }: Session): Decider {
  return createDecider({ room, limits: options.limits, agent: observed })
}

function refusal({ options }: Session, decision: RoutingDecision, changes: readonly string[]): string | null {
  return options.strictRoom ? refusedRoom(decision, changes) : null
}

function grade(evaluation: Evaluation, file: string, decision: RoutingDecision, elapsedMs: number, refusal: string | null = null): RoutingCase {
  const { verdict, error, notes } = verdictOf(evaluation.expected, decision, refusal)
  return {
    ...decision,
    tier: 'routing',
    id: evaluation.id,
    skill: evaluation.skill,
    category: evaluation.category,
    extended: evaluation.extended,
    prompt: evaluation.prompt,
    file,
    ...evaluation.positions.id,
    expected: evaluation.expected,
    verdict,
    error,
    notes,
    passed: verdict === 'correct_trigger' || verdict === 'true_negative',
    elapsedMs,
    trials: null,
    record: null,
    replayed: false,
    cached: false,
  }
}

/** A run that was stopped at its decision has no last word: its tokens are those of the replies it had printed. */
function completed(decision: RoutingDecision, usage: Usage, agentVersion: string | null): RoutingDecision {
  return {
    ...decision,
    usage: Object.keys(decision.usage).length > 0 ? decision.usage : usage,
    agentVersion: decision.agentVersion ?? agentVersion,
  }
}

function roomNotes(run: AgentRun, changed: boolean): string[] {
  if (run.roomChanges.length > 0)
    return [`The run changed the room: ${run.roomChanges.slice(0, 5).join(', ')}. The room was staged anew for the runs after it.`]
  return changed ? ['Another run changed the room while this one used it.'] : []
}

function routingLimits({ limits: { toolCalls, inspections } }: ResolvedOptions): Record<string, number> {
  return { toolCalls, inspections }
}

/** Everything that a routing run could see. */
export async function routingFingerprint(session: Session, evaluation: Evaluation): Promise<Fingerprint> {
  const { agent } = session.options
  return fingerprint({
    prompt: evaluation.prompt,
    agent: agent.agent,
    model: agent.model ?? null,
    effort: agent.effort ?? null,
    limits: routingLimits(session.options),
    room: await session.roomHashes(),
  })
}
