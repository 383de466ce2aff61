import type { Step } from '../../fixtures/scripted-model/server.ts'
import type { InstalledAgent } from './agent.ts'
import { existsSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { call, hang } from '../../fixtures/scripted-model/server.ts'
import { gemini, geminiAgent } from './gemini.ts'
import { inTurn, RealAgentFolder, ROOM } from './real-agent.fixture.ts'
import { findBwrap } from './sandbox.ts'

// The real command line with a scripted model. Each start takes seconds, so that each run shows several things.
const command = process.env.SKILL_EVALS_TEST_GEMINI
const settingsOf = (url: string) => gemini({ ...command !== undefined && { command }, model: 'gemini-2.5-flash', env: { GOOGLE_GEMINI_BASE_URL: url } })
const env = { GEMINI_API_KEY: 'test-key' }
const containment = await findBwrap(process.env)
const skill = (name: string): Step => call('activate_skill', { name })

describe.skipIf(command === undefined)('the real gemini (SKILL_EVALS_TEST_GEMINI=/path/to/gemini)', { timeout: 180_000 }, () => {
  let installed: InstalledAgent
  let folder: RealAgentFolder
  const before = new Set(readdirSync(tmpdir()))

  beforeAll(async () => {
    installed = await geminiAgent.find(settingsOf(''), process.env)
  }, 180_000)
  beforeEach(() => {
    folder = new RealAgentFolder(settingsOf, installed, ['.agents', '.gemini'], 'GEMINI.md')
  })
  afterEach(() => folder.remove())
  afterAll(() => {
    expect(readdirSync(tmpdir()).filter(name => !before.has(name) && /gemini/i.test(name))).toEqual([])
  })

  it('fires each skill of the catalog, sees the room and nothing else, and gets the prompt byte for byte', async () => {
    const prompt = '--version\ntwo & <x> | "q" %PATH% $(id) `id` é\u{1F600}'
    const catalog = folder.addCatalog()
    const end = await folder.run({ prompt, env, model: inTurn(...catalog.map(skill)) })
    const replies = catalog.length + 1
    expect(end).toMatchObject({ activations: catalog, exitCode: 0, reason: 'exit', left: [], end: { isError: false, text: 'Done.', usage: { inputTokens: 1000 * replies, cacheReadTokens: 3000 * replies, outputTokens: 50 * replies } } })
    expect(end.events.filter(({ type }) => type === 'unknown')).toEqual([])
    expect(end.events.find(({ type }) => type === 'start')).toMatchObject({ model: 'gemini-2.5-flash' })
    const [request] = end.requests
    expect(request?.prompt).toBe(prompt)
    const listed = /activate_skill.{0,300}?\(Available: ([^)]*)\)/.exec(request?.body ?? '')?.[1]
    expect(listed?.replaceAll('\'', '').split(', ').sort()).toEqual([...catalog, ...ROOM].sort())
    expect(request?.body).not.toContain('POLLUTION')
  })

  it.skipIf(containment.by === 'none')('works in the sandbox, where it writes nothing outside', async () => {
    const outside = path.resolve('outside-of-gemini.txt')
    const end = await folder.run({ contained: true, env, model: inTurn(call('run_shell_command', { command: `echo out > ${outside}; echo in > inside.txt` }), skill('sql-review')) })
    expect(end).toMatchObject({ activations: ['sql-review'], exitCode: 0, reason: 'exit', left: [], end: { isError: false, text: 'Done.' } })
    expect([existsSync(outside), existsSync(path.join(folder.workspace, 'inside.txt'))]).toEqual([false, true])
  })

  it('without skills hears of none, and cannot load one', async () => {
    const end = await folder.run({ env, withoutSkills: true, model: inTurn(skill('skill-creator')) })
    expect(end.end).toMatchObject({ isError: false, text: 'Done.' })
    expect(end.activations).toEqual(['!skill-creator'])
    expect(end.requests.length).toBeGreaterThanOrEqual(2)
    expect(end.requests[0]?.tools).toContain('read_file')
    expect(end.requests.filter(({ tools }) => tools.includes('activate_skill'))).toEqual([])
    expect(end.requests[0]?.body).not.toMatch(/SKILL\.md|activate_skill|sql-review|skill-creator|antigravity|POLLUTION/)
  })

  it('fires nothing for a file that it reads, and fails for a skill that is not there', async () => {
    const end = await folder.run({ env, model: inTurn(call('read_file', { file_path: '.agents/skills/pdf-filler/SKILL.md' }), skill('no-such-skill')) })
    expect(end).toMatchObject({ activations: ['!no-such-skill'], exitCode: 0, end: { isError: false, text: 'Done.' } })
  })

  it.each([401, 429, 500])('HTTP %i is an error', async (status) => {
    const end = await folder.run({ env, model: () => ({ error: { status, type: 'SCRIPTED' } }) })
    expect(end).toMatchObject({ activations: [], end: { isError: true, reason: 'api_error', status } })
    expect(end.exitCode).not.toBe(0)
  })

  it('a model that hangs is ended by our own time limit, and a decision ends the whole process tree', async () => {
    expect(await folder.run({ env, model: () => hang, timeoutMs: 15_000 })).toMatchObject({ reason: 'timeout', end: undefined, left: [] })
    const work = inTurn(call('run_shell_command', { command: 'tail -f /dev/null', description: 'x' }))
    expect(await folder.run({ env, model: work, stop: event => event.type === 'tool_call' })).toMatchObject({ reason: 'stopped', left: [], error: null })
  })

  it('knows all flags that it is given', async () => {
    const { args } = geminiAgent.command(settingsOf(''), installed, { prompt: '', workspace: '/w', home: '/h' }, {})
    expect(await geminiAgent.refusedFlags?.(args, settingsOf(''), installed, process.env)).toEqual([])
  })
})
