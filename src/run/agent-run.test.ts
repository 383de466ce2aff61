import type { Agent } from '../agent/agent.ts'
import type { AgentRunRequest } from './agent-run.ts'
import type { RoomSkill, StagedRoom } from './room.ts'
import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, realpath, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { runAgent } from './agent-run.ts'
import { removeTree } from './remove-tree.ts'
import { stageRoom } from './room.ts'
import { transcriptLines } from './transcript.ts'

/** An agent that runs its prompt as JavaScript and whose events are the JSON lines that it prints. */
const agent: Agent = {
  name: 'stand-in',
  skillsFolder: '.stand-in/skills',
  ancestorFolders: ['.stand-in'],
  tools: { skill: ['Skill'], bookkeeping: [], readOnly: ['Read'], writers: {}, shells: [] },
  observes: { skills: true, activation: 'tool', model: true, cost: true },
  stopsAtUsd: false,
  find: () => Promise.resolve({ file: process.execPath, version: '1.0.0' }),
  linksRoom: version => version !== 'copies',
  command: (_settings, installed, run, env) => ({
    file: installed.file,
    args: ['--input-type=module', '-'],
    env: { HOME: run.home, GIVEN: env.GIVEN ?? '', TOLD: run.withoutSkills ? 'no skills' : '' },
    stdin: `import fs from 'node:fs'; const say = event => console.log(JSON.stringify(event)); ${run.prompt}`,
  }),
  reader: () => ({ read: line => line.startsWith('{') ? [JSON.parse(line)] : [{ type: 'unknown', line }], usage: () => ({ inputTokens: 7 }) }),
}

let base: string
let scratch: string
let skills: RoomSkill[]
let staged: StagedRoom
beforeEach(async () => {
  base = await realpath(await mkdtemp(join(tmpdir(), 'agent-run-test-')))
  scratch = join(base, 'scratch')
  await mkdir(scratch)
  skills = [{ name: 'sql', dir: join(base, 'skills/sql'), alias: null }]
  await mkdir(join(base, 'skills/sql/evals'), { recursive: true })
  await writeFile(join(base, 'skills/sql/SKILL.md'), 'x')
  await writeFile(join(base, 'skills/sql/evals/evals.json'), 'ANSWER KEY')
  staged = await stageRoom(skills, join(scratch, 'room-0'))
  return () => removeTree(base)
})

function request(prompt: AgentRunRequest['prompt'], more: Partial<AgentRunRequest> = {}): AgentRunRequest {
  return {
    agent,
    settings: { agent: 'claude' },
    installed: { file: process.execPath, version: '1.0.0' },
    prompt,
    scratch,
    room: { staged, generation: 7 },
    timeoutMs: 20_000,
    env: { GIVEN: 'yes' },
    ...more,
  }
}

const left = async (): Promise<string[]> => (await readdir(scratch)).filter(name => name.startsWith('run-'))

describe('runAgent', () => {
  it('runs the agent in a fresh workspace with the room and tells all of it', async () => {
    const run = await runAgent(request(`
      say({ type: 'message', text: process.cwd() })
      say({ type: 'message', text: process.env.HOME + ' ' + process.env.GIVEN })
      say({ type: 'message', text: [...fs.readdirSync('.'), ...fs.readdirSync('.stand-in/skills'), ...fs.readdirSync('.stand-in/skills/sql')].join() })
      console.log('plain')
      console.error('warned')
      fs.writeFileSync('made.txt', 'abc')
      process.exitCode = 3`))
    const texts = run.events.map(event => event.type === 'message' ? event.text : event.type)
    expect(texts[0]).toBe(run.paths.workspace)
    expect(texts[1]).toBe(`${run.paths.home} yes`)
    expect(texts[2]).toBe('.stand-in,sql,SKILL.md')
    expect(run.events[3]).toEqual({ type: 'unknown', line: 'plain' })
    expect(run).toMatchObject({ generation: 7, roomChanges: [], end: { exitCode: 3, reason: 'exit', stderr: expect.stringContaining('warned') }, files: { cut: false }, changes: { removed: [] }, notes: [] })
    expect(run.changes.added.map(file => file.path)).toEqual(['made.txt'])
    expect(run.room.map(skill => skill.name)).toEqual(['sql'])
    expect(run.transcript.head).toHaveLength(4)
    expect(run.elapsedMs).toBeGreaterThan(0)
    expect(structuredClone(run)).toEqual(run)
    expect(await left()).toEqual([])
  })

  it('works where an earlier run did in a shared room, and nowhere else with skills of its own', async () => {
    const where = async (more: Partial<AgentRunRequest> = {}): Promise<string | undefined> => (await runAgent(request('', more))).paths.workspace
    expect(await where()).toBe(await where())
    expect(await where({ room: { skills } })).not.toBe(await where({ room: { skills } }))
  })

  it('installs nothing without a room, and tells the agent so', async () => {
    const say = `say({ type: 'message', text: [process.env.TOLD, fs.existsSync('.stand-in')].join() })`
    const run = await runAgent(request(say, { room: null }))
    expect(run).toMatchObject({ events: [{ type: 'message', text: 'no skills,false' }], room: [], generation: null, roomChanges: [], notes: [] })
    expect((await runAgent(request(say))).events).toEqual([{ type: 'message', text: ',true' }])
  })

  it('ends at the event that decides', async () => {
    const onEvent = vi.fn(event => event.type === 'message' ? 'stop' as const : undefined)
    const run = await runAgent(request(`
      say({ type: 'warning', text: 'a' })
      say({ type: 'message', text: 'b' })
      setInterval(() => say({ type: 'message', text: 'c' }), 1)`, { onEvent }))
    expect(run.end.reason).toBe('stopped')
    expect(run.events).toEqual([{ type: 'warning', text: 'a' }, { type: 'message', text: 'b' }])
    expect(onEvent).toHaveBeenCalledTimes(2)
    expect(await left()).toEqual([])
  })

  it('tells a timeout and an abort, and cleans up after both', async () => {
    const hang = `say({ type: 'warning', text: 'up' }); setInterval(() => {}, 1000)`
    expect((await runAgent(request(hang, { timeoutMs: 300 }))).end.reason).toBe('timeout')
    const stop = new AbortController()
    const run = await runAgent(request(hang, { signal: stop.signal, onEvent: () => stop.abort() }))
    expect(run.end.reason).toBe('aborted')
    expect(run.transcript.count).toBe(1)
    await expect(runAgent(request(hang, { signal: stop.signal }))).rejects.toBe(stop.signal.reason)
    expect(await left()).toEqual([])
  })

  it('gives the workspace to the callbacks, in order, before it goes', async () => {
    const calls: string[] = []
    await mkdir(join(base, 'seed'))
    await writeFile(join(base, 'seed/data.txt'), 'seeded')
    const run = await runAgent(request(async ({ dir }) => {
      calls.push(`prompt ${await readFile(join(dir, 'data.txt'), 'utf8')}`)
      await writeFile(join(dir, 'setup.txt'), '')
      return `fs.writeFileSync('data.txt', 'changed by the agent')`
    }, {
      seed: join(base, 'seed'),
      finish: async (done, { dir }) => {
        calls.push(`finish ${done.end.exitCode} ${await readFile(join(dir, 'data.txt'), 'utf8')}`)
      },
      teardown: async ({ dir }) => {
        calls.push(`teardown ${(await readdir(dir)).sort().join()}`)
      },
    }))
    expect(calls).toEqual(['prompt seeded', 'finish 0 changed by the agent', 'teardown .stand-in,data.txt,setup.txt'])
    expect(run.changes.added).toEqual([])
    expect(run.changes.changed.map(file => file.path)).toEqual(['data.txt'])
    expect(run.prompt).toContain('changed by the agent')
  })

  it.each(['prompt', 'onEvent', 'finish'] as const)('cleans up and tears down when %s throws', async (where) => {
    const teardown = vi.fn(() => Promise.resolve())
    const fail = (): never => {
      throw new Error(`thrown in ${where}`)
    }
    const prompt = `say({ type: 'warning', text: 'up' }); if (${where === 'onEvent'}) setInterval(() => {}, 1000)`
    await expect(runAgent(request(where === 'prompt' ? fail : prompt, { teardown, ...(where !== 'prompt' && { [where]: fail }) }))).rejects.toThrow(`thrown in ${where}`)
    expect(teardown).toHaveBeenCalledOnce()
    expect(await left()).toEqual([])
  })

  it('tells that an executable cannot be started', async () => {
    const run = await runAgent(request('', { installed: { file: join(base, 'missing'), version: '1.0.0' } }))
    expect(run.end).toMatchObject({ reason: 'spawn', error: expect.stringContaining('missing') })
    expect(await left()).toEqual([])
  })

  it('tells how a run changed the shared room, if it made a call that could', async () => {
    const write = `fs.writeFileSync('.stand-in/skills/sql/new.md', '')`
    const quiet = await runAgent(request(`say({ type: 'tool_call', id: '1', name: 'Read', input: {} }); ${write}`))
    expect(quiet.roomChanges).toEqual([])
    const run = await runAgent(request(`say({ type: 'tool_call', id: '1', name: 'Bash', input: {} }); ${write}`))
    expect(run.roomChanges).toEqual(['added sql/new.md'])
  })

  it.each([
    ['a copy of the room where links are not followed', { installed: { file: process.execPath, version: 'copies' } }, 7],
    ['skills of its own', null, null],
  ] as const)('writes into %s, and no other run sees it', async (_, more, generation) => {
    const run = await runAgent(request(`
      say({ type: 'tool_call', id: '1', name: 'Bash', input: {} })
      say({ type: 'message', text: fs.readdirSync('.stand-in/skills/sql').join() })
      fs.writeFileSync('.stand-in/skills/sql/SKILL.md', 'changed')`, more ?? { room: { skills } }))
    expect(run).toMatchObject({ generation, roomChanges: [], changes: { added: [], changed: [] } })
    expect(run.events[1]).toEqual({ type: 'message', text: 'SKILL.md' })
    expect(await readFile(join(staged.dir, 'sql/SKILL.md'), 'utf8')).toBe('x')
    expect(await readFile(join(base, 'skills/sql/SKILL.md'), 'utf8')).toBe('x')
  })

  it('keeps a transcript that is too long for memory', async () => {
    const run = await runAgent(request(`for (let i = 0; i < 3000; i++) console.log('x'.repeat(1000))`))
    expect(run.transcript.count).toBe(3000)
    expect(run.transcript.head.length).toBeLessThan(1100)
    let count = 0
    for await (const line of transcriptLines(run.transcript))
      count += line.length
    expect(count).toBe(3_000_000)
  })

  it('gives parallel runs each a workspace of its own that holds every skill once', async () => {
    const runs = await Promise.all(Array.from({ length: 6 }, (_, index) => runAgent(request(`
      say({ type: 'message', text: [...fs.readdirSync('.'), ...fs.readdirSync('.stand-in/skills')].join() })
      fs.writeFileSync('left.txt', '${index}')`))))
    expect(runs.map(run => run.events)).toEqual(Array.from({ length: 6 }, () => [{ type: 'message', text: '.stand-in,sql' }]))
    expect(new Set(runs.map(run => run.paths.workspace)).size).toBe(6)
  })

  it.runIf(process.platform !== 'win32')('holds the answer key nowhere', async () => {
    await runAgent(request('', {
      finish: async (_, { dir }) => {
        expect(execFileSync('grep', ['-r', 'x', '.stand-in/skills/'], { cwd: dir, encoding: 'utf8' })).toContain('SKILL.md')
        expect(() => execFileSync('grep', ['-r', 'ANSWER KEY', '.stand-in/skills/'], { cwd: dir })).toThrow()
      },
    }))
  })
})
