import type { AgentEvent } from '../agent/events.ts'
import type { Position } from '../catalog/finding.ts'
import type { Evaluation } from '../dataset/evaluation.ts'
import type { LeftFiles } from './grade-files.ts'
import type { JudgedAnswer, JudgedLine } from './judge-record.ts'
import type { Check } from './result.ts'
import { gradeFiles } from './grade-files.ts'
import { gradeLiterals } from './grade-literals.ts'
import { HookCheckFailure } from './hooks.ts'

/** What `check` of the hooks file found. Plain data. */
export interface HookFinding {
  /** Name of the hooks file, such as `hooks.ts`. */
  name: string
  /** `null`: it did not come to an answer. */
  passed: boolean | null
  message: string | null
  /** Expected and received, ready to print, without colours. */
  diff: string | null
}

/** All that the expectations of one evaluation are graded from. Plain data. */
export interface GradeInput {
  evaluation: Evaluation
  /** Placeholders and what the hooks gave for them. */
  values: Record<string, string>
  /** What events and values call the workspace: its path, or the mark that a record has for it. Default: no path leads there. */
  workspace?: string
  events: readonly AgentEvent[]
  left: LeftFiles
  /** The judge's answers; empty when it gave none. */
  answers: readonly JudgedAnswer[]
  /** Why the judge gave no answers; `null` when it did, or was not asked. */
  judgeError: string | null
  /** `null` when the hooks file has no `check`. */
  hook: HookFinding | null
}

/** Grades everything: one check for each expectation, in the order of the dataset, and the hook's finding last. */
export function gradeRun(input: GradeInput): Check[] {
  const { evaluation, values, events, left, hook, workspace } = input
  const checks = [
    ...gradeJudged('expected_behavior', evaluation.expectedBehavior, evaluation.positions.expectedBehavior, input),
    ...gradeJudged('unexpected_behavior', evaluation.unexpectedBehavior, evaluation.positions.unexpectedBehavior, input),
    ...gradeLiterals(evaluation, values, events),
    ...gradeFiles(evaluation, values, left, workspace),
  ].sort((a, b) => a.line - b.line || a.column - b.column)
  return hook === null ? checks : [...checks, hookCheck(hook, evaluation.positions.id)]
}

/** What a `check` that returned or threw has found. Anything thrown but a failed assertion is no answer about the skill. */
export function hookFinding(name: string, thrown?: unknown): HookFinding {
  if (thrown === undefined)
    return { name, passed: true, message: null, diff: null }
  if (thrown instanceof HookCheckFailure)
    return { name, passed: false, message: thrown.message, diff: thrown.diff }
  return { name, passed: null, message: thrown instanceof Error ? thrown.message : String(thrown), diff: null }
}

function gradeJudged(kind: JudgedLine['kind'], statements: string[], places: Position[], { evaluation, answers, judgeError }: GradeInput): Check[] {
  const mustNot = kind === 'unexpected_behavior'
  return statements.map((text, index) => {
    const check = { kind, text, expected: mustNot ? 'this does not happen' : 'this happens', ...places[index] ?? evaluation.positions.start }
    const answer = answers.find(one => one.kind === kind && one.statement === text)
    // A judge that gave no answer has said nothing about the skill, whatever the line.
    if (answer === undefined)
      return { ...check, passed: null, observed: 'the judge gave no answer', evidence: judgeError }
    const { pass, reason, votes } = answer
    // `pass` says that the expectation is met: it is never turned round.
    const happened = pass !== mustNot
    return { ...check, passed: pass, observed: `the judge says that it ${happened ? 'did' : 'did not'}${votesInWords(votes)}`, evidence: reason === '' ? null : reason, votes }
  })
}

function votesInWords({ pass, of }: JudgedAnswer['votes']): string {
  return of === 1 ? '' : `, ${pass} of ${of} votes for a pass`
}

function hookCheck({ name, passed, message, diff }: HookFinding, place: Position): Check {
  return {
    kind: 'hook',
    text: `check of ${name}`,
    passed,
    expected: 'its assertions hold',
    observed: passed === null ? 'it came to no answer' : passed ? 'they do' : 'one does not',
    evidence: message,
    ...diff === null ? {} : { diff },
    ...place,
  }
}
