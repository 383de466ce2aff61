import type { AgentEvent } from '../agent/events.ts'
import { describe, expect, it } from 'vitest'
import { outsideWrites } from './outside-writes.ts'

const inside = ['/run/w', '/run/home']

function call(name: string, input: unknown, answer?: { isError: boolean }, id = '1'): AgentEvent[] {
  return [{ type: 'tool_call', id, name, input }, ...answer ? [{ type: 'tool_result' as const, id, text: '', ...answer }] : []]
}

describe('outsideWrites', () => {
  it.each([
    ['Write', { file_path: '/etc/hosts', content: '' }, '/etc/hosts'],
    ['Edit', { file_path: '/run/wrong/x' }, '/run/wrong/x'],
    ['NotebookEdit', { notebook_path: '/run/w/../other/a.ipynb' }, '/run/other/a.ipynb'],
    ['write_file', { file_path: '/srv/a' }, '/srv/a'],
    ['file_change', { changes: [{ path: '/run/w/ok' }, { path: '/srv/b' }] }, '/srv/b'],
    ['Bash', { command: 'echo x >> /etc/profile && cat /etc/passwd' }, '/etc/profile'],
    ['Bash', { command: 'echo x | sudo tee -a "/etc/sudoers"' }, '/etc/sudoers'],
    ['run_shell_command', { command: 'date 2>/srv/log' }, '/srv/log'],
    ['Write', { file_path: 'C:\\Windows\\x' }, 'C:/Windows/x'],
    ['Write', { file_path: '<user-home>/.bashrc' }, '<user-home>/.bashrc'],
  ])('%s %j: the agent wrote outside its workspace', (tool, input, path) => {
    expect(outsideWrites(call(tool, input, { isError: false }), inside)).toEqual([`The agent wrote outside its workspace: ${path}.`])
  })

  it.each([
    ['Write', { file_path: 'notes.md' }],
    ['Write', { file_path: '/run/w/sub/../notes.md' }],
    ['Write', { file_path: '<workspace>/notes.md' }],
    ['Bash', { command: 'ls > /dev/null 2>&1; cat /etc/hosts > copy; test 1 -gt 0' }],
    ['Bash', { command: 'echo x > /run/home/.cache/x' }],
    ['Read', { file_path: '/etc/passwd' }],
    ['Write', null],
    ['constructor', { file_path: '/etc/x' }],
  ])('%s %j is none', (tool, input) => {
    expect(outsideWrites(call(tool, input), inside)).toEqual([])
  })

  it('tells what was refused from what was done, and names few', () => {
    const refused = call('Write', { file_path: '/etc/a' }, { isError: true }, 'a')
    const done = Array.from({ length: 7 }, (_, at) => call('Write', { file_path: `/srv/${at}` }, { isError: false }, `d${at}`)).flat()
    expect(outsideWrites([...refused, ...done], inside)).toEqual([
      'The agent wrote outside its workspace: /srv/0, /srv/1, /srv/2, /srv/3, /srv/4 and 2 more.',
      'The agent tried to write outside its workspace, and its call failed: /etc/a.',
    ])
    // at the second attempt it was
    expect(outsideWrites([...refused, ...call('Write', { file_path: '/etc/a' }, { isError: false }, 'b')], inside)).toEqual(['The agent wrote outside its workspace: /etc/a.'])
  })
})
