import type { Step } from '../../fixtures/scripted-model/server.ts'
import type { InstalledAgent } from './agent.ts'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { call, hang } from '../../fixtures/scripted-model/server.ts'
import { opencode, opencodeAgent } from './opencode.ts'
import { inTurn, RealAgentFolder, ROOM } from './real-agent.fixture.ts'
import { findBwrap } from './sandbox.ts'

// The real command line with a scripted model. Each start takes ten seconds, and a minute on a machine that does much else: each run
// shows several things, and has much time.
const command = process.env.SKILL_EVALS_TEST_OPENCODE
const settingsOf = (url: string) => opencode({ ...command !== undefined && { command }, model: 'anthropic/claude-sonnet-4-5', config: { 'provider.anthropic.options.baseURL': `${url}/v1` } })
const env = { ANTHROPIC_API_KEY: 'test-key' }
const skill = (name: string): Step => call('skill', { name })
const containment = await findBwrap(process.env)
const timeoutMs = 240_000

describe.skipIf(command === undefined)('the real opencode (SKILL_EVALS_TEST_OPENCODE=/path/to/opencode)', { timeout: 300_000 }, () => {
  let installed: InstalledAgent
  let folder: RealAgentFolder
  const before = new Set(readdirSync(tmpdir()))

  beforeAll(async () => {
    installed = await opencodeAgent.find(settingsOf(''), process.env)
  }, 180_000)
  beforeEach(() => {
    folder = new RealAgentFolder(settingsOf, installed, ['.agents', '.claude', '.opencode', '.config/opencode'], 'AGENTS.md')
    writeFileSync(path.join(folder.base, 'CLAUDE.md'), 'POLLUTION from above')
    writeFileSync(path.join(folder.base, 'opencode.json'), '{"agent":{"build":{"prompt":"POLLUTION of settings"}}}')
  })
  afterEach(() => folder.remove())
  afterAll(() => {
    // `--version` makes an empty folder of that name
    expect(readdirSync(tmpdir()).filter(name => !before.has(name) && /opencode/i.test(name) && name !== 'opencode')).toEqual([])
  })

  it('fires each skill of the catalog in a linked room, sees the room and nothing else, and gets the prompt byte for byte', async () => {
    const prompt = '--version\ntwo & <x> | "q" %PATH% $(id) `id` é\u{1F600}'
    const catalog = folder.addCatalog()
    folder.linkRoom()
    const end = await folder.run({ prompt, env, timeoutMs, model: inTurn(...catalog.map(skill)) })
    expect(end).toMatchObject({ activations: catalog, exitCode: 0, reason: 'exit', left: [], end: { isError: false, text: 'Done.', usage: { inputTokens: 6000, outputTokens: 300 } } })
    expect(end.end?.costUsd).toBeGreaterThan(0)
    expect(end.events.filter(({ type }) => type === 'unknown')).toEqual([])
    const [request] = end.requests
    expect(request?.prompt).toBe(prompt)
    expect([...request?.body.matchAll(/<name>([^<]*)<\/name>/g) ?? []].map(match => match[1]).sort()).toEqual([...catalog, ...ROOM].sort())
    expect(request?.body).not.toContain('POLLUTION')
  })

  it('fires nothing for an answer, files that are read or listed, and says why a skill did not load', async () => {
    const survey = inTurn(call('read', { filePath: path.join(folder.workspace, '.opencode/skills/pdf-filler/SKILL.md') }), call('bash', { command: 'cat .opencode/skills/*/SKILL.md', description: 'x' }), skill('no-such-skill'))
    const end = await folder.run({ env, timeoutMs, model: survey })
    expect(end).toMatchObject({ activations: ['!no-such-skill'], exitCode: 0, end: { isError: false, text: 'Done.' } })
    expect(end.events.find(event => event.type === 'activation')).toMatchObject({ reason: expect.stringContaining('not found') })
  })

  it('has no skill and no tool for one in the arm without skills', async () => {
    const end = await folder.run({ env, timeoutMs, model: inTurn(skill('pdf-filler')), withoutSkills: true })
    expect(end.requests[0]?.tools).toContain('bash')
    expect(end.requests[0]?.tools).not.toContain('skill')
    expect(end.requests[0]?.body).not.toMatch(/pdf-filler|customize-opencode/)
    expect(end.activations).not.toContain('pdf-filler')
  })

  it.skipIf(containment.by === 'none')('works in the sandbox, where it writes nothing outside', async () => {
    const outside = path.resolve('outside-of-opencode.txt')
    const work = call('bash', { command: `echo out > ${outside}; echo in > inside.txt`, description: 'x' })
    const end = await folder.run({ contained: true, env, timeoutMs, model: inTurn(work, skill('sql-review')) })
    expect(end).toMatchObject({ activations: ['sql-review'], exitCode: 0, reason: 'exit', left: [], end: { isError: false, text: 'Done.' } })
    expect([existsSync(outside), existsSync(path.join(folder.workspace, 'inside.txt'))]).toEqual([false, true])
  })

  // It asks five times more and says nothing of it; without the header it waits 2, 4, 8, 16 and 30 seconds in between.
  it.each([[401, 1], [429, 6], [500, 6]])('HTTP %i is an error, after %i questions', async (status, questions) => {
    const end = await folder.run({ env, timeoutMs, model: () => ({ error: { status, type: 'scripted', headers: { 'retry-after-ms': '1' } } }) })
    expect(end).toMatchObject({ activations: [], exitCode: 1, reason: 'exit', left: [], end: { isError: true, reason: 'api_error', status } })
    expect(end.requests).toHaveLength(questions)
  })

  it('a connection that is refused is an error', async () => {
    const settings = { config: { 'provider.anthropic.options.baseURL': 'http://127.0.0.1:9/v1' } }
    expect(await folder.run({ env, timeoutMs, settings, model: () => 'Four.' })).toMatchObject({ activations: [], exitCode: 1, end: { isError: true, reason: 'api_error' } })
  })

  it('a stream that is cut is an error: its half is no answer', async () => {
    const end = await folder.run({ env, timeoutMs, model: () => ({ blocks: [{ text: 'HALF' }], then: 'cut' }) })
    expect(end).toMatchObject({ activations: [], end: { isError: true } })
  })

  it('a model that hangs is ended by our own time limit', async () => {
    const end = await folder.run({ env, model: () => hang, timeoutMs: 90_000 })
    expect(end).toMatchObject({ reason: 'timeout', end: undefined, activations: [], left: [] })
    expect(end.requests).toHaveLength(1)
  })

  it('a decision ends the whole process tree', async () => {
    const work = call('bash', { command: 'setsid tail -f /dev/null > /dev/null 2>&1 & echo started', description: 'x' })
    const end = await folder.run({ env, timeoutMs, model: inTurn(work, skill('sql-review')), stop: event => event.type === 'activation' })
    expect(end).toMatchObject({ reason: 'stopped', activations: ['sql-review'], left: [], error: null })
  })

  it('knows all flags that it is given', async () => {
    const { args } = opencodeAgent.command({ ...settingsOf(''), effort: 'high' }, installed, { prompt: '', workspace: '/w', home: '/h' }, {})
    expect(await opencodeAgent.refusedFlags?.(args, settingsOf(''), installed, process.env)).toEqual([])
  })
})
