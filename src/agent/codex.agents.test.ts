import type { Step } from '../../fixtures/scripted-model/server.ts'
import type { InstalledAgent } from './agent.ts'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { call, hang } from '../../fixtures/scripted-model/server.ts'
import { codex, codexAgent } from './codex.ts'
import { inTurn, RealAgentFolder, ROOM } from './real-agent.fixture.ts'
import { findBwrap } from './sandbox.ts'

// The real command line with a scripted model
const command = process.env.SKILL_EVALS_TEST_CODEX
const key = { CODEX_API_KEY: 'test-key' }
const containment = await findBwrap(process.env)

/** A provider of the configuration, since the attempts of the built-in one cannot be bounded. */
function settingsOf(url: string) {
  const provider = { name: 'scripted', base_url: `${url}/v1`, wire_api: 'responses', env_key: 'CODEX_API_KEY', request_max_retries: 1, stream_max_retries: 1, supports_websockets: false }
  return codex({
    ...command !== undefined && { command },
    model: 'scripted-model',
    config: { model_provider: 'scripted', ...Object.fromEntries(Object.entries(provider).map(([name, value]) => [`model_providers.scripted.${name}`, value])) },
  })
}

const print = (...skills: string[]): Step => call('exec_command', { cmd: `cat ${skills.map(skill => `.agents/skills/${skill}/SKILL.md`).join(' ')}` })

describe.skipIf(command === undefined)('the real codex (SKILL_EVALS_TEST_CODEX=/path/to/codex)', { timeout: 120_000 }, () => {
  let installed: InstalledAgent
  let folder: RealAgentFolder
  const before = new Set(readdirSync(tmpdir()))

  beforeAll(async () => {
    installed = await codexAgent.find(settingsOf(''), process.env)
  })
  beforeEach(() => {
    folder = new RealAgentFolder(settingsOf, installed, ['.agents', '.codex'], 'AGENTS.md')
    writeFileSync(path.join(folder.user, '.codex/config.toml'), 'model = "POLLUTION"\n[mcp_servers.POLLUTION]\ncommand = "true"\n')
  })
  afterEach(() => folder.remove())
  afterAll(() => {
    expect(readdirSync(tmpdir()).filter(name => !before.has(name) && /codex/i.test(name))).toEqual([])
  })

  it('fires each skill of the catalog by printing its file, sees the room and nothing else, and gets the prompt byte for byte', async () => {
    const prompt = '--version\ntwo & <x> | "q" %PATH% $(id) `id` é\u{1F600}'
    const catalog = folder.addCatalog()
    const end = await folder.run({ prompt, env: key, model: inTurn(...catalog.map(name => print(name))) })
    const replies = catalog.length + 1
    expect(end).toMatchObject({ activations: catalog, exitCode: 0, reason: 'exit', left: [], end: { isError: false, text: 'Done.', usage: { inputTokens: 1000 * replies, cacheReadTokens: 3000 * replies, outputTokens: 50 * replies } } })
    expect(end.events.filter(({ type }) => type === 'unknown')).toEqual([])
    const [request] = end.requests
    expect(request?.prompt).toBe(prompt)
    const listed = [...request?.system.matchAll(/^- (\S+): .*SKILL\.md\)$/gm) ?? []].map(match => match[1])
    expect(listed.sort()).toEqual([...catalog, ...ROOM].sort())
    expect(request?.body).not.toContain('POLLUTION')
  })

  it.skipIf(containment.by === 'none')('works in the sandbox, where it writes nothing outside', async () => {
    const outside = path.resolve('outside-of-codex.txt')
    const end = await folder.run({ contained: true, env: key, model: inTurn(call('exec_command', { cmd: `echo out > ${outside}; echo in > inside.txt` }), print('sql-review')) })
    expect(end).toMatchObject({ activations: ['sql-review'], exitCode: 0, reason: 'exit', left: [], end: { isError: false, text: 'Done.' } })
    expect([existsSync(outside), existsSync(path.join(folder.workspace, 'inside.txt'))]).toEqual([false, true])
  })

  it('without skills hears of none, neither of yours nor of its own', async () => {
    const end = await folder.run({ env: key, withoutSkills: true, model: inTurn(call('exec_command', { cmd: 'ls -a' })) })
    expect(end).toMatchObject({ activations: [], exitCode: 0, end: { isError: false, text: 'Done.' } })
    expect(end.requests.length).toBeGreaterThanOrEqual(2)
    for (const { body } of end.requests)
      expect(body).not.toMatch(/SKILL\.md|skills_instructions|sql-review|skill-creator|POLLUTION/)
    // the same question with skills: all that is there to be taken away
    expect((await withRoom()).requests[0]?.body).toMatch(/SKILL\.md[\s\S]*sql-review|sql-review[\s\S]*SKILL\.md/)
  })

  async function withRoom() {
    const other = new RealAgentFolder(settingsOf, installed, ['.agents'], 'AGENTS.md')
    return other.run({ env: key, model: () => 'Done.' }).finally(() => other.remove())
  }

  it('fires by the code that its own models write, with the built-in provider and the login of the user', async () => {
    const code = `text(await tools.exec_command({ cmd: 'cat .agents/skills/pdf-filler/SKILL.md' }))`
    const own = new RealAgentFolder(model => codex({ ...command !== undefined && { command }, config: { openai_base_url: `${model}/v1` } }), installed, ['.agents'], 'AGENTS.md')
    try {
      mkdirSync(path.join(own.user, '.codex'), { recursive: true })
      writeFileSync(path.join(own.user, '.codex/auth.json'), '{"auth_mode":"apikey","OPENAI_API_KEY":"of-the-login"}')
      const end = await own.run({ model: inTurn({ blocks: [{ tool: 'exec', input: code }] }) })
      expect(end).toMatchObject({ activations: ['pdf-filler'], end: { isError: false, text: 'Done.' } })
      expect(readFileSync(path.join(own.user, '.codex/auth.json'), 'utf8')).toContain('of-the-login')
    }
    finally {
      own.remove()
    }
  })

  it('fires nothing for an answer, a file that is not there, a listing, or several files at once', async () => {
    const survey = inTurn(print('none-such'), call('exec_command', { cmd: 'ls .agents/skills' }), print('sql-review', 'pdf-filler'), call('exec_command', { cmd: 'cat .agents/skills/*/SKILL.md' }))
    const end = await folder.run({ env: key, model: survey })
    expect(end).toMatchObject({ activations: [], end: { isError: false, text: 'Done.' } })
    expect(end.events.filter(({ type }) => type === 'tool_call')).toHaveLength(4)
  })

  it.each([[401, 401], [429, 429], [500, undefined]])('HTTP %i is an error', async (status, said) => {
    const end = await folder.run({ env: key, model: () => ({ error: { status, type: 'scripted' } }) })
    expect(end).toMatchObject({ activations: [], exitCode: 1, end: { isError: true, reason: 'api_error' } })
    expect(end.end?.status).toBe(said)
  })

  it('a stream that is cut is an error: its half is no answer', async () => {
    expect(await folder.run({ env: key, model: () => ({ blocks: [{ text: 'HALF' }], then: 'cut' }) })).toMatchObject({ exitCode: 1, end: { isError: true, reason: 'api_error' } })
  })

  it('a model that hangs is ended by our own time limit, and a decision ends the whole process tree', async () => {
    expect(await folder.run({ env: key, model: () => hang, timeoutMs: 6_000 })).toMatchObject({ reason: 'timeout', end: undefined, left: [] })
    const work = inTurn(call('exec_command', { cmd: 'tail -f /dev/null' }))
    expect(await folder.run({ env: key, model: work, stop: event => event.type === 'tool_call' })).toMatchObject({ reason: 'stopped', left: [], error: null })
  })

  it('knows all flags that it is given', async () => {
    const { args } = codexAgent.command(settingsOf(''), installed, { prompt: '', workspace: '/w', home: '/h' }, {})
    expect(await codexAgent.refusedFlags?.(args, settingsOf(''), installed, process.env)).toEqual([])
  })
})
