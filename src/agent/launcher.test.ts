import type { LauncherReport } from './launcher.ts'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { isAlive } from './process-table.ts'
import { runProcess } from './process.ts'

const forever = 'setInterval(() => {}, 1e6);'

function run(script: string, onLine: (line: string) => 'stop' | void) {
  return runProcess({ file: process.execPath, args: ['-e', script], env: {}, stdin: '' }, { cwd: tmpdir(), timeoutMs: 60_000, onLine })
}

it('ends the run when the process that starts agents is lost, and starts another one for the next run', async () => {
  let agent = 0
  const lost = await run(`console.log(process.pid, process.ppid);${forever}`, (line) => {
    const [pid = 0, launcher = 0] = line.split(' ').map(Number)
    agent = pid
    process.kill(launcher, 'SIGKILL')
  })
  expect(lost).toMatchObject({ exitCode: null, signal: null, reason: 'exit', error: null })
  expect(isAlive(agent)).toBe(false)
  expect(await run('process.exit(3)', () => {})).toMatchObject({ exitCode: 3, reason: 'exit' })
})

it.runIf(process.platform === 'linux')('is a child of nobody here, who would have to take it off the process table', async () => {
  let launcher = 0
  await run('console.log(process.ppid)', line => void (launcher = Number(line)))
  const [, parent] = /\) \S (\d+)/.exec(readFileSync(`/proc/${launcher}/stat`, 'latin1')) ?? []
  expect(Number(parent)).toBeGreaterThan(0)
  expect(Number(parent)).not.toBe(process.pid)
})

it('takes its agents with it when its thread is gone, and no signal of the terminal before that', async () => {
  const launcher = fork(fileURLToPath(new URL('./launcher-process.js', import.meta.url)), { serialization: 'advanced', execArgv: [] })
  const started = new Promise<number>(resolve => launcher.on('message', report => 'pid' in (report as LauncherReport) && resolve((report as { pid: number }).pid)))
  launcher.send({ run: 1, file: process.execPath, args: ['-e', forever], env: {}, stdin: '', cwd: tmpdir() })
  const agent = await started
  if (process.platform !== 'win32') {
    launcher.kill('SIGINT')
    launcher.kill('SIGTERM')
  }
  expect(isAlive(agent)).toBe(true)
  launcher.disconnect()
  expect(await once(launcher, 'exit')).toEqual([0, null])
  await expect.poll(() => isAlive(agent)).toBe(false)
})

it('hands on what it gets no faster than it is taken', async () => {
  let bytes = 0
  const end = await run(`let n = 0; const more = () => { while (n++ < 2000) { if (!process.stdout.write('x'.repeat(65535) + '\\n')) return process.stdout.once('drain', more) } }; more()`, (line) => {
    bytes += line.length + 1
  })
  expect({ bytes, exitCode: end.exitCode }).toEqual({ bytes: 2000 * 65536, exitCode: 0 })
})
