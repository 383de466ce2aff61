import type { Check, JudgeCost } from '../behavior/result.ts'
import type { CheckJson, JudgeJson } from './case-json.ts'
import { seconds, tokens } from './json-parts.ts'

/** One check as `report.json` has it. */
export function checkJson(check: Check): CheckJson {
  return {
    kind: check.kind,
    expectation: check.text,
    expanded: check.expanded ?? null,
    passed: check.passed,
    expected: check.expected,
    observed: check.observed,
    detail: check.evidence,
    votes: check.votes ?? null,
    diff: check.diff ?? null,
    line: check.line,
    column: check.column,
  }
}

/** What a judge took, as `report.json` has it. */
export function judgeJson({ agent, version, model, calls, usage, costUsd, elapsedMs }: JudgeCost): JudgeJson {
  return { agent, version, model, calls, elapsed_s: seconds(elapsedMs), cost_usd: costUsd, ...tokens(usage) }
}
