import type { HookEvaluation } from './hooks.ts'

/** An evaluation as hooks get it. */
export function hookEvaluationOf(keys: Partial<HookEvaluation> = {}): HookEvaluation {
  return {
    id: 'one',
    prompt: 'Do {what}.',
    skill: 'demo',
    expectedBehavior: [],
    unexpectedBehavior: [],
    logsContain: [],
    filesExist: [],
    workspace: undefined,
    note: undefined,
    extended: false,
    ...keys,
  }
}

/** What a call failed with. */
export async function failure(call: Promise<unknown>): Promise<Error> {
  try {
    await call
  }
  catch (error) {
    if (error instanceof Error)
      return error
  }
  throw new Error('It did not fail.')
}
