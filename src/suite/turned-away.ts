import type { ResolvedOptions } from '../options/resolved-options.ts'
import type { Session } from './session.ts'
import type { FileData } from './test-file.ts'
import type { EvalMeta, TestIdentity } from './test-meta.ts'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { TO_REPLACE, UNFINISHED_RULE } from '../dataset/unfinished-rule.ts'
import { recordFolder } from '../run/record.ts'
import { admit } from './admission.ts'

/** Why a test is not run; nobody reports on what was cancelled. */
export type TurnedAway = NonNullable<EvalMeta['heldBack']> | { kind: 'cancelled', reason: string }

/** Why a paid test has nothing to run, whoever is there to run it; `null` when it may. */
export function reasonAgainst(identity: TestIdentity, data: FileData | undefined, { grade, recordings }: ResolvedOptions, updates: boolean): TurnedAway | null {
  if (data?.heldBack)
    return { kind: 'structure', reason: `held back by ${data.heldBack.rule}${data.skill === null ? '' : ` of ${data.skill}`}, line ${data.heldBack.line} of ${path.basename(data.heldBack.file)}` }
  if (data?.findings.some(finding => finding.rule === UNFINISHED_RULE && finding.id === identity.id))
    return { kind: 'unfinished', reason: `the dataset still holds the template's text: replace what begins with ${TO_REPLACE}` }
  const calls = grade === null && (recordings === null || updates)
  // a recording can be graded on any machine
  if (identity.tier === 'behavior' && calls && data?.elsewhere)
    return { kind: 'machine', reason: data.elsewhere }
  if (grade !== null && identity.id !== null && !existsSync(recordFolder(grade, { skill: identity.skill, id: identity.id, tier: identity.tier === 'behavior' ? 'behavior' : 'routing' })))
    return { kind: 'no_record', reason: 'no record of it was kept' }
  return null
}

/**
 * Waits until a paid test may run.
 * @returns what gives its place back, or why it is not run.
 */
export async function admitTest(session: Session, test: { id: string, tier: 'routing' | 'behavior' }, cancelled: AbortSignal): Promise<(() => void) | TurnedAway> {
  try {
    const admission = await admit(session, test.tier, cancelled)
    if (typeof admission === 'function')
      session.admissions.set(test.id, admission)
    return admission
  }
  catch (error) {
    if (cancelled.aborted)
      return { kind: 'cancelled', reason: 'The run was cancelled.' }
    throw error
  }
}
