import type { TestProject } from 'vitest/node'
import { setEnvironmentData } from 'node:worker_threads'
import { createShared, sharedKey } from '../suite/shared.ts'

/**
 * Once per run, in Vitest's main process, before the workers start, and only when the project has files to run.
 * @returns what removes everything the run has left in the temp folder.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { shared, renew, dispose } = await createShared(project.vitest, project.getProvidedContext().skillEvals, mostJobs(project))
  setEnvironmentData(sharedKey(project.name), shared as never)
  project.onTestsRerun(renew)
  return dispose
}

/** Over all projects of ours in this run: they share the slots. */
function mostJobs({ vitest }: TestProject): number {
  return Math.max(...vitest.projects.map(project => project.getProvidedContext().skillEvals?.jobs ?? 1))
}
