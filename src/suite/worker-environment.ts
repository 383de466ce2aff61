import process from 'node:process'
import { isSecret } from '../run/secrets.ts'

/** As the worker got it: what is withheld from hooks, agents may still need. */
const whole: NodeJS.ProcessEnv = { ...process.env }
const withheld = new Set<string>()

/** The environment of this worker, with what is withheld from hooks. Hooks may have added to it. */
export function workerEnvironment(): NodeJS.ProcessEnv {
  return { ...Object.fromEntries([...withheld].map(name => [name, whole[name]])), ...process.env }
}

/**
 * Takes the keys out of `process.env`, which hooks see and hand on to what they start. A worker thread has a copy of its own.
 * @param passEnv names that hooks get all the same
 */
export function withholdFromHooks(passEnv: readonly string[]): void {
  for (const [name, value] of Object.entries(workerEnvironment())) {
    if (passEnv.includes(name) || !isSecret(name, value)) {
      withheld.delete(name)
      process.env[name] = value
    }
    else {
      whole[name] = value
      withheld.add(name)
      delete process.env[name]
    }
  }
}
