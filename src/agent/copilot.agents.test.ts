import type { Step } from '../../fixtures/scripted-model/server.ts'
import type { InstalledAgent } from './agent.ts'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { call, hang } from '../../fixtures/scripted-model/server.ts'
import { copilot, copilotAgent } from './copilot.ts'
import { inTurn, RealAgentFolder, ROOM } from './real-agent.fixture.ts'
import { findBwrap } from './sandbox.ts'

// The real command line with a scripted model. Each run shows several things.
const command = process.env.SKILL_EVALS_TEST_COPILOT
const containment = await findBwrap(process.env)
/** Where it unpacks itself once, as in the home of a user. */
let packages = ''
function settingsOf(url: string) {
  return copilot({
    ...command !== undefined && { command },
    model: 'claude-sonnet-4.5',
    env: { COPILOT_PROVIDER_TYPE: 'anthropic', COPILOT_PROVIDER_BASE_URL: url, COPILOT_PROVIDER_API_KEY: 'test-key', COPILOT_OFFLINE: 'true', COPILOT_PKG_CACHE_HOME: packages },
  })
}
const skill = (name: string): Step => call('skill', { skill: name })

describe.skipIf(command === undefined)('the real copilot (SKILL_EVALS_TEST_COPILOT=/path/to/copilot)', { timeout: 180_000 }, () => {
  let installed: InstalledAgent
  let folder: RealAgentFolder
  const before = new Set(readdirSync(tmpdir()))

  beforeAll(async () => {
    packages = mkdtempSync(path.join(tmpdir(), 'skill-evals-packages-'))
    installed = await copilotAgent.find(settingsOf(''), process.env)
  }, 180_000)
  beforeEach(() => {
    folder = new RealAgentFolder(settingsOf, installed, ['.agents', '.claude', '.github', '.copilot'], 'AGENTS.md')
    // As the workspace of a run is made where a folder above holds skills.
    mkdirSync(path.join(folder.workspace, '.git/objects'), { recursive: true })
    mkdirSync(path.join(folder.workspace, '.git/refs'))
    writeFileSync(path.join(folder.workspace, '.git/HEAD'), 'ref: refs/heads/main\n')
    writeFileSync(path.join(folder.user, '.copilot/copilot-instructions.md'), 'POLLUTION of the user')
  })
  afterEach(() => folder.remove())
  afterAll(() => {
    rmSync(packages, { recursive: true, force: true })
    expect(readdirSync(tmpdir()).filter(name => !before.has(name) && /copilot/i.test(name))).toEqual([])
  })

  it('fires each skill of the catalog in a linked room, sees the room and nothing else, and gets the prompt byte for byte', async () => {
    const prompt = '--version\ntwo & <x> | "q" %PATH% $(id) `id` é\u{1F600}'
    const catalog = folder.addCatalog()
    folder.linkRoom()
    const end = await folder.run({ prompt, model: inTurn(...catalog.map(skill)) })
    expect(end).toMatchObject({ activations: catalog, exitCode: 0, reason: 'exit', left: [], end: { isError: false, text: 'Done.' } })
    expect(end.events.filter(({ type }) => type === 'unknown')).toEqual([])
    const start = end.events.find(event => event.type === 'start')
    expect(start).toMatchObject({ model: 'claude-sonnet-4.5' })
    expect(start?.skills?.toSorted()).toEqual([...catalog, ...ROOM].sort())
    const [request] = end.requests
    expect(request?.prompt.endsWith(prompt)).toBe(true)
    expect(request?.body).not.toContain('POLLUTION')
  })

  it('fires nothing for an answer, files that are read or listed, and says why a skill did not load', async () => {
    const survey = inTurn(call('view', { path: path.join(folder.workspace, '.github/skills/pdf-filler/SKILL.md') }), call('bash', { command: 'cat .github/skills/*/SKILL.md', description: 'x' }), skill('no-such-skill'))
    const end = await folder.run({ model: survey })
    expect(end).toMatchObject({ activations: ['!no-such-skill'], exitCode: 0, end: { isError: false, text: 'Done.' } })
    expect(end.events.find(event => event.type === 'activation')).toMatchObject({ reason: expect.stringContaining('no-such-skill') })
  })

  it('fires in a subagent too', async () => {
    const task = call('task', { description: 'x', prompt: 'as a subagent', agent_type: 'general-purpose', name: 'sub', mode: 'sync' })
    const end = await folder.run({ prompt: 'Do it.', model: ({ prompt, turn }) => inTurn(prompt.endsWith('as a subagent') ? skill('sql-review') : task)({ turn }) })
    expect(end).toMatchObject({ activations: ['sql-review'], exitCode: 0, end: { isError: false, text: 'Done.' } })
    const started = end.events.find(event => event.type === 'tool_call' && event.name === 'task')
    expect(end.events.find(event => event.type === 'activation')).toMatchObject({ parent: started && 'id' in started ? started.id : '' })
  })

  it('has no tool for a skill in the arm without skills', async () => {
    const end = await folder.run({ model: inTurn(skill('pdf-filler')), withoutSkills: true })
    expect(end.requests[0]?.tools).toContain('bash')
    expect(end.requests[0]?.tools).not.toContain('skill')
    expect(end.requests[0]?.body).not.toMatch(/pdf-filler|customize-cloud-agent|discover-resources|github-pr-media|POLLUTION/)
    expect(end.activations).not.toContain('pdf-filler')
  })

  it.skipIf(containment.by === 'none')('works in the sandbox, where it writes nothing outside', async () => {
    const outside = path.resolve('outside-of-copilot.txt')
    const work = call('bash', { command: `echo out > ${outside}; echo in > inside.txt`, description: 'x' })
    const end = await folder.run({ contained: true, model: inTurn(work, skill('sql-review')) })
    expect(end).toMatchObject({ activations: ['sql-review'], exitCode: 0, reason: 'exit', left: [], end: { isError: false, text: 'Done.' } })
    expect([existsSync(outside), existsSync(path.join(folder.workspace, 'inside.txt'))]).toEqual([false, true])
  })

  it.each([401, 429, 500])('HTTP %i is an error', async (status) => {
    const end = await folder.run({ model: () => ({ error: { status, type: 'scripted', headers: { 'retry-after': '1' } } }) })
    expect(end).toMatchObject({ activations: [], exitCode: 1, end: { isError: true, reason: 'api_error', status } })
  })

  it('a connection that is refused is an error', async () => {
    const env = { COPILOT_PROVIDER_BASE_URL: 'http://127.0.0.1:9' }
    expect(await folder.run({ model: () => 'Four.', settings: { env: { ...settingsOf('').env, ...env } } })).toMatchObject({ activations: [], exitCode: 1, end: { isError: true, reason: 'api_error' } })
  })

  it('a model that hangs is ended by our own time limit, and a decision ends the whole process tree', async () => {
    // when it is told to end, it may print that all went well: the time limit outranks that
    expect(await folder.run({ model: () => hang, timeoutMs: 20_000 })).toMatchObject({ reason: 'timeout', activations: [], left: [] })
    const work = inTurn(call('bash', { command: '(setsid tail -f /dev/null & ) ; echo started', description: 'x' }), skill('sql-review'))
    expect(await folder.run({ model: work, stop: event => event.type === 'activation' })).toMatchObject({ reason: 'stopped', activations: ['sql-review'], left: [], error: null })
  })

  it('knows all flags that it is given', async () => {
    const { args } = copilotAgent.command({ ...settingsOf(''), effort: 'high' }, installed, { prompt: '', workspace: '/w', home: '/h', withoutSkills: true }, {})
    expect(await copilotAgent.refusedFlags?.(args, settingsOf(''), installed, process.env)).toEqual([])
  })
})
