import type { HookHost, HookRun } from './hooks.ts'
import type { ModuleHooksOptions } from './module-hooks.ts'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import path from 'node:path'
import process from 'node:process'
import { describe, expect, onTestFinished } from 'vitest'
import { test as base } from '../catalog/temp-folder.fixture.ts'
import { failure, hookEvaluationOf } from './hooks.fixture.ts'
import { HookCheckFailure, HookError } from './hooks.ts'
import { vitestDiff } from './module-hooks-diff.ts'
import { moduleHooks } from './module-hooks.ts'

const vitest = JSON.stringify(path.join(path.dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'dist/index.js'))

const evaluation = hookEvaluationOf()

function run(workspace: string, more: Partial<HookRun> = {}): HookRun {
  return {
    workspace,
    files: ['out/report.csv'],
    toolCalls: [],
    resultText: 'Done.',
    transcript: [],
    contains: text => text === 'seen',
    hasFile: file => file === 'report.csv',
    judge: async statement => ({ pass: statement === 'true', reason: 'because' }),
    ...more,
  }
}

interface Loaded { host: HookHost, file: string, loads: () => number }

const test = base.extend<{ hooks: (text: string, options?: Partial<ModuleHooksOptions>) => Loaded }>({
  hooks: async ({ folder }, use) => {
    const hosts: HookHost[] = []
    await use((text, options) => {
      const file = `${folder({ 'hooks.ts': text })}/hooks.ts`
      let loads = 0
      const load = (): Promise<unknown> => {
        loads++
        return import(/* @vite-ignore */ file)
      }
      const host = moduleHooks(load, { file, timeoutMs: 20_000, diff: vitestDiff(expect), ...options })
      hosts.push(host)
      return { host, file, loads: () => loads }
    })
    for (const host of hosts)
      await host.close()
  },
})

describe('hooks that work', () => {
  test('get what they are called with, and hand back placeholders as text', async ({ hooks }) => {
    const { host, loads } = hooks(`
      export default {
        setupSession: cacheDir => ({ cacheDir, count: 3 }),
        async setup(workspace: string, evaluation: { id: string }, context: Record<string, string>) {
          return { workspace, id: evaluation.id, twice: Number(context.count) + 30, flag: true }
        },
        async check(run, evaluation, context) {
          const judged = await run.judge('true')
          if (!run.contains('seen') || !run.hasFile('report.csv') || !judged.pass || context.count !== '3')
            throw new Error('wrong')
        },
      }`)
    expect(loads()).toBe(0)
    expect(await host.setupSession('/cache')).toEqual({ cacheDir: '/cache', count: '3' })
    expect(await host.setup('/w', evaluation, { count: '3' })).toEqual({ workspace: '/w', id: 'one', twice: '33', flag: 'true' })
    await host.check(run('/w'), evaluation, { count: '3' })
    await host.teardown('/w', evaluation, {})
    expect(await host.hasCheck()).toBe(true)
    expect(host.name).toBe('hooks.ts')
    expect(loads()).toBe(1)
    expect(await host.close()).toEqual([])
  })

  test('may be left out', async ({ hooks }) => {
    const { host } = hooks('export default {}')
    expect(await host.hasCheck()).toBe(false)
    expect(await host.setupSession('/cache')).toEqual({})
    expect(await host.setup('/w', evaluation, {})).toEqual({})
    await host.check(run('/w'), evaluation, {})
    await host.teardown('/w', evaluation, {})
  })
})

describe('a hooks file that cannot be used', () => {
  test.for([
    ['export const setup = () => {}', 'it exports `setup` by name. Write `export default defineHooks({ setup })`.'],
    ['export {}', 'it has no default export.'],
    ['export default 3', 'its default export is the number `3`.'],
    ['export default { setUp() {}, setupsession() {} }', 'there is no hook `setUp`. Did you mean `setup`? there is no hook `setupsession`. Did you mean `setupSession`?'],
    ['export default { cleanup() {} }', 'there is no hook `cleanup`. Hooks are `setupSession`, `setup`, `check`, `teardown`.'],
    ['export default { check: true }', '`check` is the boolean `true`, and has to be a function.'],
  ] as const)('%s', async ([text, problem], { hooks }) => {
    const { host, file, loads } = hooks(text)
    const error = await failure(host.setup('/w', evaluation, {}))
    expect(error).toBeInstanceOf(HookError)
    expect(error).toMatchObject({ stage: 'load' })
    expect(error.message).toContain(`${file}: ${problem}`)
    // the next case gets the same answer, and the file is not loaded again
    expect(await failure(host.teardown('/w', evaluation, {}))).toBe(error)
    expect(loads()).toBe(1)
  })

  test('throws while it is imported', async ({ hooks }) => {
    const { host, file } = hooks('const a: number = 1\n\nthrow new TypeError("no " + a)\n')
    const error = await failure(host.hasCheck())
    expect(error).toMatchObject({ name: 'HookError', stage: 'load', message: `${file}:3:7: it cannot be loaded: TypeError: no 1` })
  })

  test('holds a syntax error', async ({ hooks }) => {
    const { host, file } = hooks('export default {\n  setup( {\n}\n')
    const error = await failure(host.hasCheck())
    expect(error).toMatchObject({ name: 'HookError', stage: 'load' })
    expect(error.message).toContain(`${file}`)
    expect(error.message).toMatch(/:[234]:\d+/)
    expect(error.message).not.toContain('\u001B')
  })

  test('imports what is not there', async ({ hooks }) => {
    const error = await failure(hooks('import { x } from \'./gone.ts\'\nexport default { setup() { x() } }').host.hasCheck())
    expect(error).toMatchObject({ name: 'HookError', stage: 'load' })
    expect(error.message).toContain('./gone.ts')
  })
})

describe('placeholders that cannot be used', () => {
  test.for([
    ['3', '`setup` returned the number `3`.'],
    ['[]', '`setup` returned an array.'],
    ['new Map()', '`setup` returned a Map.'],
    ['{ dir: { a: 1 } }', '`dir` is an object, but a placeholder is a string, a number or a boolean.'],
    ['{ dir: new URL("file:///x") }', '`dir` is a URL, but a placeholder is a string, a number or a boolean. Return its `href`, or a path by `fileURLToPath(url)`.'],
    ['{ dir: Promise.resolve(1) }', '`dir` is a Promise, but a placeholder is a string, a number or a boolean. Await it.'],
    ['{ n: NaN }', '`n` is the number `NaN`'],
    ['{ n: undefined }', '`n` is `undefined`'],
    ['{ "a b": 1 }', '`a b` cannot be the name of a placeholder'],
  ] as const)('%s', async ([returned, problem], { hooks }) => {
    const error = await failure(hooks(`export default { setup: () => (${returned}) }`).host.setup('/w', evaluation, {}))
    expect(error).toMatchObject({ name: 'HookError', stage: 'setup' })
    expect(error.message).toContain(problem)
  })
})

describe('a check', () => {
  test('that fails by Vitest\'s expect has Vitest\'s diff, without colours', async ({ hooks }) => {
    const { host, file } = hooks(`import { expect } from ${vitest}\nexport default {\n  check(run) {\n    expect({ rows: 2, name: 'a' }).toEqual({ rows: 3, name: 'a' })\n  },\n}`)
    const error = await failure(host.check(run('/w'), evaluation, {}))
    expect(error).toBeInstanceOf(HookCheckFailure)
    expect(error.message).toContain('to deeply equal')
    expect(error.message).toContain(`${file}:4:`)
    expect(error).toHaveProperty('diff', '- Expected\n+ Received\n\n  {\n    "name": "a",\n-   "rows": 3,\n+   "rows": 2,\n  }')
  })

  test.for([
    ['import assert from "node:assert/strict"', 'assert.equal(1, 2)', '- 2\n+ 1'],
    ['import assert from "node:assert"', 'assert.ok(run.hasFile("none"), "no file")', 'no file'],
    [`import { chai } from ${vitest}`, 'chai.assert.include("abc", "d")', 'expected \'abc\' to include \'d\''],
    ['', 'throw Object.assign(new Error("mine"), { name: "AssertionError" })', 'mine'],
  ] as const)('%s; %s', async ([imports, body, shown], { hooks }) => {
    const { host } = hooks(`${imports}\nexport default { async check(run) { await null; ${body} } }`)
    const error = await failure(host.check(run('/w'), evaluation, {}))
    expect(error).toBeInstanceOf(HookCheckFailure)
    expect(`${error.message}\n${'diff' in error ? error.diff : ''}`).toContain(shown)
  })

  test('that throws anything else is an error of the hook', async ({ hooks }) => {
    const { host, file } = hooks('export default {\n  check(run) {\n    run.nothing.here()\n  },\n}')
    const error = await failure(host.check(run('/w'), evaluation, {}))
    expect(error).toMatchObject({ name: 'HookError', stage: 'check' })
    expect(error.message).toMatch(`${file}:3:17: \`check\` threw: TypeError: `)
  })

  test('cannot fail by returning false', async ({ hooks }) => {
    const error = await failure(hooks('export default { check: () => false }').host.check(run('/w'), evaluation, {}))
    expect(error).toMatchObject({ name: 'HookError', message: expect.stringContaining('returned `false`, which fails nothing') })
  })

  test.for([
    ['throws it on', 'await run.judge("x")'],
    ['swallows it', 'await run.judge("x").catch(() => {})'],
    ['makes an assertion of it', `const { expect } = await import(${vitest}); await expect(run.judge("x")).resolves.toMatchObject({ pass: true })`],
  ] as const)('ends with the judge\'s own error when it %s', async ([, body], { hooks }) => {
    const judgeError = new Error('The judge gave no valid answer.')
    const judge = (): never => {
      throw judgeError
    }
    const error = await failure(hooks(`export default { async check(run) { ${body} } }`).host.check(run('/w', { judge }), evaluation, {}))
    expect(error).toBe(judgeError)
  })

  test('has to wait for the judge', async ({ hooks }) => {
    let answer = (): void => {}
    const judge = (): ReturnType<HookRun['judge']> => new Promise(resolve => answer = () => resolve({ pass: false, reason: '' }))
    const error = await failure(hooks('export default { check(run) { run.judge("x") } }').host.check(run('/w', { judge }), evaluation, {}))
    answer()
    expect(error.message).toContain('Write `await run.judge(…)`.')
  })
})

describe('a hook that hangs', () => {
  test('is given up, and the next one runs', async ({ hooks }) => {
    const { host, file } = hooks('export default { setup: () => new Promise(() => {}), teardown() { globalThis.tornDown = true } }', { timeoutMs: 200 })
    // not to be timed: it is the first to be transformed
    await import(/* @vite-ignore */ file)
    const error = await failure(host.setup('/w', evaluation, {}))
    expect(error).toMatchObject({ name: 'HookError', stage: 'setup', message: `${file}: \`setup\` took longer than 200 ms (\`timeout.hook\`) and was given up. It may go on running.` })
    await host.teardown('/w', evaluation, {})
    expect(globalThis).toHaveProperty('tornDown', true)
    Reflect.deleteProperty(globalThis, 'tornDown')
  })

  test('is given up when the run ends', async ({ hooks }) => {
    const { host } = hooks('export default { setup: () => new Promise(() => {}) }')
    await host.hasCheck()
    const call = failure(host.setup('/w', evaluation, {}))
    // the hook is called in the next turn
    await new Promise(resolve => setImmediate(resolve))
    expect(await host.close()).toEqual([])
    expect((await call).message).toContain('`setup` was given up, since the run has ended. It may go on running.')
  })

  test('also while it is loaded', async ({ hooks }) => {
    const error = await failure(hooks('await new Promise(() => {})\nexport default {}', { timeoutMs: 20 }).host.hasCheck())
    expect(error.message).toContain('the file took longer than 20 ms')
  })
})

// Each of these would be an error of the whole run, were it not traced: this very file would fail.
describe('what a hook leaves behind', () => {
  const ways = [
    ['a rejection', 'Promise.reject(new Error("left"))', 'left a promise that was not awaited, and it rejected: left'],
    ['an async function', '(async () => { await null; throw new Error("left") })()', 'left a promise that was not awaited, and it rejected: left'],
    ['a timer', 'setTimeout(() => { throw new Error("left") })', 'left a callback behind, and it threw: left'],
    ['a microtask', 'queueMicrotask(() => { throw new Error("left") })', 'left a callback behind, and it threw: left'],
  ] as const

  test.for(ways)('%s fails the hook that still runs', async ([, body, told], { hooks }) => {
    const { host, file } = hooks(`export default {\n  setup() {\n    ${body}\n    return new Promise(() => {})\n  },\n}`)
    const error = await failure(host.setup('/w', evaluation, {}))
    expect(error).toMatchObject({ name: 'HookError', stage: 'setup', message: expect.stringContaining(`\`setup\` ${told}`) })
    expect(error.message).toContain(`${file}:3:`)
  })

  test('at once fails the hook that has returned', async ({ hooks }) => {
    const { host } = hooks('export default { teardown() { Promise.reject(new Error("left")) } }')
    expect(await failure(host.teardown('/w', evaluation, {}))).toMatchObject({ stage: 'teardown', message: expect.stringContaining('left') })
  })

  test('later fails its own case and no other, though their hooks run at the same time', async ({ hooks }) => {
    const { host } = hooks(`
      export const gate = {}
      export default {
        setup(workspace) {
          gate[workspace] = {}
          const promise = new Promise((resolve, reject) => Object.assign(gate[workspace], { resolve, reject }))
          ;(async () => { await promise })()
          return { workspace }
        },
        async check(run) {
          if (run.workspace === '/a') {
            gate['/b'].reject(new Error('left by b'))
            gate['/c'].resolve()
          }
          await new Promise(resolve => setTimeout(resolve))
        },
        teardown() {},
      }`)
    const workspaces = ['/a', '/b', '/c']
    await Promise.all(workspaces.map(workspace => host.setup(workspace, evaluation, {})))
    const checks = await Promise.allSettled(['/a', '/c'].map(workspace => host.check(run(workspace), evaluation, {})))
    expect(checks.map(check => check.status)).toEqual(['fulfilled', 'fulfilled'])
    expect(await failure(host.check(run('/b'), evaluation, {}))).toMatchObject({ name: 'HookError', stage: 'setup', message: expect.stringContaining('left by b') })
    await Promise.all(workspaces.map(workspace => host.teardown(workspace, evaluation, {})))
    expect(await host.close()).toEqual([])
  })

  test('by setupSession fails every case from then on', async ({ hooks }) => {
    const { host } = hooks('let go\nexport default { setupSession() { (async () => { await new Promise(resolve => { go = resolve }); throw new Error("left") })() }, teardown() { go() } }')
    await host.setupSession('/cache')
    await failure(host.teardown('/first', evaluation, {}))
    for (const workspace of ['/a', '/b'])
      expect((await failure(host.setup(workspace, evaluation, {}))).message).toContain('left')
  })

  test('after the case is over is told at the end of the file', async ({ hooks }) => {
    const { host } = hooks('let go\nexport default { teardown() { (async () => { await new Promise(resolve => { go = resolve }); throw new Error("too late") })() }, setup() { go() } }')
    await host.teardown('/w', evaluation, {})
    await host.setup('/other', evaluation, {})
    const [late, ...others] = await host.close()
    expect(late).toMatchObject({ name: 'HookError', stage: 'teardown', message: expect.stringContaining('too late') })
    expect(others).toEqual([])
  })

  test('is not taken from others: what no hook left goes on to the listener that was there', async ({ hooks }) => {
    await hooks('export default {}').host.hasCheck()
    const before = process.listeners('unhandledRejection').filter(listener => listener.name !== 'onRejection')
    // Vitest's own listener would rightly fail the run
    for (const listener of before)
      process.off('unhandledRejection', listener)
    onTestFinished(() => {
      for (const listener of before)
        process.on('unhandledRejection', listener)
    })
    const told = once(process, 'unhandledRejection')
    void Promise.reject(new Error('not a hook\'s'))
    expect(await told).toMatchObject([{ message: 'not a hook\'s' }, expect.any(Promise)])
  })
})

describe('process.exit', () => {
  test.for([
    ['is called', '', 'process.exit(3)'],
    ['is called in a callback', '', 'setTimeout(() => process.exit(3)); return new Promise(() => {})'],
    ['is called, and what it throws is caught', '', 'try { process.exit(3) } catch {}'],
    ['is imported by name', 'import { exit } from "node:process"', 'exit(3)'],
  ] as const)('%s: the case fails, and the process goes on', async ([, imports, body], { hooks }) => {
    const { host } = hooks(`${imports}\nexport default {\n  setup() { ${body} },\n}`)
    const error = await failure(host.setup('/w', evaluation, {}))
    expect(error).toMatchObject({ name: 'HookError', stage: 'setup', message: expect.stringContaining('`setup` may not end the process: it called process.exit(3)') })
    await host.setup('/other', evaluation, {}).catch(() => {})
  })
})

test('leaves the process as it was', async ({ hooks }) => {
  const state = (): unknown[] => [process.exit, process.listeners('unhandledRejection'), process.listeners('uncaughtException')]
  const before = state()
  const first = hooks('export default {}').host
  const second = hooks('export default {}').host
  await first.hasCheck()
  await second.hasCheck()
  expect(state()).not.toEqual(before)
  await first.close()
  await first.close()
  expect(state()).not.toEqual(before)
  await second.close()
  expect(state()).toEqual(before)
})
