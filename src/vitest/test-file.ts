import type { TestContext } from 'vitest'
import type { ResolvedOptions } from '../options/resolved-options.ts'
import type { FileData, RunningTest, Surroundings, TestFile } from '../suite/test-file.ts'
import { expect } from 'vitest'
import { vitestDiff } from '../behavior/module-hooks-diff.ts'
import * as suite from '../suite/test-file.ts'

/** Calls what it is given, from the place in the file that it stands for. */
type Frame = <T>(call: () => T) => T

/** The tests of one file, called by the module that the collector emitted. The user's modules are loaded by Vite. */
export function openFile(inject: (key: 'skillEvals') => ResolvedOptions, data: FileData, hooks: Surroundings['hooks'], events: Surroundings['events']): EmittedFile {
  return new EmittedFile(suite.openFile(() => inject('skillEvals'), data, { runner: 'vitest', hooks, events, diff: vitestDiff(expect) }))
}

class EmittedFile {
  constructor(private readonly file: TestFile) {}

  structure(t: TestContext, indices: number[], frames: Frame[]): Promise<void> {
    return this.file.structure(running(t, frames), indices)
  }

  routing(t: TestContext, index: number, frames: Frame[]): Promise<void> {
    return this.file.routing(running(t, frames), index)
  }

  behavior(t: TestContext, index: number, frames: Frame[]): Promise<void> {
    return this.file.behavior(running(t, frames), index)
  }

  close(): Promise<void> {
    return this.file.close()
  }
}

function running(t: TestContext, frames: Frame[]): RunningTest {
  return {
    id: t.task.id,
    signal: t.signal,
    meta: t.task.meta,
    isRepeated: (t.task.repeats ?? 0) > 0,
    skip: reason => t.skip(reason),
    async annotate(at, message, type, attachment) {
      // Vitest 4.1 leaves the last outcome on the task from the second repeat on, and then refuses annotations
      if (t.task.result && t.task.result.state !== 'run')
        t.task.result.state = 'run'
      const add = (): Promise<unknown> => attachment ? t.annotate(message, type, attachment) : t.annotate(message, type)
      const frame = at === null ? undefined : frames[at]
      await (frame ? frame(add) : add())
    },
  }
}
