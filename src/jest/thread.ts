import type { RunningTest, TestFile } from '../suite/test-file.ts'
import type { EvalMeta } from '../suite/test-meta.ts'
import type { TestSpec } from '../suite/tests-of-file.ts'
import type { FileWork, Remark, ThreadMessage, ThreadTest, ThreadWork } from './thread-work.ts'
import process from 'node:process'
import { parentPort, workerData } from 'node:worker_threads'
import { eventsFileOf } from '../agent/command-spec.ts'
import { eachBounded } from '../run/each-bounded.ts'
import { importFile } from '../suite/import-file.ts'
import { closeAllHooks, openSession } from '../suite/session.ts'
import { openFile } from '../suite/test-file.ts'
import { admitTest, reasonAgainst } from '../suite/turned-away.ts'
import { failureMessages } from './failure-messages.ts'

/** A test that ended without a result. */
class Skipped extends Error {}

// an assertion of hooks in TypeScript stands at a line of the file, and not of what Vite makes of it
process.setSourceMapsEnabled(true)

const work = workerData as ThreadWork
const cancelled = new AbortController()
parentPort?.on('message', () => cancelled.abort())

const tell = (message: ThreadMessage): void => parentPort?.postMessage(message)

try {
  await eachBounded(work.files, work.filesAtOnce, runFile)
}
finally {
  await closeAllHooks()
}
// what was printed by then goes first
setImmediate(() => tell({ kind: 'done' }))

async function runFile(file: FileWork, index: number): Promise<void> {
  tell({ kind: 'file-start', file: index })
  const { options, tests: { data, suites, closeMs }, pattern } = file
  const { hooks } = data
  const events = eventsFileOf(options.agent)
  const opened = openFile(() => options, data, {
    runner: 'jest',
    hooks: hooks?.language === 'typescript' ? () => importFile(hooks.file) : null,
    events: events === null ? null : () => importFile(events),
    // Jest's own belongs to its globals, which hooks do not see
    diff: () => null,
  })
  const ended: ThreadTest[][] = []
  const remarks: Remark[] = []
  for (const { tier, tests } of suites) {
    const ofSuite: ThreadTest[] = []
    ended.push(ofSuite)
    await eachBounded(tests, tier === 'structure' ? 1 : options.jobs, async (spec, at) => {
      const isChosen = pattern === null || pattern.test(`${tier} ${spec.name}`)
      const test = isChosen && !cancelled.signal.aborted ? await runTest(file, opened, spec, { id: `${options.name}/${index}/${tier}/${at}`, remarks }) : notRun(spec)
      ofSuite[at] = test
      tell({ kind: 'test-end', file: index, test })
    })
  }
  const error = closeMs === null ? null : await opened.close().then(() => null, (reason: unknown) => failureMessages(reason).join('\n\n'))
  tell({ kind: 'file-end', file: index, tests: ended.flat(), remarks, error })
}

async function runTest({ options, tests: { data } }: FileWork, opened: TestFile, spec: TestSpec, { id, remarks }: { id: string, remarks: Remark[] }): Promise<ThreadTest> {
  const { tier } = spec.identity
  let release: (() => void) | null = null
  if (tier !== 'structure') {
    const identity = { ...spec.identity, tier }
    const admission = reasonAgainst(identity, data, options, work.updates) ?? await admitTest(openSession(options, work.updates), { id, tier }, cancelled.signal)
    if (typeof admission !== 'function')
      return { ...notRun(spec), ...admission.kind !== 'cancelled' && { meta: { ...spec.identity, heldBack: admission } } }
    release = admission
  }
  const meta: { eval: EvalMeta } = { eval: { ...spec.identity } }
  const startedAt = Date.now()
  const start = performance.now()
  const over = (state: ThreadTest['state'], messages: string[] = [], error: string | null = null): ThreadTest => ({ ...notRun(spec), meta: meta.eval, state, messages, error, startedAt, elapsedMs: performance.now() - start })
  try {
    await inTime(spec.timeoutMs, signal => runOn(opened, spec, {
      id,
      signal,
      meta,
      isRepeated: false,
      skip: (reason) => {
        throw new Skipped(reason)
      },
      annotate: async (at, text) => {
        remarks.push({ text, ...(at === null ? undefined : spec.frames[at]) ?? { ...spec.at, file: data.file } })
      },
    }))
    return over('passed')
  }
  catch (error) {
    return error instanceof Skipped ? over('skipped') : over('failed', failureMessages(error), error instanceof Error ? error.message : String(error))
  }
  finally {
    release?.()
  }
}

function runOn(file: TestFile, { identity: { tier }, of }: TestSpec, t: RunningTest): Promise<void> {
  if ('findings' in of)
    return file.structure(t, of.findings)
  return tier === 'routing' ? file.routing(t, of.evaluation) : file.behavior(t, of.evaluation)
}

function notRun({ identity, name, at: { line, column } }: TestSpec): ThreadTest {
  return { tier: identity.tier, name, line, column, meta: { ...identity }, state: 'skipped', messages: [], error: null, startedAt: Date.now(), elapsedMs: 0 }
}

/** Every part of a run has a clock of its own; this is for what none of them sees. */
async function inTime(ms: number | null, run: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const clock = new AbortController()
  if (ms === null)
    return run(clock.signal)
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      clock.abort()
      reject(new Error(`The test timed out in ${ms} ms.`))
    }, ms)
  })
  await Promise.race([run(clock.signal), late]).finally(() => clearTimeout(timer))
}
