import type { TestProject } from 'vitest/node'
import { setEnvironmentData } from 'node:worker_threads'
import { createShared, sharedKey } from './shared.ts'

/**
 * Once per run, in Vitest's main process, before the workers start, and only when the project has files to run.
 * @returns what removes everything the run has left in the temp folder.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { shared, renew, dispose } = await createShared(project.getProvidedContext().skillEvals)
  setEnvironmentData(sharedKey(project.name), shared as never)
  project.onTestsRerun(renew)
  return dispose
}
