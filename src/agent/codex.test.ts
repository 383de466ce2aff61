import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect } from 'vitest'
import { test as it } from '../catalog/temp-folder.fixture.ts'
import { codexLogin } from './codex-login.ts'
import { codex, codexAgent } from './codex.ts'
import { placeHomeFiles } from './home-files.ts'

const run = { prompt: '-- do it\n', workspace: '/work', home: '/home/of/run' }
const secret = 'sk-0123456789-0123456789'

function commandOf(settings: Parameters<typeof codex>[0] = {}, env: NodeJS.ProcessEnv = {}) {
  return codexAgent.command(codex(settings), { file: '/bin/codex', version: '0.171.0' }, run, env)
}

it('has the prompt on stdin, and all that isolates it on the command line', () => {
  const { file, args, stdin } = commandOf({ model: 'gpt-5', effort: 'low', config: { 'model_provider': 'azure', 'features.apps': true } })
  expect({ file, stdin }).toEqual({ file: '/bin/codex', stdin: '-- do it\n' })
  expect(args).toEqual([
    ...['exec', '--json', '--skip-git-repo-check', '--dangerously-bypass-approvals-and-sandbox', '--ephemeral', '--ignore-rules'],
    ...['project_root_markers=[]', 'skills.bundled.enabled=false', 'features.apps=true', 'features.plugins=false', 'check_for_update_on_startup=false', 'analytics.enabled=false', 'model_reasoning_effort="low"', 'model_provider="azure"'].flatMap(value => ['-c', value]),
    ...['--model', 'gpt-5', '-'],
  ])
})

it('passes on the allow-list and what is asked for, with both homes private', () => {
  const { env } = commandOf({ passEnv: ['GITHUB_TOKEN'], env: { MINE: '1' } }, { PATH: '/bin', HOME: '/user', CODEX_HOME: '/user/codex', OPENAI_API_KEY: 'k', GITHUB_TOKEN: 't', CODEX_SANDBOX: 'seatbelt', AWS_PROFILE: 'work' })
  expect(env).toMatchObject({ PATH: '/bin', OPENAI_API_KEY: 'k', GITHUB_TOKEN: 't', MINE: '1', HOME: '/home/of/run', USERPROFILE: '/home/of/run', TMPDIR: '/home/of/run', CODEX_HOME: path.join('/home/of/run', '.codex') })
  for (const name of ['CODEX_SANDBOX', 'AWS_PROFILE'])
    expect(env).not.toHaveProperty(name)
})

describe('the login', () => {
  it('is linked into the private home where there is no key', ({ folder }) => {
    const user = folder({ '.codex/auth.json': secret, '.codex/config.toml': 'x', 'other/auth.json': 'other', 'home/x': '' })
    placeHomeFiles(path.join(user, 'home'), commandOf({}, { HOME: user, USERPROFILE: user }).homeFiles ?? [])
    expect(readFileSync(path.join(user, 'home/.codex/auth.json'), 'utf8')).toBe(secret)
    expect(commandOf({}, { HOME: user, CODEX_HOME: path.join(user, 'other') }).homeFiles).toEqual([{ path: '.codex/auth.json', link: path.join(user, 'other/auth.json') }])
    expect(commandOf({}, { HOME: user, OPENAI_API_KEY: 'k' }).homeFiles).toEqual([{ path: '.codex/config.toml', text: '' }])
  })

  it('is found by names alone', ({ folder }) => {
    const user = folder({ '.codex/auth.json': secret })
    const login = (settings: Parameters<typeof codex>[0], env: NodeJS.ProcessEnv) => codexLogin(codex(settings), { USERPROFILE: env.HOME, ...env })
    expect(login({}, { CODEX_API_KEY: secret })).toEqual({ state: 'found', text: '`CODEX_API_KEY` is set' })
    expect(login({ env: { OPENAI_API_KEY: secret } }, {})).toEqual({ state: 'found', text: '`OPENAI_API_KEY` is set' })
    expect(login({}, { HOME: user })).toEqual({ state: 'found', text: `the login of the command line, in ${path.join(user, '.codex/auth.json')}` })
    expect(login({}, { HOME: '/nowhere', CODEX_API_KEY: '' })).toMatchObject({ state: 'missing', text: expect.stringContaining('Set `CODEX_API_KEY`, or run `codex login`') })
    expect(login({ config: { model_provider: 'azure' } }, { CODEX_API_KEY: secret })).toMatchObject({ state: 'unknown', text: expect.stringContaining('"azure"') })
  })
})
