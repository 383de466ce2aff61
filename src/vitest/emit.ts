import type { Position } from '../catalog/finding.ts'
import type { FileSource, TestSpec } from '../suite/tests-of-file.ts'
import type { LoadedModule } from './module-writer.ts'
import { fileURLToPath } from 'node:url'
import { eventsFileOf } from '../agent/command-spec.ts'
import { testsOfFile } from '../suite/tests-of-file.ts'
import { urlOf } from './dependencies.ts'
import { literal, ModuleWriter } from './module-writer.ts'

const top: Position = { line: 1, column: 1 }
const runtime = fileURLToPath(new URL('../vitest/test-file.js', import.meta.url)).replaceAll('\\', '/')

/** What the module of one test file is made of. */
export interface ModuleSource extends FileSource {
  text: string
  /** Resolved id of `vitest`: a bare name cannot be resolved in every pool, since Vite rewrites no imports in `.json`. */
  vitest: string
}

/** The test module of a dataset or of a `SKILL.md`: one literal `test()` for each test, mapped to where it comes from. */
export function emitModule(source: ModuleSource): LoadedModule {
  const { file, entry, options, hooks } = source
  const { data, suites, closeMs } = testsOfFile(source)
  const out = new ModuleWriter(file, source.text)
  out.line(`import { test, describe, inject, afterAll } from ${JSON.stringify(source.vitest)}`)
  out.line(`import { openFile } from ${JSON.stringify(runtime)}`)
  // imported when a paid test needs it, so that listing and checking run none of a pull request's code
  const later = (module: string | null): string => module === null ? 'null' : `() => import(${JSON.stringify(urlOf(module, options.root))})`
  out.line(`const $ = openFile(inject, ${literal(data)}, ${later(hooks?.language === 'typescript' ? hooks.file : null)}, ${later(entry && eventsFileOf(options.agent))})`)
  for (const { tier, tests } of suites) {
    // `file:1` chooses what stands at line 1: the free suite. Nothing chooses the paid ones as a whole; see line-filter.ts
    out.line(`describe(${JSON.stringify(tier)}, () => {`, tier === 'structure' ? top : { line: source.text.split('\n').length, column: 1 })
    for (const test of tests)
      emitTest(out, test)
    out.line('})')
  }
  if (closeMs !== null)
    out.line(`afterAll(() => $.close(), ${closeMs})`, top)
  return out.finish()
}

function emitTest(out: ModuleWriter, { name, at, of, frames, identity, tags, timeoutMs }: TestSpec): void {
  const options = { tags, meta: { eval: identity }, ...timeoutMs !== null && { concurrent: true, timeout: timeoutMs } }
  out.line(`test(${JSON.stringify(name)}, ${JSON.stringify(options)}, t => $.${identity.tier}(t, ${JSON.stringify('findings' in of ? of.findings : of.evaluation)}, [`, at)
  // calling one of these puts a frame of this very place on the stack: Vitest locates annotations by it
  for (const frame of frames)
    out.line('f => f(),', frame, frame.file)
  out.line(']))')
}
