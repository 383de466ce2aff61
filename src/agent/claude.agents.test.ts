import type { Step } from '../../fixtures/scripted-model/server.ts'
import type { AgentSettings, InstalledAgent } from './agent.ts'
import type { AgentEvent } from './events.ts'
import type { ProcessEnd } from './process.ts'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { call, destroy, hang, skill, startScriptedModel } from '../../fixtures/scripted-model/server.ts'
import { agentOf } from './agents.ts'
import { claude } from './claude.ts'
import { readProcFolder } from './process-table.ts'
import { runProcess } from './process.ts'
import { ROOM, writeSkill } from './real-agent.fixture.ts'

// The real command line with a scripted model: SKILL_EVALS_TEST_CLAUDE=/path/to/claude
const command = process.env.SKILL_EVALS_TEST_CLAUDE

interface Run extends ProcessEnd {
  events: AgentEvent[]
  start: Extract<AgentEvent, { type: 'start' }> | undefined
  end: Extract<AgentEvent, { type: 'end' }> | undefined
  /** Such as `sql-review`, `!sql-review` for one that failed, `sql-review @` inside a subagent. */
  activations: string[]
  left: number[]
}

interface RunOptions {
  model: (request: { turn: number, prompt: string, results: string[] }) => Step
  prompt?: string
  settings?: Partial<AgentSettings>
  /** What the run's environment holds besides PATH and HOME. */
  env?: Record<string, string>
  timeoutMs?: number
  stop?: (event: AgentEvent) => boolean
}

describe.skipIf(command === undefined)('the real command line', { timeout: 120_000 }, () => {
  let base: string
  let workspace: string
  let installed: InstalledAgent
  const settings = claude(command === undefined ? {} : { command })
  const agent = agentOf(settings)

  beforeAll(async () => {
    installed = await agent.find(settings, process.env)
  })
  beforeEach(() => {
    base = mkdtempSync(path.join(tmpdir(), 'skill-evals-claude-'))
    workspace = path.join(base, 'workspace')
    ROOM.forEach(name => writeSkill(path.join(workspace, '.claude/skills'), name))
    mkdirSync(path.join(base, 'home'))
    writeSkill(path.join(base, 'user/.claude/skills'), 'users-own')
  })
  afterEach(() => rmSync(base, { recursive: true, force: true }))
  const before = new Set(readdirSync(tmpdir()))
  afterAll(() => {
    expect(readdirSync(tmpdir()).filter(name => !before.has(name) && /claude/i.test(name))).toEqual([])
  })

  async function run(options: RunOptions): Promise<Run> {
    const model = await startScriptedModel(options.model)
    const env = { PATH: process.env.PATH, HOME: path.join(base, 'user'), ANTHROPIC_BASE_URL: model.url, ANTHROPIC_API_KEY: 'test-key', CLAUDECODE: '1', ...options.env }
    const reader = agent.reader()
    const events: AgentEvent[] = []
    const mark = path.basename(base)
    const all = { ...settings, ...options.settings, env: { PROBE: mark, ...options.settings?.env } }
    try {
      const end = await runProcess(
        agent.command(all, installed, { prompt: options.prompt ?? 'Do the job.', workspace, home: path.join(base, 'home') }, env),
        { cwd: workspace, timeoutMs: options.timeoutMs ?? 100_000, onLine(line) {
          const fresh = reader.read(line)
          events.push(...fresh)
          return fresh.some(event => options.stop?.(event)) ? 'stop' : undefined
        } },
      )
      return {
        ...end,
        events,
        start: events.find(event => event.type === 'start'),
        end: events.findLast(event => event.type === 'end'),
        activations: events.flatMap(event => event.type === 'activation' ? `${event.ok ? '' : '!'}${event.skill}${event.parent ? ' @' : ''}` : []),
        left: readProcFolder(mark, null).filter(row => row.marked).map(row => row.pid),
      }
    }
    finally {
      await model.close()
    }
  }

  const once = (step: Step) => ({ turn }: { turn: number }): Step => turn === 0 ? step : 'Done.'

  it('a skill fires, and the prompt arrives byte for byte', async () => {
    const prompt = '--version\ntwo & <x> | "q" %PATH% $(id) `id` é\u{1F600}'
    let seen = ''
    const end = await run({ prompt, model: (request) => {
      seen = request.prompt
      return once(skill('sql-review'))(request)
    } })
    expect(seen).toBe(prompt)
    expect(end).toMatchObject({ activations: ['sql-review'], exitCode: 0, reason: 'exit', left: [], end: { isError: false, reason: 'completed', text: 'Done.', usage: { inputTokens: 2000, outputTokens: 100 } } })
    expect(end.end?.costUsd).toBeGreaterThan(0)
    expect(end.events.filter(({ type }) => type === 'unknown')).toEqual([])
  })

  it('no skill fires, and a call of a skill that is not there fails', async () => {
    expect(await run({ model: () => 'Four.' })).toMatchObject({ activations: [], end: { isError: false, text: 'Four.' } })
    expect(await run({ model: once(skill('no-such-skill')) })).toMatchObject({ activations: ['!no-such-skill'], end: { isError: false } })
  })

  it('a skill fires in a subagent', async () => {
    const prompt = 'Inside.'
    const end = await run({ model: request => request.prompt === prompt ? once(skill('pdf-filler'))(request) : once(call('Agent', { description: 'sub', subagent_type: 'general-purpose', prompt, run_in_background: false }))(request) })
    expect(end).toMatchObject({ activations: ['pdf-filler @'], end: { isError: false } })
  })

  it.each([
    [401, 'authentication_error'],
    [429, 'rate_limit_error'],
    [500, 'api_error'],
    [529, 'overloaded_error'],
  ])('HTTP %i is an error', async (status, type) => {
    const end = await run({ model: () => ({ error: { status, type } }), settings: { env: { CLAUDE_CODE_MAX_RETRIES: '1' } } })
    expect(end).toMatchObject({ activations: [], exitCode: 1, end: { isError: true, reason: 'api_error', status } })
  })

  it('a broken connection is an error', async () => {
    expect(await run({ model: () => destroy })).toMatchObject({ exitCode: 1, end: { isError: true, reason: 'api_error' } })
  })

  it.each(['cut', { error: 'api_error' }] as const)('a stream that ends with %j is an error or is asked for again: its half is no answer', async (then) => {
    let asked = 0
    const end = await run({ model: () => asked++ === 0 ? { blocks: [{ text: 'HALF' }], then } : 'WHOLE' })
    expect(end.end?.isError === true || end.end?.text === 'WHOLE').toBe(true)
  })

  it('a model that hangs is ended by our own time limit', async () => {
    for (const step of [hang, { blocks: [{ text: 'HALF' }], then: 'hang' }] satisfies Step[])
      expect(await run({ model: () => step, timeoutMs: 8_000 })).toMatchObject({ reason: 'timeout', end: undefined, activations: [], left: [] })
  })

  it.each([['a key', {}], ['no key', { ANTHROPIC_API_KEY: '' }]])('sees the room and nothing else with %s in the environment', async (_, env) => {
    const { start } = await run({ model: () => 'Four.', env, settings: { env: { CLAUDE_CODE_MAX_RETRIES: '0' } } })
    const skills = start?.skills ?? []
    expect(skills).toEqual(expect.arrayContaining(ROOM))
    expect(skills).not.toContain('users-own')
    // Before 2.1.169 no switch hides the bundled ones.
    const extra = skills.filter(name => !ROOM.includes(name))
    const bundled = ['update-config', 'debug', 'simplify', 'batch', 'less-permission-prompts', 'loop']
    expect(extra).toEqual(installed.version === '2.1.112' ? bundled : [])
    expect(start?.version).toBe(installed.version)
  })

  it('keeps the home of a user without a key, and leaves it alone with one', async () => {
    await run({ model: () => 'Four.' })
    expect(existsSync(path.join(base, 'user/.claude.json'))).toBe(false)
    expect(existsSync(path.join(base, 'home/.claude'))).toBe(true)
    const command = agent.command(settings, installed, { prompt: '', workspace, home: '/h' }, { HOME: '/user' })
    expect(command.env).toMatchObject({ HOME: '/user' })
    expect(command.env).not.toHaveProperty('CLAUDE_CONFIG_DIR')
  })

  it('follows a linked skills folder, and linked skills', async () => {
    const room = path.join(base, 'room')
    ROOM.forEach(name => writeSkill(room, name))
    const folder = path.join(workspace, '.claude/skills')
    rmSync(folder, { recursive: true })
    symlinkSync(room, folder)
    const whole = await run({ model: once(skill('sql-review')) })
    expect(whole).toMatchObject({ activations: ['sql-review'] })
    expect(whole.start?.skills).toEqual(expect.arrayContaining(ROOM))

    rmSync(folder)
    mkdirSync(folder)
    ROOM.forEach(name => symlinkSync(path.join(room, name), path.join(folder, name)))
    const single = await run({ model: once(skill('pdf-filler')) })
    expect(single).toMatchObject({ activations: ['pdf-filler'] })
    expect(single.start?.skills).toEqual(expect.arrayContaining(ROOM))
    expect(agent.linksRoom(installed.version)).toBe(true)
  })

  it('is gone with all its processes after the stop at the decision', async () => {
    const model = ({ turn, results }: { turn: number, results: string[] }): Step => turn === 0 ? call('Bash', { command: '(setsid tail -f /dev/null & ) ; tail -f /dev/null & echo started', description: 'x' }) : results.some(text => text.includes('started')) ? skill('sql-review') : 'Done.'
    const end = await run({ model, stop: event => event.type === 'activation' })
    expect(end).toMatchObject({ reason: 'stopped', activations: ['sql-review'], left: [], error: null })
  })

  it('is gone when it is stopped while a command runs', async () => {
    const end = await run({ model: () => call('Bash', { command: 'tail -f /dev/null', description: 'x' }), stop: event => event.type === 'tool_call' })
    expect(end).toMatchObject({ reason: 'stopped', left: [], error: null })
  })

  it('takes model and effort', async () => {
    const { start, end } = await run({ model: () => 'Four.', settings: { model: 'claude-haiku-4-5', effort: 'low' } })
    expect(start?.model).toMatch(/haiku/)
    expect(end).toMatchObject({ isError: false })
  })
})
