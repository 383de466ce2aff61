import type { HookHost } from './hooks.ts'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { describe, expect, vi } from 'vitest'
import { test as base } from '../catalog/temp-folder.fixture.ts'
import { hookRun } from './hook-run.ts'
import { hookEvaluationOf } from './hooks.fixture.ts'
import { HookCheckFailure } from './hooks.ts'
import { moduleHooks } from './module-hooks.ts'
import { pythonHooks } from './python-hooks.ts'

const fixtures = fileURLToPath(new URL('../../fixtures/hooks', import.meta.url))
const evaluation = hookEvaluationOf({ prompt: 'Do it.' })

/** The same hooks, written in both languages. */
const languages = {
  TypeScript: (name: string): HookHost => moduleHooks(() => import(/* @vite-ignore */ path.join(fixtures, name, 'hooks.ts')), { file: path.join(fixtures, name, 'hooks.ts'), timeoutMs: 60_000 }),
  Python: (name: string): HookHost => pythonHooks({ file: path.join(fixtures, name, 'hooks.py'), timeoutMs: 60_000, env: process.env }),
}

const test = base.extend<{ open: (language: keyof typeof languages, name: string) => HookHost }>({
  // eslint-disable-next-line no-empty-pattern
  open: async ({}, use) => {
    const hosts: HookHost[] = []
    await use((language, name) => {
      const host = languages[language](name)
      hosts.push(host)
      return host
    })
    for (const host of hosts)
      expect(await host.close()).toEqual([])
  },
})

describe.for(Object.keys(languages) as (keyof typeof languages)[])('in %s', (language) => {
  // the stand-in is a shell script
  test.skipIf(process.platform === 'win32')('a container is removed before and after the case', async ({ open, folder }) => {
    const dir = folder({})
    vi.stubEnv('PATH', `${fixtures}/bin${path.delimiter}${process.env.PATH}`)
    vi.stubEnv('DOCKER_CALLS', `${dir}/calls`)
    const host = open(language, 'container')
    const calls = (): string[] => readFileSync(`${dir}/calls`, 'utf8').trim().split('\n')
    expect(await host.hasCheck()).toBe(false)
    const context = { ...await host.setupSession(dir), ...await host.setup(dir, evaluation, {}) }
    expect(context).toEqual({ container: 'eval-one' })
    expect(calls()).toEqual(['rm --force eval-one'])
    await host.teardown(dir, evaluation, context)
    expect(calls()).toEqual(['rm --force eval-one', 'rm --force eval-one'])
    vi.unstubAllEnvs()
  })

  test('what the agent wrote is compared with a reference', async ({ open, folder }) => {
    const dir = folder({ 'cache/.keep': '' })
    const host = open(language, 'reference-csv')
    const session = await host.setupSession(`${dir}/cache`)
    expect(session).toEqual({ reference: path.join(dir, 'cache', 'reference.csv'), platform: 'MI300X' })

    /** What becomes of a case whose agent writes this; `null`: nothing. */
    const graded = async (id: string, csv: string | null): Promise<string> => {
      const workspace = path.join(dir, id)
      mkdirSync(path.join(workspace, 'analysis'), { recursive: true })
      const context = { ...session, ...await host.setup(workspace, { ...evaluation, id }, session) }
      expect(context).toEqual({ ...session, output_dir: path.join(workspace, 'analysis') })
      if (csv !== null)
        writeFileSync(path.join(context.output_dir ?? '', 'kernels.csv'), csv)
      const files = csv === null ? ['notes.md'] : ['analysis/kernels.csv', 'notes.md']
      const run = hookRun({ workspace, files, events: [], resultText: '', contains: () => false, judge: () => Promise.reject(new Error('not asked')) })
      // as it is in a replay: nothing of the session, and of its values the text
      const replay = open(language, 'reference-csv')
      const replayed = await replay.check(run, { ...evaluation, id }, context).then(() => 'passed', (error: Error) => error.message)
      const outcome = await host.check(run, { ...evaluation, id }, context).then(() => 'passed', (error: unknown) => {
        expect(error).toBeInstanceOf(HookCheckFailure)
        return error instanceof Error ? error.message : ''
      })
      await host.teardown(workspace, { ...evaluation, id }, context)
      expect(replayed).toBe(outcome)
      return outcome
    }
    const outcomes = await Promise.all([
      graded('right', 'kernel,ms\nsoftmax,3.3\ngemm,12.4\nattention,40\n'),
      graded('wrong', 'kernel,ms\nsoftmax,3.3\ngemm,125\nattention,40\n'),
      graded('short', 'kernel,ms\nsoftmax,3.3\n'),
      graded('none', null),
    ])
    expect(outcomes).toEqual([
      'passed',
      expect.stringContaining('gemm took 12.5 ms, not 125'),
      expect.stringContaining('attention'),
      expect.stringContaining('notes.md'),
    ])
  })
})
