import path from 'node:path'
import { expect, it } from 'vitest'
import { copilotVariables } from './copilot-environment.ts'
import { copilotLogin } from './copilot-login.ts'
import { copilot, copilotAgent } from './copilot.ts'

const run = { prompt: '-- do it\n', workspace: '/work', home: '/home/of/run' }
const secret = 'ghu_0123456789'

function commandOf(settings: Parameters<typeof copilot>[0] = {}, env: NodeJS.ProcessEnv = {}, withoutSkills = false) {
  return copilotAgent.command(copilot(settings), { file: '/bin/copilot', version: '1.0.102' }, { ...run, withoutSkills }, env)
}

it('has the prompt on stdin, its settings in a private home, and what it unpacks in the user\'s', () => {
  const { file, args, stdin, env, homeFiles } = commandOf({ model: 'gpt-5.4', effort: 'low', passEnv: ['GH_TOKEN'], env: { MINE: '1' } }, { PATH: '/bin', HOME: '/user', USERPROFILE: '/user', XDG_CACHE_HOME: '/user/c', LOCALAPPDATA: '/user/c', COPILOT_HOME: '/user/o', COPILOT_MODEL: 'other', COPILOT_GITHUB_TOKEN: 't', COPILOT_PROVIDER_BASE_URL: 'http://m', GH_TOKEN: 'g', GITHUB_TOKEN: 'h' })
  expect({ file, stdin }).toEqual({ file: '/bin/copilot', stdin: '-- do it\n' })
  expect(args).toEqual(expect.arrayContaining(['--output-format', 'json', '--allow-all', '--no-ask-user', '--disable-builtin-mcps', '--no-custom-instructions']))
  expect(args.slice(-4)).toEqual(['--model', 'gpt-5.4', '--reasoning-effort', 'low'])
  expect(args).not.toContain('--excluded-tools')
  expect(env).toMatchObject({ PATH: '/bin', COPILOT_GITHUB_TOKEN: 't', COPILOT_PROVIDER_BASE_URL: 'http://m', GH_TOKEN: 'g', MINE: '1', HOME: '/home/of/run', COPILOT_HOME: path.join('/home/of/run', '.copilot'), TMPDIR: '/home/of/run' })
  for (const name of ['COPILOT_MODEL', 'GITHUB_TOKEN'])
    expect(env).not.toHaveProperty(name)
  expect(homeFiles).toEqual([{ path: '.copilot/settings.json', text: expect.stringContaining('"disabledSkills":["customize-cloud-agent","discover-resources","github-pr-media"]') }])
})

it('knows where the command line unpacks itself', () => {
  const folder = (platform: NodeJS.Platform, env: NodeJS.ProcessEnv): string | undefined => copilotVariables(copilot(), env, platform).COPILOT_PKG_CACHE_HOME
  expect(folder('linux', { HOME: '/user' })).toBe(path.resolve('/user/.cache/copilot'))
  expect(folder('linux', { HOME: '/user', XDG_CACHE_HOME: '/c' })).toBe(path.resolve('/c/copilot'))
  expect(folder('darwin', { HOME: '/user', XDG_CACHE_HOME: '/c' })).toBe(path.resolve('/user/Library/Caches/copilot'))
  expect(folder('win32', { USERPROFILE: '/user', LOCALAPPDATA: '/user/local' })).toBe(path.resolve('/user/local/copilot'))
})

it('has no tool for skills without skills', () => {
  expect(commandOf({}, {}, true).args.join(' ')).toContain('--excluded-tools skill')
})

it('finds the login by names alone', () => {
  expect(copilotLogin(copilot(), { COPILOT_GITHUB_TOKEN: secret })).toEqual({ state: 'found', text: '`COPILOT_GITHUB_TOKEN` is set' })
  expect(copilotLogin(copilot({ passEnv: ['GH_TOKEN'] }), { GH_TOKEN: secret })).toEqual({ state: 'found', text: '`GH_TOKEN` is set' })
  expect(copilotLogin(copilot(), { GH_TOKEN: secret })).toMatchObject({ state: 'missing', text: expect.stringContaining('Set `COPILOT_GITHUB_TOKEN`') })
  expect(copilotLogin(copilot(), { COPILOT_PROVIDER_BASE_URL: 'http://m' })).toMatchObject({ state: 'unknown', text: expect.stringContaining('`COPILOT_PROVIDER_BASE_URL` is set') })
})
