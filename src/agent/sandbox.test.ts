import type { ProcessEnd, ProcessOptions } from './process.ts'
import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readProcFolder } from './process-table.ts'
import { runProcess } from './process.ts'
import { contain, findBwrap } from './sandbox.ts'

const containment = await findBwrap(process.env)

let folder: string
let user: string
let scratch: string
beforeAll(() => {
  folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'skill-evals-sandbox-')))
  user = path.join(folder, 'user')
  scratch = path.join(folder, 'scratch')
  for (const dir of ['user/.ssh', 'user/work', 'scratch/run/workspace', 'scratch/run/home', 'scratch/run/temp', 'scratch/other-run/workspace', 'scratch/room', 'scratch/cache-1'])
    mkdirSync(path.join(folder, dir), { recursive: true })
  writeFileSync(path.join(user, '.ssh/id'), 'the private key')
  writeFileSync(path.join(scratch, 'room/SKILL.md'), 'the skill')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Run extends ProcessEnd {
  lines: string[]
  left: number[]
}

/** Runs a program of `sh` or Node in the sandbox. `left`: what still lives of it. */
async function run(script: string, { network = true, node = false, ...options }: Partial<ProcessOptions> & { network?: boolean, node?: boolean, disposable?: boolean } = {}): Promise<Run> {
  const probe = randomUUID()
  const lines: string[] = []
  const { disposable = false, onLine, ...rest } = options
  const home = path.join(scratch, 'run/home')
  const command = { file: node ? process.execPath : '/bin/sh', args: [node ? '-e' : '-c', script], env: { PATH: process.env.PATH ?? '', HOME: home, TMPDIR: home, PROBE: probe }, stdin: '', disposable }
  const access = { cwd: path.join(scratch, 'run/workspace'), home, temp: path.join(scratch, 'run/temp'), scratch, read: [path.join(scratch, 'room')], write: [path.join(scratch, 'cache-1')] }
  const contained = contain(command, { containment, settings: { use: 'auto', network, image: null, write: [], hide: [] }, env: { HOME: user } }, access)
  const end = await runProcess(contained, { cwd: access.cwd, timeoutMs: 60_000, ...rest, onLine: (line) => {
    lines.push(line)
    return onLine?.(line)
  } })
  return { ...end, lines, left: readProcFolder(probe, null).filter(row => row.marked).map(row => row.pid) }
}

const stopAt = (wanted: string) => (line: string): 'stop' | void => line === wanted ? 'stop' : undefined
const forever = 'setInterval(() => {}, 1e6);'

describe.runIf(containment.by === 'bwrap')('a command in the sandbox', { timeout: 60_000 }, () => {
  it('writes in its workspace, its home and a /tmp of its own, and nowhere else', async () => {
    const outside = path.join(user, 'work/outside.txt')
    const { lines, exitCode } = await run(`
      echo in > in.txt; echo in > "$HOME/in.txt"; echo in > /tmp/in.txt; echo in > ${scratch}/cache-1/in.txt
      for place in /etc/skill-evals-outside ${process.cwd()}/skill-evals-outside ${scratch}/room/SKILL.md ${scratch}/other-run/workspace/x ${scratch}/x ${user}/.ssh/x; do
        (echo out > "$place") 2>/dev/null && echo "wrote $place"
      done
      mkdir -p ${path.dirname(outside)}; echo out > ${outside}
      ls -A /tmp; true`)
    expect(exitCode).toBe(0)
    expect(lines.filter(line => line.startsWith('wrote'))).toEqual([])
    expect(lines).toContain('in.txt')
    expect(readFileSync(path.join(scratch, 'run/workspace/in.txt'), 'utf8')).toBe('in\n')
    expect(readdirSync(path.join(scratch, 'run/home'))).toEqual(['in.txt'])
    expect(existsSync(path.join(scratch, 'cache-1/in.txt'))).toBe(true)
    expect(existsSync('/tmp/in.txt')).toBe(false)
    // that one went to a /tmp of its own
    expect(existsSync(outside)).toBe(false)
    expect(readFileSync(path.join(scratch, 'room/SKILL.md'), 'utf8')).toBe('the skill')
  })

  it('reads its room, and no key, no other run and no environment of another program', async () => {
    const { lines } = await run(`cat ${scratch}/room/SKILL.md; echo; cat ${user}/.ssh/id; ls ${scratch}; test -e /proc/${process.pid} && echo seen; kill -0 ${process.pid} 2>/dev/null && echo reached; true`)
    expect(lines).toEqual(['the skill', 'cache-1', 'room', 'run'])
  })

  it('cannot make the disk writable again, whoever runs it', async () => {
    const { lines } = await run(`mount -o remount,rw / 2>/dev/null && echo remounted; umount ${user}/.ssh 2>/dev/null && echo unmounted; unshare -Urm sh -c 'mount -o remount,rw,bind / && touch /etc/skill-evals-outside' 2>/dev/null && echo escaped; true`)
    expect(lines).toEqual([])
  })

  it('reaches a network only where it may', async () => {
    const server = createServer((_, response) => response.end('reached')).listen(0, '127.0.0.1')
    await new Promise(resolve => server.once('listening', resolve))
    const address = server.address()
    const script = `fetch('http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}').then(async r => console.log(await r.text()), () => console.log('no way'))`
    const answers = [(await run(script, { node: true })).lines, (await run(script, { node: true, network: false })).lines]
    server.closeAllConnections()
    server.close()
    expect(answers).toEqual([['reached'], ['no way']])
  })

  it('says its exit code and its stderr', async () => {
    const { exitCode, stderr, reason } = await run('echo why >&2; exit 7')
    expect({ exitCode, stderr, reason }).toEqual({ exitCode: 7, stderr: 'why\n', reason: 'exit' })
  })

  it('has the time to end by itself when it is told to', async () => {
    const { lines, reason, left } = await run(`process.on('SIGTERM', () => { console.log('asked'); require('node:fs').writeFileSync('bye.txt', 'bye'); process.exit(3) }); console.log('up'); ${forever}`, { node: true, onLine: stopAt('up'), graceMs: 20_000 })
    expect(reason).toBe('stopped')
    expect(lines).toEqual(['up'])
    expect(readFileSync(path.join(scratch, 'run/workspace/bye.txt'), 'utf8')).toBe('bye')
    expect(left).toEqual([])
  })

  it('is killed when it takes no notice', async () => {
    const { left, error } = await run(`process.on('SIGTERM', () => {}); console.log('up'); ${forever}`, { node: true, onLine: stopAt('up'), graceMs: 100 })
    expect({ left, error }).toEqual({ left: [], error: null })
  })

  it('does nothing more after its decision', async () => {
    const { left, signal } = await run(`process.on('SIGTERM', () => require('node:fs').writeFileSync('late.txt', '')); console.log('up'); ${forever}`, { node: true, onLine: stopAt('up'), disposable: true })
    expect(left).toEqual([])
    expect(signal).toBe('SIGKILL')
    expect(existsSync(path.join(scratch, 'run/workspace/late.txt'))).toBe(false)
  })

  it('takes all with it that it started: also what has a session and an environment of its own', async () => {
    const child = `process.on('SIGTERM', () => {}); ${forever}`
    const { left, lines, durationMs } = await run(`const c = require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(child)}, 'skill-evals-orphan'], { detached: true, stdio: 'inherit', env: {} }); c.unref(); c.once('spawn', () => { console.log('up'); process.exit(0) })`, { node: true, graceMs: 10_000 })
    expect(lines).toEqual(['up'])
    expect(left).toEqual([])
    expect(durationMs).toBeLessThan(30_000)
    expect(commandLines().filter(line => line.includes('skill-evals-orphan'))).toEqual([])
  })

  it('ends at its time limit and when it is aborted', async () => {
    const timeout = await run('echo up; sleep 3600', { timeoutMs: 1_000, graceMs: 100 })
    const controller = new AbortController()
    const aborted = await run('echo up; sleep 3600', { signal: controller.signal, onLine: () => controller.abort() })
    expect([timeout.reason, aborted.reason, timeout.left, aborted.left]).toEqual(['timeout', 'aborted', [], []])
  })
})

function commandLines(): string[] {
  return readdirSync('/proc').filter(name => /^\d+$/.test(name)).flatMap((pid) => {
    try {
      return [readFileSync(`/proc/${pid}/cmdline`, 'utf8')]
    }
    catch {
      return []
    }
  })
}
