import type { VitestProcess } from '../../../fixtures/harness/vitest-process.ts'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, readdirSync } from 'node:fs'
import process from 'node:process'
import { stripVTControlCharacters } from 'node:util'
import { describe, expect, it } from 'vitest'
import { standIn } from '../../../fixtures/harness/project.ts'
import { plainEnvironment, vitestBin } from '../../../fixtures/harness/vitest-process.ts'
import { findBwrap } from '../../agent/sandbox.ts'
import { processesIn, reportOf, withPrompts } from './prompts.fixture.ts'

const args = ['--project', 'evals', '--reporter=dot']
const prompts = {
  fires: { fires: true, agent: 'skill alpha' },
  quiet: { fires: false, agent: 'say Nothing to do.; end' },
}
const waiting = { ...prompts, waits: { fires: true, agent: 'write started yes; hang' } }
/** For an exit code that speaks of the runs alone. */
const noBar = { SKILL_EVALS_BAR_JUDGED: '0', SKILL_EVALS_BAR_POSITIVE: '0', SKILL_EVALS_BAR_NEGATIVE: '0', SKILL_EVALS_SKILLS: 'skills/alpha' }
const hasBwrap = (await findBwrap(process.env)).by === 'bwrap'

/** A run in which one agent waits for ever, once all three have started: one of the others has ended by then. */
async function startWaiting(): Promise<{ project: ReturnType<typeof withPrompts>, vitest: VitestProcess }> {
  const project = withPrompts(waiting)
  const log = project.path('log')
  const vitest = project.start(['run', ...args], { STAND_IN_LOG: log, SKILL_EVALS_SANDBOX: 'none', SKILL_EVALS_JOBS: '2' })
  await project.until('log', text => text.split('\n').length > 3)
  return { project, vitest }
}

/** Runs Vitest by another command, such as a shell that sets limits, with a temp folder of its own. */
async function runBy(project: ReturnType<typeof withPrompts>, command: string[], env: Record<string, string> = {}): Promise<{ exitCode: number, output: string, left: string[] }> {
  const temp = project.path('temp')
  mkdirSync(temp, { recursive: true })
  const [file = '', ...more] = [...command, process.execPath, vitestBin, 'run', ...args]
  const child = spawn(file, more, { cwd: project.dir, env: { ...plainEnvironment(), SKILL_EVALS_SANDBOX: 'none', TMPDIR: temp, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => output += text)
  const [exitCode] = await once(child, 'close') as [number]
  return { exitCode, output: stripVTControlCharacters(output), left: readdirSync(temp) }
}

describe.runIf(process.platform !== 'win32')('a run that is ended from outside', () => {
  it.each([['SIGTERM', 143], ['SIGHUP', 129]] as const)('%s ends the agents and still writes the report', async (signal, code) => {
    const { project, vitest } = await startWaiting()
    vitest.signal(signal)
    const { output, exitCode } = await vitest.ended()
    expect(exitCode, output).toBe(code)
    expect(reportOf(project).cases.filter(one => one.verdict !== 'error').length).toBeGreaterThan(0)
    expect(processesIn(project.dir)).toEqual([])
  })

  it('a terminal that is gone leaves no agent behind', async () => {
    const { project, vitest } = await startWaiting()
    vitest.child.stdout?.destroy()
    vitest.child.stderr?.destroy()
    vitest.signal('SIGHUP')
    await vitest.ended()
    expect(vitest.exitCode).not.toBe(0)
    expect(processesIn(project.dir)).toEqual([])
  })
})

describe.runIf(process.platform === 'linux')('a machine that refuses', () => {
  it.runIf(hasBwrap)('a disk that is full passes nothing, and says so', async () => {
    const project = withPrompts(prompts)
    const { exitCode, output } = await runBy(project, ['bwrap', '--dev-bind', '/', '/', '--size', '8192', '--tmpfs', project.path('temp')])
    expect(exitCode, output).toBe(1)
    expect(output).toContain('ENOSPC')
    expect(output).not.toContain('of 2 right')
  })

  it.runIf(hasBwrap)('a temp folder that cannot be written passes nothing, and says so', async () => {
    const project = withPrompts(prompts)
    const { exitCode, output } = await runBy(project, ['bwrap', '--dev-bind', '/', '/', '--ro-bind', project.dir, project.path('temp')])
    expect(exitCode, output).toBe(1)
    expect(output).toContain('EROFS')
    expect(output).not.toContain('of 2 right')
  })

  it('too few open files pass nothing that was not seen', async () => {
    const project = withPrompts(Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`fires-${at}`, prompts.fires])))
    const { exitCode, output } = await runBy(project, ['sh', '-c', 'ulimit -n 90; exec "$@"', 'sh'], { SKILL_EVALS_JOBS: '12', ...noBar })
    // how far Node and Vitest come is theirs; all that was not asked is missing, and the run has failed
    expect(exitCode, output).toBe(/12 of 12 right/.test(output) ? 0 : 1)
    // to remove a folder takes an open file, too: what is left goes with the next run
    const next = await runBy(project, [])
    expect(next.output).toContain('12 of 12 right')
    expect(next.left).toEqual([])
  })

  it('an agent without memory has crashed', async () => {
    const project = withPrompts(prompts)
    project.write('starved', `#!/bin/sh\n[ "$1" = --version ] || ulimit -v 100000\nexec ${process.execPath} ${standIn} "$@"\n`)
    chmodSync(project.path('starved'), 0o755)
    project.edit('vitest.config.ts', text => text.replace('../../fixtures/agents/stand-in.mjs', './starved'))
    const { exitCode, output, left } = await runBy(project, [])
    expect(exitCode, output).toBe(1)
    expect(reportOf(project).cases.map(one => [one.id, one.verdict, one.stop_reason])).toEqual([['fires', 'error', 'crash'], ['quiet', 'error', 'crash']])
    expect(left).toEqual([])
  })

  it('a clock that jumps by days changes nothing', async () => {
    const project = withPrompts(prompts)
    project.write('jump.mjs', `const { now } = Date\nlet calls = 0\nDate.now = () => now() + (++calls % 2 ? 86_400_000 : -86_400_000) * (calls % 7)\n`)
    const { exitCode, output, left } = await runBy(project, [], { NODE_OPTIONS: `--import=${project.path('jump.mjs')}`, ...noBar })
    expect(reportOf(project).cases.map(one => one.verdict), output).toEqual(['correct_trigger', 'true_negative'])
    expect(exitCode, output).toBe(0)
    expect(left).toEqual([])
  })
})
