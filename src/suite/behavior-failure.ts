import type { BehaviorCase, Check } from '../behavior/result.ts'
import path from 'node:path'
import { manyLines } from '../report/plain-text.ts'
import { recordCommand } from '../run/recordings.ts'
import { bounded, failureRows, quoted, trialsRow } from './failure-text.ts'
import { failure } from './failure.ts'

/** Where paths are shown from, and what the project is called by whom. */
interface FailureOptions {
  root: string
  name: string
  runner?: 'vitest' | 'jest'
}

type Row = [name: string, text: string | null]

/**
 * What a behavior test that did not pass fails with: every check that is unmet or has no answer, each at its own line, and once what
 * is to be said of the evaluation as a whole. Several errors come as one `AggregateError`, of which Vitest prints each.
 *
 * @param graded the evaluation
 * @param options names of the project and of the folder that paths are shown from
 * @param options.root absolute path
 * @param options.name of the project
 * @param options.runner who runs it. Default: Vitest
 */
export function behaviorFailure(graded: BehaviorCase, options: FailureOptions): Error {
  const { outcome, checks, file } = graded
  const open = checks.filter(check => check.passed !== true)
  const [only, ...more] = open
  if (outcome === 'failed' && only !== undefined && more.length === 0)
    return checkFailure(only, file, contextOf(graded, options))
  const whole = failure(outcome, `${headline(graded)}\n\n${failureRows(contextOf(graded, options))}\n`, file, graded)
  if (open.length === 0)
    return whole
  return new AggregateError([whole, ...open.map(check => checkFailure(check, file, []))], whole.message)
}

function headline({ outcome, checks, error }: BehaviorCase): string {
  const unmet = checks.filter(check => check.passed === false).length
  const failed = `${unmet} of ${checks.length} checks ${unmet === 1 ? 'is' : 'are'} not met.`
  if (outcome === 'failed')
    return failed
  return `Could not be measured: ${bounded(error ?? 'the reason is not known')}${unmet > 0 ? `\n${failed}` : ''}`
}

function checkFailure({ kind, text, expanded, expected, observed, evidence, diff, line, column }: Check, file: string, context: Row[]): Error {
  const rows: Row[] = [
    ['read as', expanded ?? null],
    ['expected', expected],
    ['observed', observed],
    ['evidence', evidence],
    ...context,
  ]
  const error = failure(kind, `${bounded(text)}\n\n${failureRows(rows)}\n`, file, { line, column })
  return diff === undefined ? error : Object.assign(error, { diff: manyLines(bounded(diff)) })
}

function contextOf(graded: BehaviorCase, { root, name, runner }: FailureOptions): Row[] {
  const { id, outcome, prompt, stop, toolCalls, elapsedMs, notes, record } = graded
  const ran = stop !== 'not_run'
  return [
    ['prompt', quoted(prompt)],
    ['stopped', ran ? `${stop.replaceAll('_', ' ')}, after ${toolCalls} tool ${toolCalls === 1 ? 'call' : 'calls'}, ${(elapsedMs / 1000).toFixed(1)} s` : null],
    ['trials', trialsRow(graded)],
    ...notes.map((note): Row => ['note', note]),
    ['record', record && path.relative(root, record)],
    ['command', ran || outcome !== 'agent_error' ? null : recordCommand(id, name, runner)],
  ]
}
