import type { ResolvedOptions } from '../options/resolved-options.ts'
import type { ThreadMessage, ThreadWork } from './thread-work.ts'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { Worker } from 'node:worker_threads'
import { createRedactor } from '../run/redact.ts'
import { secretSources } from '../run/secret-sources.ts'

/** The thread that a run of Jest has its tests in. */
export interface RunThread {
  /** Ends the agents, and all tests that have not begun. */
  cancel: () => void
  /** The work is done, and everything was heard. */
  ended: Promise<void>
}

/**
 * Runs test files in a thread: hooks get an environment of their own there, and what they print can be freed of secrets before anybody
 * sees it.
 *
 * @param work what is to be run
 * @param projects whose agents' secrets are taken out
 * @param hear is told of everything, one after the other
 */
export function startThread(work: ThreadWork, projects: readonly ResolvedOptions[], hear: (message: Exclude<ThreadMessage, { kind: 'done' }>) => Promise<void>): RunThread {
  const redactor = createRedactor({ env: secretSources(process.env, projects.flatMap(({ agent, judge }) => [agent, judge.agent])) })
  const thread = new Worker(new URL('../jest/thread.js', import.meta.url), { workerData: work, stdout: true, stderr: true })
  for (const stream of [thread.stdout, thread.stderr])
    createInterface({ input: stream }).on('line', line => process.stderr.write(`${redactor.secrets(line)}\n`))
  const ended = new Promise<void>((resolve, reject) => {
    let heard = Promise.resolve()
    let isDone = false
    thread.on('message', (message: ThreadMessage) => {
      if (message.kind === 'done') {
        isDone = true
        // what hooks have left running must not keep Jest waiting
        heard.then(() => thread.terminate()).then(() => resolve(), reject)
        return
      }
      heard = heard.then(() => hear(message))
      heard.catch(reject)
    })
    thread.on('error', reject)
    thread.on('exit', (code) => {
      if (!isDone)
        reject(new Error(`The thread of the evals ended early, with code ${code}. Does a hook call process.exit()?`))
    })
  })
  return { cancel: () => thread.postMessage('cancel'), ended }
}
