import type { HookError, HookHost } from '../behavior/hooks.ts'
import { mkdtemp } from 'node:fs/promises'
import path from 'node:path'
import { removeTree } from '../run/remove-tree.ts'

/** Of the names of cache folders, in the run's private folder. */
export const cachePrefix = 'cache-'

/** A hooks file beside a dataset. */
export interface HooksFile {
  /** Absolute path. */
  file: string
  language: 'typescript' | 'python'
  /** The Python hooks that this file stands before; `null` when there are none. */
  ignored: string | null
}

/** The hooks of one dataset file, in one run of one worker: its session is set up once, however many of its cases run. */
export class DatasetHooks {
  private values: Promise<Record<string, string>> | undefined
  private cacheDir: string | undefined
  private readonly cases = new Set<Promise<unknown>>()

  /** `scratch`: absolute path of the run's private folder. */
  constructor(readonly host: HookHost, readonly file: HooksFile, private readonly scratch: string) {}

  /** What `setupSession` gave. @throws {HookError} for every case, when it failed. */
  session(): Promise<Record<string, string>> {
    return this.values ??= this.setUp()
  }

  /** Runs a case, whose `teardown` {@link close} then waits for. */
  async during<T>(run: () => Promise<T>): Promise<T> {
    const running = run()
    const over = running.catch(() => {})
    this.cases.add(over)
    try {
      return await running
    }
    finally {
      this.cases.delete(over)
    }
  }

  /** Ends what the hooks have running, `teardown` of cases that were cut off aside, and removes the cache folder. @returns what no case could be told of. */
  async close(): Promise<HookError[]> {
    this.host.cancel()
    // Vitest does not wait for the tests that it cuts off; a container that nobody removes would run on
    await Promise.all(this.cases)
    await this.values?.catch(() => {})
    const left = await this.host.close()
    if (this.cacheDir !== undefined)
      await removeTree(this.cacheDir)
    return left
  }

  private async setUp(): Promise<Record<string, string>> {
    this.cacheDir = await mkdtemp(path.join(this.scratch, cachePrefix))
    return this.host.setupSession(this.cacheDir)
  }
}
