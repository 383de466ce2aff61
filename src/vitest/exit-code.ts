import type { TestCase, TestModule, TestRunEndReason } from 'vitest/node'
import { mustFail } from '../publish/must-fail.ts'

/** What a run of Vitest came to. */
export interface EndedRun {
  modules: readonly TestModule[]
  unhandled: readonly unknown[]
  reason: TestRunEndReason
  /** Of each of our projects that had something to run, and of the run as a whole. */
  outcomes: { ok: boolean }[]
  /** Names of our projects. */
  projects: string[]
}

/**
 * The exit code that the evals ask for; `null` leaves Vitest's own. Vitest fails a run for every failed test. Ours also
 * fails it when something could not be measured, and passes it when the only failures are routing tests within the bar.
 */
export function exitCodeOf(run: EndedRun): 0 | 1 | null {
  if (run.outcomes.length === 0 || run.reason === 'interrupted')
    return null
  const tests = run.modules.flatMap(module => [...module.children.allTests()])
  if (mustFail(tests.map(test => test.meta().eval), run.outcomes))
    return 1
  const failed = tests.filter(test => test.result().state === 'failed')
  const otherFaults = run.unhandled.length > 0
    || run.modules.some(module => module.errors().length > 0)
    || failed.some(test => !isWrongAnswer(test, run.projects))
  return failed.length > 0 && !otherFaults ? 0 : null
}

/** A routing test that failed because the wrong thing fired: what the bar is there to allow. */
function isWrongAnswer(test: TestCase, projects: string[]): boolean {
  const routing = test.meta().eval?.routing
  return projects.includes(test.project.name) && routing !== undefined && routing.verdict !== 'error' && !routing.passed
}
