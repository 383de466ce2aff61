import type { HookFinding } from '../behavior/grade.ts'
import type { JudgedLine, JudgeRecord } from '../behavior/judge-record.ts'
import type { BehaviorRequest, LeftBehind } from './grade-behavior.ts'
import { hasLiteral } from '../behavior/evidence.ts'
import { hookFinding } from '../behavior/grade.ts'
import { hookEvaluation, hookRun } from '../behavior/hook-run.ts'
import { HookCheckFailure, HookError } from '../behavior/hooks.ts'

/** What `check` of the hooks file came to. */
export interface CheckResult {
  /** `null` when there is no `check`. */
  finding: HookFinding | null
  /** Why it could not be run to its end. */
  error: HookError | null
  /** What it asked the judge. */
  judged: JudgeRecord[]
}

/** A statement of `check` that the judge did not answer; the record says why. */
class NotJudged extends Error {
  override name = 'NotJudged'
}

/** Calls `check` of the hooks file on what the run left. */
export async function runCheck({ evaluation, hooks }: BehaviorRequest, left: LeftBehind, resultText: string, ask: (lines: readonly JudgedLine[]) => Promise<JudgeRecord>): Promise<CheckResult> {
  const result: CheckResult = { finding: null, error: null, judged: [] }
  if (!hooks)
    return result
  async function judge(statement: string, { mustNot = false }: { mustNot?: boolean } = {}): Promise<{ pass: boolean, reason: string }> {
    const record = await ask([{ id: '1', kind: mustNot ? 'unexpected_behavior' : 'expected_behavior', statement }])
    result.judged.push(record)
    const [answer] = record.answers
    if (!answer)
      throw new NotJudged(record.error ?? 'The judge gave no answer.')
    return { pass: answer.pass, reason: answer.reason }
  }

  try {
    if (!await hooks.host.hasCheck())
      return result
    const run = hookRun({ workspace: left.workspace, files: left.files.files.map(file => file.path), events: left.events, resultText, contains: (events, text) => hasLiteral(events, text.replaceAll(left.workspace, left.workspaceName)), judge })
    await hooks.host.check(run, hookEvaluation(evaluation), left.context)
    result.finding = hookFinding(hooks.host.name)
  }
  catch (error) {
    const expected = error instanceof HookCheckFailure || error instanceof NotJudged || error instanceof HookError
    if (!expected)
      throw error
    result.finding = hookFinding(hooks.host.name, error)
    result.error = error instanceof HookError ? error : null
  }
  return result
}
