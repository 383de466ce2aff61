import type { Fingerprint } from '../run/fingerprint.ts'
import type { BehaviorRequest } from './grade-behavior.ts'
import type { ResolvedOptions } from './options.ts'
import type { Session } from './session.ts'
import path from 'node:path'
import { fileFingerprint, fingerprint, roomFingerprint, seedFingerprint } from '../run/fingerprint.ts'

/** Everything that a behavior run could see. Expectations are not among it: they may change, and the run be graded again. */
export async function behaviorFingerprint(session: Session, { evaluation, skill, hooks }: BehaviorRequest): Promise<Fingerprint> {
  const { agent } = session.options
  const installed = session.skillOf(skill)
  return fingerprint({
    prompt: evaluation.prompt,
    agent: agent.agent,
    model: agent.model ?? null,
    effort: agent.effort ?? null,
    limits: behaviorLimits(session.options),
    room: await roomFingerprint([installed]),
    ...(evaluation.workspace !== undefined && { workspace: await seedFingerprint(path.posix.join(installed.dir, evaluation.workspace)) }),
    ...(hooks && { hooks: await fileFingerprint(hooks.file.file) }),
  })
}

/** The budgets of a behavior run, by name. */
export function behaviorLimits({ limits }: ResolvedOptions): Record<string, number> {
  return limits.usdPerCase === null ? {} : { usdPerCase: limits.usdPerCase }
}
