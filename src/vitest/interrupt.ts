import type { Vitest } from 'vitest/node'
import { cancelOnSignal } from '../suite/interrupt.ts'

const prepared = new WeakSet<Vitest>()

/** `vitest run` cancels its run at the first Ctrl-C. */
export function cancelVitestOnSignal(vitest: Vitest): void {
  if (prepared.has(vitest))
    return
  prepared.add(vitest)
  vitest.onClose(cancelOnSignal(() => void vitest.cancelCurrentRun('keyboard-input'), text => vitest.logger.error(text)))
}
