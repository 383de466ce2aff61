import type { ResolvedOptions } from '../options/resolved-options.ts'
import type { Fingerprint } from '../run/fingerprint.ts'
import type { BehaviorRequest } from './grade-behavior.ts'
import type { Session } from './session.ts'
import { fileFingerprint, fingerprint, roomFingerprint, seedFingerprint } from '../run/fingerprint.ts'
import { installedSkills } from './grade-behavior.ts'
import { seedOf } from './seed-of.ts'

/** Everything that a behavior run could see. Expectations are not among it: they may change, and the run be graded again. */
export async function behaviorFingerprint(session: Session, request: BehaviorRequest): Promise<Fingerprint> {
  const { evaluation, hooks } = request
  const { agent } = session.options
  const seed = seedOf(session, request)
  return fingerprint({
    prompt: evaluation.prompt,
    agent: agent.agent,
    model: agent.model ?? null,
    effort: agent.effort ?? null,
    limits: behaviorLimits(session.options),
    room: await roomFingerprint(installedSkills(session, request)),
    ...(seed !== undefined && { workspace: await seedFingerprint(seed) }),
    ...(hooks && { hooks: await fileFingerprint(hooks.file.file) }),
  })
}

/** The budgets of a behavior run, by name. */
export function behaviorLimits({ limits }: ResolvedOptions): Record<string, number> {
  return limits.usdPerCase === null ? {} : { usdPerCase: limits.usdPerCase }
}
