import { describe, expect, it } from 'vitest'
import { test } from '../catalog/temp-folder.fixture.ts'
import { claudeLogin } from './claude-login.ts'
import { claude } from './claude.ts'

const secret = 'sk-ant-0123456789-0123456789'

describe('a login', () => {
  it.each([
    ['a key', {}, { ANTHROPIC_API_KEY: secret }, 'found', '`ANTHROPIC_API_KEY` is set'],
    ['a token of the settings', { env: { ANTHROPIC_AUTH_TOKEN: secret } }, {}, 'found', '`ANTHROPIC_AUTH_TOKEN` is set'],
    ['a cloud, whatever key there is', {}, { CLAUDE_CODE_USE_BEDROCK: '1', ANTHROPIC_API_KEY: secret }, 'unknown', '`CLAUDE_CODE_USE_BEDROCK` is on'],
    ['a cloud that is switched off', {}, { CLAUDE_CODE_USE_VERTEX: '0', HOME: '/nowhere' }, 'missing', 'no login in /nowhere/.claude/.credentials.json'],
    ['a blank key', {}, { ANTHROPIC_API_KEY: '', HOME: '/nowhere' }, 'missing', 'Set `ANTHROPIC_API_KEY`'],
  ] as const)('%s', (_, settings, env, state, text) => {
    const login = claudeLogin(claude(settings), env, 'linux')
    expect(login).toMatchObject({ state, text: expect.stringContaining(text) })
    expect(login.text).not.toContain(secret)
  })

  test('in a file is found by its name alone', ({ folder }) => {
    const home = folder({ '.claude/.credentials.json': secret, 'other/.credentials.json': secret })
    expect(claudeLogin(claude(), { HOME: home }, 'linux')).toEqual({ state: 'found', text: `the login of the command line, in ${home}/.claude/.credentials.json` })
    expect(claudeLogin(claude(), { HOME: '/nowhere', CLAUDE_CONFIG_DIR: `${home}/other` }, 'linux').state).toBe('found')
  })

  it('that a keychain would hold is not known', () => {
    expect(claudeLogin(claude(), { HOME: '/nowhere' }, 'darwin').state).toBe('unknown')
  })
})
