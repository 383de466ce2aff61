import type { UserConsoleLog } from 'vitest'
import type { Reporter, Vitest } from 'vitest/node'
import type { ResolvedOptions } from '../options/resolved-options.ts'
import type { Redactor } from '../run/redact.ts'
import process from 'node:process'
import { createRedactor } from '../run/redact.ts'
import { secretSources } from '../run/secret-sources.ts'

/**
 * Takes secrets out of what hooks print, before any reporter gets it: a hook may print what its agent has printed. Prints of the user's
 * own tests stay as they are.
 */
export class CleanLogs implements Reporter {
  private readonly projects = new Map<string, ResolvedOptions>()
  /** Made at a project's first print, and not for each: a hook may print thousands of lines. */
  private readonly redactors = new Map<ResolvedOptions, Redactor>()

  constructor(private readonly vitest: Vitest) {}

  add(options: ResolvedOptions): void {
    this.projects.set(options.name, options)
  }

  onUserConsoleLog(log: UserConsoleLog): void {
    const file = log.taskId === undefined ? undefined : this.vitest.state.idMap.get(log.taskId)?.file
    const options = this.projects.get(file?.projectName ?? '')
    if (!options)
      return
    const redactor = this.redactors.get(options) ?? createRedactor({ env: secretSources(process.env, [options.agent, options.judge.agent]) })
    this.redactors.set(options, redactor)
    log.content = redactor.secrets(log.content)
  }
}
