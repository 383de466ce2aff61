import type { EmittingTestRunnerInterface, Test, TestEvents, TestRunnerOptions, TestWatcher, UnsubscribeFn } from 'jest-runner'
import process from 'node:process'
import { EvalsRun } from './run.ts'

type GlobalConfig = ConstructorParameters<typeof import('jest-runner').default>[0]
type Listener = (data: never) => void | Promise<void>

/**
 * Runs the evals of all projects of a Jest run. Jest makes it in its main process, so that one budget, one set of slots and one report
 * are of the whole run, and nothing of ours is loaded into Jest's module registry.
 */
export default class EvalsRunner implements EmittingTestRunnerInterface {
  readonly supportsEventEmitters = true
  private readonly listeners = new Map<keyof TestEvents, Set<Listener>>()

  constructor(private readonly config: GlobalConfig) {}

  on<Name extends keyof TestEvents>(name: Name, listener: (data: TestEvents[Name]) => void | Promise<void>): UnsubscribeFn {
    const ofName = this.listeners.get(name) ?? new Set()
    this.listeners.set(name, ofName.add(listener))
    return () => ofName.delete(listener)
  }

  async runTests(tests: Test[], watcher: TestWatcher, _options: TestRunnerOptions): Promise<void> {
    const mustFail = await new EvalsRun(this.config, watcher, (name, data) => this.emit(name, data)).run(tests)
    if (!mustFail || watcher.isWatchMode())
      return
    // Jest knows of failed tests only; at the very end, since `--forceExit` sets a code of its own
    process.once('exit', () => {
      process.exitCode ||= this.config.testFailureExitCode
    })
  }

  private async emit<Name extends keyof TestEvents>(name: Name, data: TestEvents[Name]): Promise<void> {
    for (const listener of this.listeners.get(name) ?? [])
      await listener(data as never)
  }
}
