import { chmodSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { describe, expect } from 'vitest'
import { test as it } from '../catalog/temp-folder.fixture.ts'
import { AgentMissingError } from './agent-missing.ts'
import { opencodeLogin } from './opencode-login.ts'
import { opencode, opencodeAgent } from './opencode.ts'

const run = { prompt: '-- do it\n', workspace: '/work', home: '/home/of/run' }
const secret = 'sk-0123456789-0123456789'

function commandOf(settings: Parameters<typeof opencode>[0] = {}, env: NodeJS.ProcessEnv = {}, withoutSkills = false) {
  return opencodeAgent.command(opencode(settings), { file: '/bin/opencode', version: '1.18.33' }, { ...run, withoutSkills }, env)
}

/** The settings that a run finds in its home. */
function configOf(...given: Parameters<typeof commandOf>): unknown {
  const file = commandOf(...given).homeFiles?.find(({ path }) => path === '.config/opencode/opencode.json')
  return file && 'text' in file ? JSON.parse(file.text) : null
}

it('has the prompt on stdin, and a private home', () => {
  const { file, args, stdin, env } = commandOf({ model: 'openai/gpt-5', effort: 'low', passEnv: ['GROQ_API_KEY'], env: { MINE: '1' } }, { PATH: '/bin', HOME: '/user', XDG_CONFIG_HOME: '/user/c', OPENAI_API_KEY: 'k', GROQ_API_KEY: 'g', OPENCODE_CONFIG: '/user/o.json', AWS_PROFILE: 'work' })
  expect({ file, stdin, args }).toEqual({ file: '/bin/opencode', stdin: '-- do it\n', args: ['run', '--format', 'json', '--pure', '--title', 'evaluation', '--model', 'openai/gpt-5', '--variant', 'low'] })
  expect(env).toMatchObject({ PATH: '/bin', OPENAI_API_KEY: 'k', GROQ_API_KEY: 'g', MINE: '1', HOME: '/home/of/run', XDG_CONFIG_HOME: path.join('/home/of/run', '.config'), TMPDIR: '/home/of/run', OPENCODE_DISABLE_PROJECT_CONFIG: '1', OPENCODE_DISABLE_EXTERNAL_SKILLS: '1' })
  for (const name of ['OPENCODE_CONFIG', 'AWS_PROFILE'])
    expect(env).not.toHaveProperty(name)
})

it('is told of the skills of the workspace and of no other, or of none', () => {
  expect(configOf()).toMatchObject({ permission: { '*': 'allow', 'skill': { '*': 'allow', 'customize-opencode': 'deny' } }, skills: { paths: [path.join('/work', '.opencode/skills')] } })
  expect(configOf({}, {}, true)).toMatchObject({ permission: { '*': 'allow', 'skill': 'deny' } })
  expect(configOf({}, {}, true)).not.toHaveProperty('skills')
})

it('takes settings by dotted key, beside its own', () => {
  expect(configOf({ config: { 'provider.mine.npm': '@ai-sdk/openai-compatible', 'provider.mine.options.baseURL': 'http://m/v1', 'permission.webfetch': 'deny', 'small_model': 'mine/s' } })).toMatchObject({
    provider: { mine: { npm: '@ai-sdk/openai-compatible', options: { baseURL: 'http://m/v1' } } },
    permission: { '*': 'allow', 'webfetch': 'deny' },
    small_model: 'mine/s',
  })
})

describe('the login', () => {
  it('is linked, and found by names alone; the list of models is named', ({ folder }) => {
    const user = folder({ '.local/share/opencode/auth.json': secret, '.cache/opencode/models.json': '{}', '.config/opencode/opencode.json': '{}' })
    const env = { HOME: user, USERPROFILE: user }
    const login = path.join(user, '.local/share/opencode/auth.json')
    const { homeFiles = [], env: variables } = commandOf({}, env)
    expect(homeFiles.filter(file => 'link' in file)).toEqual([{ path: '.local/share/opencode/auth.json', link: login }])
    expect(variables.OPENCODE_MODELS_PATH).toBe(path.join(user, '.cache/opencode/models.json'))
    expect(opencodeLogin(opencode(), env)).toEqual({ state: 'found', text: `the login of the command line, in ${login}` })
    expect(opencodeLogin(opencode(), { OPENAI_API_KEY: secret })).toEqual({ state: 'found', text: '`OPENAI_API_KEY` is set' })
    expect(opencodeLogin(opencode(), { HOME: '/nowhere', USERPROFILE: '/nowhere' })).toMatchObject({ state: 'missing', text: expect.stringContaining('or run `opencode auth login`') })
    expect(opencodeLogin(opencode({ config: { 'provider.mine.npm': 'x' } }), { OPENAI_API_KEY: secret }).state).toBe('unknown')
  })
})

it.skipIf(process.platform === 'win32')('is not found without ripgrep, which its skills need', async ({ folder }) => {
  const bin = folder({ opencode: '#!/bin/sh\necho 1.18.33\n' })
  chmodSync(path.join(bin, 'opencode'), 0o755)
  const find = opencodeAgent.find(opencode(), { PATH: bin })
  await expect(find).rejects.toThrow('`rg` is not on PATH')
  await expect(find).rejects.toBeInstanceOf(AgentMissingError)
  symlinkSync(path.join(bin, 'opencode'), path.join(bin, 'rg'))
  expect(await opencodeAgent.find(opencode(), { PATH: bin })).toEqual({ file: path.join(bin, 'opencode'), version: '1.18.33' })
})
