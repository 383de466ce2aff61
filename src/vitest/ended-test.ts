import type { TestCase } from 'vitest/node'
import type { EndedTest } from '../suite/ended-test.ts'

/** What the core needs to know of a test that Vitest has run. */
export function endedTest(test: TestCase): EndedTest {
  const { state, errors } = test.result()
  return {
    file: test.module.moduleId,
    line: test.location?.line ?? 1,
    column: test.location?.column ?? 1,
    meta: test.meta().eval,
    state,
    error: errors?.[0]?.message ?? null,
    elapsedMs: test.diagnostic()?.duration ?? 0,
  }
}
