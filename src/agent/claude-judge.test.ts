import path from 'node:path'
import { expect, it } from 'vitest'
import { claudeJudge } from './claude-judge.ts'
import { claude } from './claude.ts'

const schema = { type: 'object' }
const run = { prompt: '-- judge\n', workspace: '/work space', home: '/home/of/run', cwd: '/desk', schema }

function commandOf(settings: Parameters<typeof claude>[0] = {}, env: NodeJS.ProcessEnv = {}, version = '2.1.332', more: Partial<typeof run> | { workspace: null } = {}) {
  return claudeJudge(claude(settings), { file: '/bin/claude', version }, { ...run, ...more }, env)
}

it('reads the workspace, and has nothing else switched on', () => {
  const { file, args, stdin } = commandOf({ model: 'haiku', effort: 'low' })
  expect({ file, stdin }).toEqual({ file: '/bin/claude', stdin: '-- judge\n' })
  expect(args).toEqual([
    '-p',
    ...['--output-format', 'stream-json', '--verbose', '--tools', 'Read,Glob,Grep', '--setting-sources', '', '--strict-mcp-config'],
    ...['--settings', '{"disableBundledSkills":true,"disableAllHooks":true}', '--add-dir', '/work space'],
    ...['--disable-slash-commands', '--no-session-persistence', '--json-schema', '{"type":"object"}', '--model', 'haiku', '--effort', 'low'],
  ])
})

it('adds no directory when the workspace is gone', () => {
  expect(commandOf({}, {}, '2.1.332', { workspace: null }).args).not.toContain('--add-dir')
})

it.each([
  ['2.0.37', []],
  ['2.0.45', ['--json-schema']],
  ['2.0.60', ['--json-schema', '--disable-slash-commands']],
  ['2.0.64', ['--json-schema', '--disable-slash-commands', '--no-session-persistence']],
  ['2.1.38', ['--json-schema', '--disable-slash-commands', '--no-session-persistence', '--effort']],
])('leaves out what %s does not know', (version, flags) => {
  const { args, env } = commandOf({ effort: 'high' }, {}, version)
  const all = ['--json-schema', '--disable-slash-commands', '--no-session-persistence', '--effort']
  expect(all.filter(flag => args.includes(flag))).toEqual(flags)
  expect(env.CLAUDE_CODE_EFFORT_LEVEL).toBe(flags.includes('--effort') ? undefined : 'high')
})

it('has a home of its own and loads no instructions', () => {
  const { env } = commandOf({ env: { MINE: '1' } }, { PATH: '/bin', HOME: '/user', ANTHROPIC_API_KEY: 'k', GITHUB_TOKEN: 'secret' })
  expect(env).toMatchObject({ HOME: '/home/of/run', CLAUDE_CONFIG_DIR: path.join('/home/of/run', '.claude'), MINE: '1', CLAUDE_CODE_DISABLE_CLAUDE_MDS: '1', CLAUDE_CODE_DISABLE_AUTO_MEMORY: '1' })
  expect(env).not.toHaveProperty('GITHUB_TOKEN')
})
