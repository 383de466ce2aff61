import { spawn } from 'node:child_process'
import { once } from 'node:events'
import process from 'node:process'
import { expect, it } from 'vitest'
import { isAlive, parsePs, readProcessTable } from './process-table.ts'
import { killMarkedProcesses } from './process-tree.ts'

it('reads what ps prints', () => {
  const output = [
    '  501   1   501 Ss   /bin/zsh MARK=abc HOME=/',
    '  777 501   501 S+   node agent.js',
    '  778 501   501 Z    (node)',
    '',
  ].join('\n')
  expect(parsePs(output, 'MARK=abc')).toEqual([
    { pid: 501, parent: 1, group: 501, marked: true },
    { pid: 777, parent: 501, group: 501, marked: false },
  ])
})

it.skipIf(process.platform !== 'linux')('finds a marked process, with and without a first number', async () => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)'], { env: { MARK: 'table-test-mark' }, detached: true, stdio: 'ignore' })
  await once(child, 'spawn')
  const pid = child.pid
  if (pid === undefined)
    throw new Error('no child')
  const row = { pid, parent: process.pid, group: pid, marked: true }
  expect(await readProcessTable('table-test-mark', null)).toContainEqual(row)
  expect(await readProcessTable('table-test-mark', pid)).toContainEqual(row)
  expect(await readProcessTable('table-test-mark', process.pid)).toContainEqual(row)
  expect(isAlive(pid)).toBe(true)

  killMarkedProcesses('table-test-mark')
  expect(await once(child, 'exit')).toEqual([null, 'SIGKILL'])
  expect(isAlive(pid)).toBe(false)
})
