import type { Skill } from '../catalog/find-skills.ts'
import type { Finding } from '../catalog/finding.ts'
import type { RequiredFiles } from '../structure/check-required-files.ts'
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/** Skills from which a thread is worth its start: below, the rest of the check is over before the thread has loaded anything. */
export const worthwhile = 300

/** What is looked for in another thread. Plain data. */
export interface ReferenceWork {
  /** Absolute, with forward slashes. */
  root: string
  skills: Skill[]
  /** Globs of further markdown, from `root`. */
  docs: string[]
  required: RequiredFiles
}

/**
 * Looks for broken links and missing files of all skills in another thread, which takes as long as everything else that the structure tier does.
 * The thread works from the call on, also while this one waits for nothing.
 * @returns the findings of each skill, in their order; `null` where the thread failed, so that they have to be looked for here
 */
export async function referencesElsewhere(work: ReferenceWork): Promise<Finding[][] | null> {
  const thread = new Worker(new URL('../cli/references-thread.js', import.meta.url), { workerData: work })
  try {
    const [found]: [Finding[][]] = await once(thread, 'message') as [Finding[][]]
    return found
  }
  catch {
    return null
  }
}
