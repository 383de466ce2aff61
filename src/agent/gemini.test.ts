import path from 'node:path'
import { describe, expect } from 'vitest'
import { test as it } from '../catalog/temp-folder.fixture.ts'
import { AgentMissingError } from './agent-missing.ts'
import { geminiLogin } from './gemini-login.ts'
import { gemini, geminiAgent } from './gemini.ts'

const run = { prompt: '-- do it\n', workspace: '/work', home: '/home/of/run' }
const secret = 'AIza0123456789-0123456789'

function commandOf(settings: Parameters<typeof gemini>[0] = {}, env: NodeJS.ProcessEnv = {}) {
  return geminiAgent.command(gemini(settings), { file: '/bin/gemini', version: '0.61.0' }, run, env)
}

/** The settings that a run finds in its home. */
function settingsOf(env: NodeJS.ProcessEnv): unknown {
  const file = commandOf({}, env).homeFiles?.find(({ path }) => path === '.gemini/settings.json')
  return file && 'text' in file ? JSON.parse(file.text) : null
}

it('has the prompt on stdin, and its settings in a private home', () => {
  const { file, args, stdin, env } = commandOf({ model: 'gemini-2.5-flash', env: { MINE: '1' } }, { PATH: '/bin', HOME: '/user', GEMINI_API_KEY: 'k', GEMINI_MODEL: 'other', GEMINI_CLI_HOME: '/user/g', AWS_PROFILE: 'work' })
  expect({ file, stdin, args }).toEqual({ file: '/bin/gemini', stdin: '-- do it\n', args: ['--output-format', 'stream-json', '--yolo', '--skip-trust', '--model', 'gemini-2.5-flash'] })
  expect(env).toMatchObject({ PATH: '/bin', GEMINI_API_KEY: 'k', MINE: '1', HOME: '/home/of/run', GEMINI_CLI_HOME: '/home/of/run', TMPDIR: '/home/of/run' })
  for (const name of ['GEMINI_MODEL', 'AWS_PROFILE'])
    expect(env).not.toHaveProperty(name)
})

describe('the login', () => {
  it.each<[NodeJS.ProcessEnv, string, string]>([
    [{ GEMINI_API_KEY: secret }, 'gemini-api-key', '/home/of/run'],
    [{}, 'oauth-personal', '/home/of/run'],
    // Its login lies in the user's home.
    [{ GOOGLE_GENAI_USE_VERTEXAI: 'true', GEMINI_API_KEY: secret }, 'vertex-ai', '/user'],
    [{ GOOGLE_GENAI_USE_VERTEXAI: 'false', GEMINI_API_KEY: secret }, 'gemini-api-key', '/home/of/run'],
  ])('with %j is %s, with %s as the home', (env, type, home) => {
    expect(settingsOf({ HOME: '/user', ...env })).toMatchObject({ security: { auth: { selectedType: type } }, skills: { disabled: ['skill-creator', 'antigravity-support'] } })
    expect(commandOf({}, { HOME: '/user', ...env }).env).toMatchObject({ HOME: home, GEMINI_CLI_HOME: '/home/of/run' })
  })

  it('is linked where there is no key, and found by names alone', ({ folder }) => {
    const user = folder({ '.gemini/oauth_creds.json': secret, '.gemini/settings.json': '{}' })
    const env = { HOME: user, USERPROFILE: user }
    expect(commandOf({}, env).homeFiles?.slice(1)).toEqual([{ path: '.gemini/oauth_creds.json', link: path.join(user, '.gemini/oauth_creds.json') }])
    expect(commandOf({}, { ...env, GEMINI_API_KEY: 'k' }).homeFiles).toHaveLength(1)
    expect(geminiLogin(gemini(), env)).toEqual({ state: 'found', text: `the login of the command line, in ${path.join(user, '.gemini')}` })
    expect(geminiLogin(gemini(), { GEMINI_API_KEY: secret })).toEqual({ state: 'found', text: '`GEMINI_API_KEY` is set' })
    expect(geminiLogin(gemini(), { HOME: '/nowhere', USERPROFILE: '/nowhere' })).toMatchObject({ state: 'missing', text: expect.stringContaining('Set `GEMINI_API_KEY`, or start `gemini` and log in') })
    expect(geminiLogin(gemini(), { GOOGLE_GENAI_USE_VERTEXAI: 'true' }).state).toBe('unknown')
  })
})

it('refuses an effort, which it could not pass on', async () => {
  const found = geminiAgent.find({ agent: 'gemini', effort: 'high' }, {})
  await expect(found).rejects.toThrow('gemini has no setting for effort, and "high" was asked for. Leave out `effort` and SKILL_EVALS_EFFORT.')
  await expect(found).rejects.toBeInstanceOf(AgentMissingError)
})
