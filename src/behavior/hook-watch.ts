import { AsyncLocalStorage } from 'node:async_hooks'
import { syncBuiltinESMExports } from 'node:module'
import process from 'node:process'

/**
 * What a hook left behind, or did behind its caller's back: a promise that nobody awaits rejected, a callback threw,
 * `process.exit` was called.
 */
export type Stray = { how: 'rejection' | 'exception', reason: unknown } | { how: 'exit', reason: Error }

/** Answers for the hook calls of one hooks file. */
export interface StrayOwner {
  /** Whether an error speaks of this hooks file, for those that Node cannot trace back to a call. */
  knows: (reason: unknown) => boolean
  onUntraced: (stray: Stray) => void
}

/** One call of a hook. */
export interface StrayReceiver {
  onStray: (stray: Stray) => void
}

const calls = new AsyncLocalStorage<StrayReceiver | null>()
const owners = new Set<StrayOwner>()
let exitBefore: typeof process.exit | null = null

/** Runs a hook so that what it leaves behind, whenever that fails, is told to its receiver. */
export function runTraced<T>(receiver: StrayReceiver, hook: () => T): T {
  return calls.run(receiver, hook)
}

/** Runs what a hook has asked for and is not the hook's own. */
export function runUntraced<T>(work: () => T): T {
  return calls.run(null, work)
}

/**
 * Watches this thread for what hooks leave behind, until the returned function is called. Vitest takes it for an error
 * of the run, whichever case it came from. What did not come from a hook goes on to Vitest.
 */
export function watchStrays(owner: StrayOwner): () => void {
  if (owners.size === 0)
    start()
  owners.add(owner)
  return () => {
    if (owners.delete(owner) && owners.size === 0)
      stop()
  }
}

function start(): void {
  process.on('unhandledRejection', onRejection)
  process.on('uncaughtException', onException)
  exitBefore = process.exit
  process.exit = exit
  // `import { exit } from 'node:process'` would end the thread, and with it all other cases.
  syncBuiltinESMExports()
}

function stop(): void {
  process.off('unhandledRejection', onRejection)
  process.off('uncaughtException', onException)
  if (exitBefore && process.exit === exit)
    process.exit = exitBefore
  exitBefore = null
  syncBuiltinESMExports()
}

function onRejection(reason: unknown, promise: Promise<unknown>): void {
  if (!received({ how: 'rejection', reason }))
    handOn('unhandledRejection', onRejection, reason, promise)
}

function onException(reason: unknown, origin: string): void {
  if (!received({ how: 'exception', reason }))
    handOn('uncaughtException', onException, reason, origin)
}

function exit(code?: number | string | null): never {
  const receiver = calls.getStore()
  if (receiver) {
    const reason = new Error(`it called process.exit(${code ?? ''}), which would end all other cases too. Throw an error`)
    // Told at once: the hook may catch what is thrown here, and would then seem to have succeeded.
    receiver.onStray({ how: 'exit', reason })
    throw reason
  }
  if (!exitBefore)
    throw new Error(`process.exit(${code ?? ''}) was called.`)
  return exitBefore(code)
}

function received(stray: Stray): boolean {
  const receiver = calls.getStore()
  if (receiver) {
    receiver.onStray(stray)
    return true
  }
  // Node 20 forgets the call of a `queueMicrotask` callback, and of a promise that was made outside of it.
  const owner = [...owners].find(one => one.knows(stray.reason))
  owner?.onUntraced(stray)
  return owner !== undefined
}

/** Vitest keeps silent while it is not the only listener, so the event is told again without ours. */
function handOn(event: string, own: (...args: never[]) => void, ...args: unknown[]): void {
  const ours = own as () => void
  const others = process.rawListeners(event).length - 1
  if (others > 1)
    return
  if (others === 0)
    throw args[0]
  process.off(event, ours)
  try {
    Reflect.apply(process.emit, process, [event, ...args])
  }
  finally {
    process.on(event, ours)
  }
}
