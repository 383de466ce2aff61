import type { InstalledAgent } from '../agent/agent.ts'
import type { BehaviorCase } from '../behavior/result.ts'
import type { AgentRun } from '../run/agent-run.ts'
import type { Workspace } from '../run/workspace.ts'
import type { BehaviorRequest } from './grade-behavior.ts'
import type { Attempt, Way } from './measure.ts'
import type { Session } from './session.ts'
import process from 'node:process'
import { hookEvaluation } from '../behavior/hook-run.ts'
import { HookError } from '../behavior/hooks.ts'
import { expandPlaceholders } from '../behavior/placeholders.ts'
import { outsideWrites } from '../routing/outside-writes.ts'
import { isContaminated } from '../routing/verdict.ts'
import { runAgent } from '../run/agent-run.ts'
import { behaviorFingerprint, behaviorLimits } from './behavior-fingerprint.ts'
import { gradeBehavior, ungraded } from './grade-behavior.ts'
import { keepRun } from './keep.ts'
import { liveJudge, reasonForNoJudge } from './live-judge.ts'
import { measure } from './measure.ts'
import { ownPlaces } from './own-places.ts'
import { seedOf } from './seed-of.ts'
import { behaviorOf } from './trials-of.ts'

/** Runs the agent on an evaluation's prompt to its end, as often as the options ask for, and grades what it left. */
export async function behaveLive(session: Session, request: BehaviorRequest, cache: string | null, admission: (() => void) | undefined): Promise<BehaviorCase> {
  return behaviorOf(await measure(session, behaveWay(session, request, cache), request.signal, admission))
}

/** How the runs of an evaluation are made and read. `cache`: where they are kept for the next time. */
export function behaveWay(session: Session, request: BehaviorRequest, cache: string | null): Way<BehaviorCase> {
  return {
    tier: 'behavior',
    run: attempt => behaveOnce(session, request, attempt, cache),
    resultOf: ({ outcome }) => outcome === 'passed' || outcome === 'failed' ? outcome : 'error',
    notStarted: reason => ungraded(request, 'over_budget', reason),
  }
}

/** One run, with the hooks of its dataset. */
async function behaveOnce(session: Session, request: BehaviorRequest, attempt: Attempt, cache: string | null): Promise<BehaviorCase> {
  const { options } = session
  const { evaluation, hooks, signal } = request
  const installed = await session.findAgent()
  const noJudge = await reasonForNoJudge(session, request)
  if (noJudge !== null)
    return ungraded(request, 'judge_error', noJudge)
  const seed = seedOf(session, request)
  let values: Record<string, string> = {}
  let prepared = false
  let cleanUp: HookError | null = null
  let graded: BehaviorCase | undefined

  async function prepare(workspace: Workspace): Promise<string> {
    if (!hooks)
      return evaluation.prompt
    values = await hooks.session()
    signal.throwIfAborted()
    prepared = true
    values = { ...values, ...await hooks.host.setup(workspace.dir, hookEvaluation(evaluation), { ...values }) }
    return expandPlaceholders(evaluation.prompt, values)
  }

  try {
    await runAgent({
      agent: session.agent,
      settings: options.agent,
      installed,
      prompt: hooks ? prepare : evaluation.prompt,
      scratch: session.scratch,
      room: request.isBaseline ? null : { skills: [session.skillOf(request.skill)] },
      ...(seed !== undefined && { seed }),
      timeoutMs: options.timeout.behavior,
      ...(attempt.maxUsd !== null && { maxUsd: attempt.maxUsd }),
      ...(attempt.onUsage && { onUsage: attempt.onUsage }),
      signal,
      env: session.env,
      sandbox: await session.sandbox(),
      readable: [options.root],
      prepared: () => Object.values(values),
      async finish(run, workspace) {
        graded = await gradeAndKeep(session, request, { run, workspace, values, installed, trial: attempt.trial, cache })
      },
      async teardown(workspace) {
        // a workspace that `setup` never saw needs no clean-up
        if (!hooks || !prepared)
          return
        await hooks.host.teardown(workspace.dir, hookEvaluation(evaluation), { ...values }).catch((error) => {
          if (!(error instanceof HookError))
            throw error
          cleanUp = error
          // nobody reports on a case that was cut off, and only the reader can clean up now
          if (signal.aborted)
            process.stderr.write(`${session.redactor.secrets(error.message)}\n`)
        })
      },
    })
  }
  catch (error) {
    if (!(error instanceof HookError))
      throw error
    graded = ungraded(request, 'hook_error', error.message)
  }
  if (!graded)
    throw new Error('A run ended without having been graded; please report this.')
  return withCleanUp(graded, cleanUp)
}

/** What is graded while the workspace is still there. */
interface Finished {
  run: AgentRun
  workspace: Workspace
  values: Record<string, string>
  installed: InstalledAgent
  trial: number
  /** Where the run is kept for the next time. */
  cache: string | null
}

async function gradeAndKeep(session: Session, request: BehaviorRequest, { run, workspace, values, installed, trial, cache }: Finished): Promise<BehaviorCase> {
  const { options } = session
  const { graded, judged } = await gradeBehavior(session, request, {
    events: run.events,
    end: run.end,
    usage: run.usage,
    elapsedMs: run.elapsedMs,
    agentVersion: installed.version,
    prompt: run.prompt,
    workspace: workspace.dir,
    workspaceName: workspace.dir,
    files: run.files,
    changes: run.changes,
    values,
    context: values,
    notes: [...run.notes, ...outsideWrites(run.events, session.agent.tools, await ownPlaces(session, run, values))],
  }, liveJudge(session, request))
  graded.record = await keepRun(session, {
    graded: request.isBaseline ? { ...graded, tier: 'baseline' } : graded,
    trial,
    cache: isContaminated(graded) ? null : cache,
    verdict: graded.outcome,
    measured: graded.outcome === 'passed' || graded.outcome === 'failed',
    run,
    workspace,
    more: { timeoutMs: options.timeout.behavior, limits: behaviorLimits(options), values },
    fingerprint: () => behaviorFingerprint(session, request),
    ...(judged && { attach: { 'judge.json': judged } }),
  })
  return graded
}

/** A clean-up that failed is an error of its own, and takes away nothing that was found out before. */
function withCleanUp(graded: BehaviorCase, failed: HookError | null): BehaviorCase {
  if (!failed)
    return graded
  if (graded.outcome !== 'passed')
    return { ...graded, notes: [...graded.notes, failed.message] }
  return { ...graded, outcome: 'hook_error', error: failed.message, passed: false }
}
