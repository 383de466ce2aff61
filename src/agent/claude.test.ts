import type { ClaudeOptions } from './claude.ts'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AgentMissingError, agentOf } from './agents.ts'
import { claude, claudeAgent } from './claude.ts'

const run = { prompt: '-- do it\n', workspace: '/work', home: '/home/of/run' }

function commandOf(settings: Parameters<typeof claude>[0] = {}, env: NodeJS.ProcessEnv = {}, version = '2.1.332') {
  return claudeAgent.command(claude(settings), { file: '/bin/claude', version }, run, env)
}

it('is plain data with a module', () => {
  expect(claude({ model: 'opus' })).toEqual({ agent: 'claude', model: 'opus' })
  expect(agentOf(claude())).toBe(claudeAgent)
})

describe('the command line', () => {
  it('has the prompt on stdin and the room as the only source', () => {
    const { file, args, stdin } = commandOf({ model: 'opus', effort: 'low' })
    expect({ file, stdin }).toEqual({ file: '/bin/claude', stdin: '-- do it\n' })
    expect(args).toEqual([
      '-p',
      ...['--output-format', 'stream-json', '--verbose', '--dangerously-skip-permissions', '--setting-sources', 'project', '--strict-mcp-config'],
      ...['--settings', '{"disableBundledSkills":true,"skillOverrides":{"doctor":"off","plugin-authoring":"off"}}'],
      ...['--no-session-persistence', '--model', 'opus', '--effort', 'low'],
    ])
  })

  it.each([
    ['2.0.37', false, false],
    ['2.0.64', true, false],
    ['2.1.9', true, false],
    ['2.1.37', true, false],
    ['2.1.38', true, true],
    ['3.0.0', true, true],
  ])('leaves out what %s does not know', (version, persistence, effort) => {
    const { args, env } = commandOf({ effort: 'high' }, {}, version)
    expect(args.includes('--no-session-persistence')).toBe(persistence)
    expect(args.includes('--effort')).toBe(effort)
    expect(env.CLAUDE_CODE_EFFORT_LEVEL).toBe(effort ? undefined : 'high')
  })

  it.each([
    ['2.0.37', ['--disallowedTools', 'Skill']],
    ['2.0.60', ['--disallowedTools', 'Skill', '--disable-slash-commands']],
    ['2.1.332', ['--disallowedTools', 'Skill', '--disable-slash-commands']],
  ])('takes the tool for skills away in a run without them: %s', (version, flags) => {
    const args = (withoutSkills: boolean): string[] => claudeAgent.command(claude(), { file: '/bin/claude', version }, { ...run, withoutSkills }, {}).args
    expect(args(true).filter(arg => !args(false).includes(arg))).toEqual(flags)
  })

  it('links a room from the version on that was tried', () => {
    expect(['2.0.36', '2.0.37', '2.1.0', '2.1.332', '3.0.1'].map(claudeAgent.linksRoom)).toEqual([false, true, true, true, true])
  })
})

it.each([
  ['with a key, in a home of its own', {}, { ANTHROPIC_API_KEY: 'k' }, true],
  ['without one, in the home of the user', {}, {}, false],
  ['in a cloud, whose login lies in the home of the user', {}, { ANTHROPIC_API_KEY: 'k', CLAUDE_CODE_USE_BEDROCK: '1' }, false],
  ['in a home that the settings name', { env: { CLAUDE_CONFIG_DIR: '/kept' } }, { ANTHROPIC_API_KEY: 'k' }, false],
])('may be killed at its decision only where it writes nothing that is kept: %s', (_, settings, env, disposable) => {
  expect(commandOf(settings, { HOME: '/user', ...env }).disposable).toBe(disposable)
})

describe('the environment', () => {
  const user = { PATH: '/bin', HOME: '/user', LC_ALL: 'C', https_proxy: 'http://p', CLAUDECODE: '1', CLAUDE_CODE_ENTRYPOINT: 'cli', CLAUDE_CODE_SSE_PORT: '1', GITHUB_TOKEN: 'secret', AWS_PROFILE: 'work', XDG_CONFIG_HOME: '/user/.config' }

  it('passes on the allow-list and what is asked for', () => {
    const { env } = commandOf({ passEnv: ['GITHUB_TOKEN', 'MISSING'], env: { MINE: '1', DISABLE_TELEMETRY: '0' } }, user)
    expect(env).toMatchObject({ PATH: '/bin', LC_ALL: 'C', https_proxy: 'http://p', GITHUB_TOKEN: 'secret', MINE: '1', DISABLE_TELEMETRY: '0', DISABLE_AUTOUPDATER: '1', CLAUDE_CODE_MAX_RETRIES: '2', TMPDIR: '/home/of/run' })
    for (const name of ['CLAUDECODE', 'CLAUDE_CODE_ENTRYPOINT', 'CLAUDE_CODE_SSE_PORT', 'AWS_PROFILE', 'XDG_CONFIG_HOME', 'MISSING'])
      expect(env).not.toHaveProperty(name)
  })

  it('keeps the home of a user who logged in', () => {
    const { env } = commandOf({}, { ...user, ANTHROPIC_API_KEY: '', CLAUDE_CONFIG_DIR: '/user/claude' })
    expect(env).toMatchObject({ HOME: '/user', CLAUDE_CONFIG_DIR: '/user/claude' })
  })

  it.each<[ClaudeOptions, Record<string, string>]>([
    [{}, { ANTHROPIC_API_KEY: 'k' }],
    [{}, { ANTHROPIC_AUTH_TOKEN: 'k' }],
    [{}, { CLAUDE_CODE_OAUTH_TOKEN: 'k' }],
    [{ env: { ANTHROPIC_API_KEY: 'k' } }, {}],
  ])('is private with a credential: %j %j', (settings, more) => {
    const { env } = commandOf(settings, { ...user, CLAUDE_CONFIG_DIR: '/user/claude', ...more })
    expect(env).toMatchObject({ HOME: '/home/of/run', CLAUDE_CONFIG_DIR: path.join('/home/of/run', '.claude'), ...more, ...settings.env })
  })

  it('keeps the home, where a cloud\'s login lies, and a private folder for the agent', () => {
    const { env } = commandOf({}, { ...user, CLAUDE_CODE_USE_BEDROCK: '1' })
    expect(env).toMatchObject({ HOME: '/user', AWS_PROFILE: 'work', CLAUDE_CODE_USE_BEDROCK: '1', CLAUDE_CONFIG_DIR: path.join('/home/of/run', '.claude') })
    expect(commandOf({}, { ...user, CLAUDE_CODE_USE_BEDROCK: '0' }).env).not.toHaveProperty('AWS_PROFILE')
  })

  it('lets the settings have the last word', () => {
    expect(commandOf({ env: { HOME: '/mine', TMPDIR: '/tmp' } }, { ANTHROPIC_API_KEY: 'k' }).env).toMatchObject({ HOME: '/mine', TMPDIR: '/tmp' })
  })
})

describe.skipIf(process.platform === 'win32')('the installed agent', () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'skill-evals-claude-find-'))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  function find(script: string | null, name = `claude-${Math.random().toString(36).slice(2)}`) {
    if (script !== null) {
      writeFileSync(path.join(folder, name), script)
      chmodSync(path.join(folder, name), 0o755)
    }
    return { name, found: claudeAgent.find(claude({ command: name }), { PATH: `${folder}:${process.env.PATH}`, CLAUDECODE: '1' }) }
  }

  it('is found with its version', async () => {
    const { name, found } = find('#!/bin/sh\n[ -z "$CLAUDECODE" ] && [ "$1" = --version ] && echo "2.1.332 (Claude Code)"\n')
    expect(await found).toEqual({ file: path.join(folder, name), version: '2.1.332' })
  })

  it.each([
    ['is missing', null, /`claude-\w+` is not on PATH\. Install it with `npm install -g @anthropic-ai\/claude-code`, or name its path/],
    ['cannot be started', '#!/no/such/interpreter\n', /Cannot start .*claude-\w+: .*first line/],
    ['is too old', '#!/bin/sh\necho "2.0.36 (Claude Code)"\n', /claude-\w+ is Claude Code 2\.0\.36; 2\.0\.37 or later is needed\. Update it/],
    ['says no version', '#!/bin/sh\necho oops >&2\nexit 3\n', /claude-\w+ --version` does not say its version \(exit code 3, oops\)/],
    ['is something else', '#!/bin/sh\necho hello\n', /does not say its version \(exit code 0, hello\)\. Is this Claude Code\?/],
  ])('one clear message when it %s', async (_, script, message) => {
    const failure = find(script).found
    await expect(failure).rejects.toThrow(message)
    await expect(failure).rejects.toBeInstanceOf(AgentMissingError)
  })

  it('tells a path from a name', async () => {
    await expect(find(null, './no/claude').found).rejects.toThrow('`./no/claude` is not an executable file.')
  })
})
