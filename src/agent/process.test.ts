import type { ProcessEnd, ProcessOptions } from './process.ts'
import { Buffer } from 'node:buffer'
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isAlive, readProcFolder } from './process-table.ts'
import { killMarkedProcesses } from './process-tree.ts'
import { MARK_VARIABLE, runProcess } from './process.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'skill-evals-process-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Run extends ProcessEnd {
  lines: string[]
  /** Processes that carry the mark of this run and still live. */
  left: number[]
}

/** Runs a Node script. `{line}: 'stop'` and the like in `react` answer its lines. */
async function run(script: string, options: Partial<ProcessOptions> & { stdin?: string, env?: Record<string, string>, args?: string[], disposable?: boolean } = {}): Promise<Run> {
  const probe = randomUUID()
  const lines: string[] = []
  const { stdin = '', env = {}, args = [], disposable = false, onLine, ...rest } = options
  const end = await runProcess(
    { file: process.execPath, args: ['-e', script, '--', ...args], env: { ...env, PATH: process.env.PATH ?? '', PROBE: probe }, stdin, disposable },
    { cwd: folder, timeoutMs: 60_000, ...rest, onLine: (line) => {
      lines.push(line)
      return onLine?.(line)
    } },
  )
  return { ...end, lines, left: readProcFolder(probe, null).filter(row => row.marked).map(row => row.pid) }
}

const stopAt = (wanted: string) => (line: string): 'stop' | void => line === wanted ? 'stop' : undefined
const forever = 'setInterval(() => {}, 1e6);'
/** Starts a process that leaves the group and the session, and keeps the pipes. */
function startDetached(script: string, more = ''): string {
  return `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(script)}, String(process.pid)], { detached: true, stdio: 'inherit' ${more} });`
}

describe('what it hands over', { timeout: 30_000 }, () => {
  it('gives the prompt to stdin byte for byte', async () => {
    const prompt = '--version\none\r\ntwo & <x> | "q" %PATH% $(id) `id` \'é\u{1F600}\'\n\n'
    const { lines, reason } = await run(`process.stdin.toArray().then(c => console.log(Buffer.concat(c).toString('base64')))`, { stdin: prompt })
    expect(Buffer.from(lines[0] ?? '', 'base64').toString()).toBe(prompt)
    expect(reason).toBe('exit')
  })

  it('gives 200,000 characters to stdin, and the end of it', async () => {
    const { lines } = await run(`process.stdin.toArray().then(c => console.log(Buffer.concat(c).length))`, { stdin: 'x'.repeat(200_000) })
    expect(lines).toEqual(['200000'])
  })

  it('gives arguments without a shell, and no variable but those of the command', async () => {
    process.env.CLAUDECODE = '1'
    try {
      const { lines } = await run(`console.log(JSON.stringify([process.argv[1], Object.keys(process.env).sort()]))`, { args: ['a b; $(id) *'], env: { MINE: '1' } })
      expect(JSON.parse(lines[0] ?? '')).toEqual(['a b; $(id) *', ['MINE', 'PATH', 'PROBE', 'SKILL_EVALS_RUN']])
    }
    finally {
      delete process.env.CLAUDECODE
    }
  })

  it('does not mind a command that ends without reading a large prompt', async () => {
    const { exitCode, reason, error } = await run('process.exit(3)', { stdin: 'x'.repeat(1_000_000) })
    expect({ exitCode, reason, error }).toEqual({ exitCode: 3, reason: 'exit', error: null })
  })
})

describe('what it reads', { timeout: 30_000 }, () => {
  it('reads one line of 20 megabytes and a last line without a break', async () => {
    const sizes: number[] = []
    const { exitCode } = await run(`process.stdout.write('é'.repeat(10 * 2 ** 20) + '\\nlast')`, { onLine: line => void sizes.push(line.length) })
    expect({ sizes, exitCode }).toEqual({ sizes: [10 * 2 ** 20, 4], exitCode: 0 })
  })

  it('keeps the start and the end of stderr', async () => {
    const { stderr } = await run(`process.stderr.write('first\\n' + 'x'.repeat(1e6) + '\\nlast')`)
    expect(stderr).toMatch(/^first\n/)
    expect(stderr).toMatch(/\[\.\.\. \d+ bytes cut \.\.\.\]/)
    expect(stderr).toMatch(/\nlast$/)
    expect(stderr.length).toBeLessThan(70_000)
  })

  it('delivers no line after the stop, also of those that came in the same chunk', async () => {
    const { lines, reason, left } = await run(`process.stdout.write('one\\ntwo\\nthree\\n');${forever}`, { onLine: stopAt('two') })
    expect({ lines, reason, left }).toEqual({ lines: ['one', 'two'], reason: 'stopped', left: [] })
  })

  it('says stopped when the decision is in the last lines of a command that ended by itself', async () => {
    expect(await run(`console.log('one')`, { onLine: stopAt('one') })).toMatchObject({ reason: 'stopped', left: [] })
  })
})

describe('what it leaves behind: nothing', { timeout: 30_000 }, () => {
  it('kills what ignores SIGTERM', async () => {
    const { signal, reason, exitCode, left } = await run(`process.on('SIGTERM', () => {}); console.log('ready');${forever}`, { onLine: stopAt('ready'), graceMs: 50 })
    expect({ signal, reason, exitCode, left }).toEqual({ signal: 'SIGKILL', reason: 'stopped', exitCode: null, left: [] })
  })

  it('leaves a command the time to end by itself', async () => {
    const { exitCode, signal, stderr } = await run(`process.on('SIGTERM', () => { console.error('bye'); process.exit(7) }); console.log('ready');${forever}`, { onLine: stopAt('ready'), graceMs: 60_000 })
    expect({ exitCode, signal, stderr }).toEqual({ exitCode: 7, signal: null, stderr: 'bye\n' })
  })

  it.skipIf(process.platform === 'win32')('lets a disposable command do nothing more after the stop', async () => {
    const script = `process.on('SIGTERM', () => console.error('asked')); console.log('ready');${forever}`
    const { signal, stderr, left } = await run(script, { onLine: stopAt('ready'), graceMs: 60_000, disposable: true })
    expect({ signal, stderr, left }).toEqual({ signal: 'SIGKILL', stderr: '', left: [] })
  })

  it.skipIf(process.platform === 'win32')('leaves what a disposable command has started the time to end by itself', async () => {
    const file = path.join(folder, 'ended')
    const child = `process.on('SIGTERM', () => { require('node:fs').writeFileSync(${JSON.stringify(file)}, 'in order'); process.exit() }); console.log('ready');${forever}`
    const { signal, left } = await run(startDetached(child) + forever, { onLine: stopAt('ready'), graceMs: 60_000, disposable: true })
    expect({ signal, left, ended: readFileSync(file, 'utf8') }).toEqual({ signal: 'SIGKILL', left: [], ended: 'in order' })
  })

  it.skipIf(process.platform === 'win32')('leaves a disposable command the time to end where it has not decided', async () => {
    const abort = new AbortController()
    const { exitCode, reason } = await run(`process.on('SIGTERM', () => process.exit(7)); console.log('ready');${forever}`, { signal: abort.signal, onLine: () => abort.abort(), graceMs: 60_000, disposable: true })
    expect({ exitCode, reason }).toEqual({ exitCode: 7, reason: 'aborted' })
  })

  it('ends a command that floods its output after the stop', async () => {
    const script = `process.on('SIGTERM', () => process.exit(7)); console.log('ready'); const more = () => { process.stdout.write('x'.repeat(1e5) + '\\n'); setImmediate(more) }; more()`
    expect(await run(script, { onLine: stopAt('ready'), graceMs: 60_000 })).toMatchObject({ exitCode: 7, lines: ['ready'], left: [] })
  })

  it.skipIf(process.platform === 'win32')('ends descendants in sessions of their own', async () => {
    const child = `process.on('SIGTERM', () => {}); console.log('ready');${forever}`
    expect(await run(startDetached(child) + forever, { onLine: stopAt('ready'), graceMs: 50 })).toMatchObject({ reason: 'stopped', left: [] })
  })

  it.skipIf(process.platform !== 'linux')('ends descendants whose parents are dead', async () => {
    const grandchild = `setInterval(() => process.ppid === Number(process.argv[1]) || console.log('orphan'), 5)`
    const child = `${startDetached(grandchild)} process.exit()`
    const end = await run(startDetached(child) + forever, { onLine: stopAt('orphan'), graceMs: 60_000 })
    expect(end).toMatchObject({ reason: 'stopped', lines: ['orphan'], left: [] })
  })

  it.skipIf(process.platform !== 'linux')('ends what a command left running, though it holds the pipes', async () => {
    const { exitCode, reason, left, lines } = await run(`${startDetached(forever)} console.log('done'); process.exitCode = 4; process.nextTick(() => process.exit())`)
    expect({ exitCode, reason, left, lines }).toEqual({ exitCode: 4, reason: 'exit', left: [], lines: ['done'] })
  })

  it.skipIf(process.platform !== 'linux')('does not wait for a process that hid every trace of its origin', async () => {
    const hide = `const child = ${startDetached(forever, ', env: {}')} console.log(child.pid); process.exit()`
    const { lines, reason } = await run(hide)
    process.kill(Number(lines[0]), 'SIGKILL')
    expect(reason).toBe('exit')
  })

  it.skipIf(process.platform !== 'linux')('ends an orphan without a trace by the folder that is the run\'s own, and no server that was there before', async () => {
    const own = mkdtempSync(path.join(folder, 'own-'))
    const other = mkdtempSync(path.join(folder, 'other-'))
    const before = spawn(process.execPath, ['-e', forever], { cwd: own, env: {}, detached: true, stdio: 'ignore' })
    // the child of somebody else that starts in the meantime
    const server = spawn(process.execPath, ['-e', `process.stdin.once('data', () => { console.log(require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(forever)}], { cwd: ${JSON.stringify(own)}, env: {}, detached: true, stdio: 'ignore' }).pid) }); ${forever}`], { env: {}, stdio: ['pipe', 'pipe', 'ignore'] })
    const started: number[] = []
    try {
      const orphan = (cwd: string): string => `console.log(require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(forever)}], { cwd: ${JSON.stringify(cwd)}, env: {}, detached: true, stdio: 'ignore' }).pid);`
      const script = `${orphan(own)} ${orphan(other)} process.stdin.once('data', () => process.exit())`
      const served = once(server.stdout, 'data')
      server.stdin.write('go')
      const { lines, reason } = await run(script, { stdin: 'x', ownFolder: own })
      started.push(...lines.map(Number), Number(String((await served)[0])))
      expect(reason).toBe('exit')
      expect([...started, before.pid ?? 0].map(isAlive)).toEqual([false, true, true, true])
    }
    finally {
      for (const pid of [...started, before.pid, server.pid].filter(one => one !== undefined && isAlive(one)))
        process.kill(Number(pid), 'SIGKILL')
    }
  })

  it('ends at the time limit', async () => {
    expect(await run(forever, { timeoutMs: 50 })).toMatchObject({ reason: 'timeout', exitCode: null, left: [] })
  })

  it('ends when it is aborted, and does not start when it already was', async () => {
    const abort = new AbortController()
    const script = `console.log('ready');${forever}`
    expect(await run(script, { signal: abort.signal, onLine: () => abort.abort() })).toMatchObject({ reason: 'aborted', lines: ['ready'], left: [] })
    expect(await run(script, { signal: abort.signal })).toMatchObject({ reason: 'aborted', lines: [], exitCode: null })
  })

  it.skipIf(process.platform === 'win32')('can be ended at once by the mark of the whole run, as it must be when the harness exits', async () => {
    process.env[MARK_VARIABLE] = randomUUID()
    try {
      const end = await run(`${startDetached(forever)} console.log('ready');${forever}`, { onLine: () => killMarkedProcesses(process.env[MARK_VARIABLE] ?? '') })
      expect(end).toMatchObject({ reason: 'exit', exitCode: null, signal: 'SIGKILL', left: [] })
    }
    finally {
      delete process.env[MARK_VARIABLE]
    }
  })

  it('passes on what the reader throws, after the end', async () => {
    const probe = randomUUID()
    const command = { file: process.execPath, args: ['-e', `console.log('ready');${forever}`], env: { PROBE: probe }, stdin: '' }
    await expect(runProcess(command, { cwd: folder, timeoutMs: 60_000, onLine: () => {
      throw new Error('reader')
    } })).rejects.toThrow('reader')
    expect(readProcFolder(probe, null).filter(row => row.marked)).toEqual([])
  })
})

describe('what cannot start', { timeout: 30_000 }, () => {
  const start = (file: string, cwd = folder): Promise<ProcessEnd> => runProcess({ file, args: [], env: {}, stdin: 'x' }, { cwd, timeoutMs: 60_000, onLine() {} })

  it('says that the file is missing', async () => {
    const file = path.join(folder, 'no such agent')
    expect(await start(file)).toMatchObject({ reason: 'spawn', exitCode: null, error: `Cannot start ${file}: there is no such file, or the program that its first line names is missing.` })
  })

  it.skipIf(process.platform === 'win32')('says that the file is not executable', async () => {
    const file = path.join(folder, 'plain.txt')
    writeFileSync(file, 'text')
    expect(await start(file)).toMatchObject({ reason: 'spawn', error: `Cannot start ${file}: it is not executable.` })
  })

  it('says that the working directory is missing', async () => {
    const cwd = path.join(folder, 'gone')
    expect(await start(process.execPath, cwd)).toMatchObject({ reason: 'spawn', error: `Cannot start ${process.execPath}: its working directory ${cwd} does not exist.` })
  })
})
