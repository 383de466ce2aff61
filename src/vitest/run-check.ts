import type { JudgedLine, JudgeRecord } from '../behavior/judge-record.ts'
import type { Check } from '../behavior/result.ts'
import type { BehaviorRequest, LeftBehind } from './grade-behavior.ts'
import { hasLiteral } from '../behavior/evidence.ts'
import { hookEvaluation, hookRun } from '../behavior/hook-run.ts'
import { HookCheckFailure, HookError } from '../behavior/hooks.ts'

/** What `check` of the hooks file came to. */
export interface CheckResult {
  /** `null` when there is no `check`, or it could not be run to its end. */
  finding: Check | null
  /** Why it could not. */
  error: string | null
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
  const text = `check of ${hooks.host.name}`
  const found = (check: Pick<Check, 'passed' | 'observed' | 'evidence' | 'diff'>): Check => ({ kind: 'hook', text, expected: 'the assertions of `check` hold', ...check, ...evaluation.positions.id })

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
    const run = hookRun({ workspace: left.workspace, files: left.files.files.map(file => file.path), events: left.events, resultText, contains: hasLiteral, judge })
    await hooks.host.check(run, hookEvaluation(evaluation), left.context)
    result.finding = found({ passed: true, observed: 'they hold', evidence: null })
  }
  catch (error) {
    if (error instanceof HookCheckFailure)
      result.finding = found({ passed: false, observed: error.message, evidence: null, ...(error.diff !== null && { diff: error.diff }) })
    else if (error instanceof NotJudged)
      result.finding = found({ passed: null, observed: `the judge did not answer: ${error.message}`, evidence: null })
    else if (error instanceof HookError)
      result.error = error.message
    else
      throw error
  }
  return result
}
