import type { Verdict } from '../routing/result.ts'
import { mkdir, mkdtemp, readdir, readFile, realpath, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { claudeAgent } from '../agent/claude.ts'
import { readProcFolder } from '../agent/process-table.ts'
import { createDecider } from '../routing/decide.ts'
import { verdictOf } from '../routing/verdict.ts'
import { runAgent } from '../run/agent-run.ts'
import { removeTree } from '../run/remove-tree.ts'
import { stageRoom } from '../run/room.ts'
import { discardTranscript } from '../run/transcript.ts'
import { randomOf } from './simulation.fixture.ts'

const repository = fileURLToPath(new URL('../..', import.meta.url))
const agentFile = path.join(repository, 'fixtures/agents/fault.mjs')
const page = await readFile(path.join(repository, 'docs/reference/faults.md'), 'utf8')
const MB = 1024 * 1024
/** More of each, by hand: `2000` floods with two gigabytes and leaves a hundred thousand files. */
const scale = Number(process.env.SKILL_EVALS_TEST_FAULTS ?? 100)

/** Interrupted runs; a thousand by hand. */
const rounds = Number(process.env.SKILL_EVALS_TEST_ROUNDS ?? 12)

interface Fault {
  /** Verdicts of an evaluation that is to fire nothing, and of one that is to fire the skill. */
  verdicts: [negative: Verdict, positive: Verdict]
  stop: string
  /** Bytes, files or processes, where there is a number of them. */
  size?: number
  /** Wall clock of the run, where it is what ends it. */
  timeoutMs?: number
}

const ended: Fault = { verdicts: ['true_negative', 'missed_trigger'], stop: 'end' }
const broken = (stop: string, more: Partial<Fault> = {}): Fault => ({ verdicts: ['error', 'error'], stop, ...more })
const hangs = broken('timeout', { timeoutMs: 1500 })

const faults: Record<string, Fault> = {
  'exit before a word': broken('crash'),
  'exit after init': broken('crash'),
  'exit in a line': broken('crash'),
  'exit after a call': broken('crash'),
  'exit 0 without an end': broken('cut'),
  'exit 1 after the end': broken('crash'),
  'kill itself': broken('crash'),
  'hang before a word': hangs,
  'hang after init': hangs,
  'hang in a line': hangs,
  'hang after the end': hangs,
  'hang and ignore SIGTERM': hangs,
  'leave a process that holds stdout': ended,
  'leave many processes': { ...ended, size: 8 },
  // past 128 MB it is more than can be read
  'flood': { ...scale > 125 ? broken('cut') : ended, size: scale * MB, timeoutMs: 600_000 },
  'flood stderr': { ...ended, size: scale * MB, timeoutMs: 600_000 },
  'one long line': broken('cut', { size: 100 * MB }),
  'split characters': ended,
  'no text': ended,
  'deep JSON': ended,
  'no object': ended,
  'many files': { ...ended, size: scale * 50 },
  'no files': ended,
  'long names': ended,
  'deep folders': ended,
  'closed folders': ended,
  'delete the workspace': ended,
  'a file in place of the workspace': ended,
  'delete the home': ended,
  'change the room': ended,
  'delete the room': ended,
}

let base: string
let scratch: string
let mark = 0

beforeAll(async () => {
  base = await realpath(await mkdtemp(path.join(tmpdir(), 'faults-test-')))
  scratch = path.join(base, 'scratch')
  await mkdir(path.join(base, 'skills/sql'), { recursive: true })
  await mkdir(scratch)
  await writeFile(path.join(base, 'skills/sql/SKILL.md'), '---\nname: sql\ndescription: SQL.\n---\n')
})
afterAll(() => removeTree(base))

/** What lies there, and among the long transcripts. */
async function leftInScratch(): Promise<string[]> {
  const names = await readdir(scratch)
  return [...names.filter(name => name !== 'transcripts'), ...names.includes('transcripts') ? await readdir(path.join(scratch, 'transcripts')) : []]
}

/** Runs the agent with a fault, and grades it by the same rules as a run of Vitest. */
async function runWith(name: string, { size = 0, timeoutMs = 60_000 }: Fault, signal?: AbortSignal) {
  const room = [{ name: 'sql', dir: path.join(base, 'skills/sql'), alias: null }]
  const generation = ++mark
  const staged = await stageRoom(room, path.join(scratch, `room-${generation}`))
  const probe = `fault-${process.pid}-${generation}-`
  const { skillsFolder, tools } = claudeAgent
  const before = process.memoryUsage.rss()
  let peak = before
  const decider = createDecider({ room, limits: { toolCalls: 8, inspections: 16 }, agent: { skillsFolder, skillTools: tools.skill, bookkeepingTools: tools.bookkeeping } })
  const run = await runAgent({
    agent: claudeAgent,
    settings: { agent: 'claude', env: { FAULT_SIZE: String(size), FAULT_PROBE: probe } },
    installed: { file: agentFile, version: '2.1.112' },
    prompt: `FAULT: ${name}`,
    scratch,
    room: { staged, generation },
    timeoutMs,
    ...signal && { signal },
    // a key, for a home of its own
    env: { ...process.env, ANTHROPIC_API_KEY: 'no-key-is-needed-here' },
    onEvent(event) {
      peak = Math.max(peak, process.memoryUsage.rss())
      return decider.push(event) === null ? undefined : 'stop'
    },
  }).finally(() => removeTree(staged.dir))
  await discardTranscript(run.transcript)
  const decision = decider.finish(run.end)
  return {
    stderr: run.end.stderr,
    megabytes: (Math.max(peak, process.memoryUsage.rss()) - before) / MB,
    decision,
    verdicts: [null, 'sql'].map(expected => verdictOf(expected, decision).verdict),
    processes: process.platform === 'linux' ? readProcFolder(probe, null).filter(row => row.marked) : [],
    left: await leftInScratch(),
  }
}

describe.runIf(process.platform !== 'win32')('an agent that does wrong', () => {
  it.each(Object.entries(faults))('%s', async (name, fault) => {
    const found = await runWith(name, fault)
    expect({ verdicts: found.verdicts, stop: found.decision.stop, processes: found.processes, left: found.left }, found.decision.error ?? found.stderr).toEqual({ verdicts: fault.verdicts, stop: fault.stop, processes: [], left: [] })
    // the longest line that is kept is 64 MB: as bytes, as text, and as the parts of JSON
    expect(found.megabytes).toBeLessThan(512)
    if (scale > 100)
      process.stdout.write(`${name}: ${found.megabytes.toFixed(0)} MB more\n`)
  }, 700_000)
})

describe.runIf(process.platform !== 'win32')(`${rounds} runs that are interrupted at any moment`, () => {
  it('leave nothing, and have no verdict that they did not reach', async () => {
    const random = randomOf(`${rounds} interrupted`)
    const names = ['hang before a word', 'hang after init', 'hang in a line', 'hang and ignore SIGTERM', 'leave a process that holds stdout', 'flood', 'no files', 'deep folders', 'change the room']
    let left = rounds
    let interrupted = 0
    await Promise.all(Array.from({ length: 4 }, async () => {
      while (left-- > 0) {
        const name = names[Math.floor(random() * names.length)] ?? ''
        const controller = new AbortController()
        // up to as long as an agent takes here to start and to end
        const timer = setTimeout(() => controller.abort(new Error('interrupted')), random() * 1000)
        const found = await runWith(name, { ...ended, size: 8 * MB }, controller.signal).catch((error: Error) => error.message)
        clearTimeout(timer)
        if (typeof found === 'string') {
          expect(found).toBe('interrupted')
          interrupted++
          continue
        }
        expect(found.processes).toEqual([])
        if (found.decision.stop === 'cancelled')
          interrupted++
        expect(found.verdicts, name).toEqual(found.decision.stop === 'cancelled' ? ['error', 'error'] : ended.verdicts)
      }
    }))
    expect(interrupted).toBeGreaterThan(rounds / 4)
    expect(await leftInScratch()).toEqual([])
  }, 60_000 + 5000 * rounds)
})

it.runIf(scale === 100)('faults.md tells what each comes to, and of no other', () => {
  const rows = [...page.matchAll(/^\| `([^`]+)` \| (\w+) \| (\w+) \| (\w+) \|/gm)].map(([, name, ...told]) => [name, ...told])
  expect(rows).toEqual(Object.entries(faults).map(([name, { verdicts, stop }]) => [name, ...verdicts, stop]))
})
