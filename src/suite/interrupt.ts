import process from 'node:process'

const exitCodes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const

/**
 * Test runners leave at the first Ctrl-C: agents would go on spending, and no report would be written. The first signal
 * cancels the run instead; a second one does what the runner does.
 *
 * @returns what ends that
 */
export function cancelOnSignal(cancel: () => void, say: (text: string) => void): () => void {
  const ends = (Object.keys(exitCodes) as (keyof typeof exitCodes)[]).map((signal) => {
    // the listeners that the runner has by then are set aside until the second signal
    const immediately = process.rawListeners(signal) as NodeJS.SignalsListener[]
    immediately.forEach(listener => process.off(signal, listener))
    const restore = (): void => {
      if (!process.listeners(signal).includes(first))
        return
      process.off(signal, first)
      immediately.forEach(listener => process.on(signal, listener))
    }
    function first(): void {
      restore()
      // at the very end: the runner sets a code of its own for what had failed by then
      process.once('exit', () => {
        process.exitCode = exitCodes[signal]
      })
      say(`\nEnding the agents and writing the reports; press again to leave at once.`)
      cancel()
    }
    process.on(signal, first)
    return restore
  })
  return () => ends.forEach(end => end())
}
