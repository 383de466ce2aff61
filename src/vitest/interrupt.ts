import type { Vitest } from 'vitest/node'
import process from 'node:process'

const exitCodes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const
const prepared = new WeakSet<Vitest>()

/**
 * `vitest run` leaves at the first Ctrl-C: agents would go on spending, and no report would be written. The first signal
 * cancels the run instead; a second one does what Vitest does.
 */
export function cancelOnSignal(vitest: Vitest): void {
  if (prepared.has(vitest))
    return
  prepared.add(vitest)
  for (const signal of Object.keys(exitCodes) as (keyof typeof exitCodes)[]) {
    // the listeners that Vitest has by then are set aside until the second signal
    const immediately = process.rawListeners(signal) as NodeJS.SignalsListener[]
    immediately.forEach(listener => process.off(signal, listener))
    const first = (): void => {
      process.off(signal, first)
      immediately.forEach(listener => process.on(signal, listener))
      // at the very end: Vitest sets a code of its own for what had failed by then
      process.once('exit', () => {
        process.exitCode = exitCodes[signal]
      })
      vitest.logger.error(`\nEnding the agents and writing the reports; press again to leave at once.`)
      void vitest.cancelCurrentRun('keyboard-input')
    }
    process.on(signal, first)
    vitest.onClose(() => {
      process.off(signal, first)
    })
  }
}
