import type { RunManifest } from './manifest.ts'
import type { RunRecord } from './read-record.ts'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { claudeAgent } from '../agent/claude.ts'
import { rebuildWorkspace } from './rebuild-workspace.ts'

let base: string
beforeEach(() => void (base = mkdtempSync(path.join(tmpdir(), 'rebuild-'))))
afterEach(() => rmSync(base, { recursive: true, force: true }))

function write(file: string, text: string): void {
  mkdirSync(path.dirname(path.join(base, file)), { recursive: true })
  writeFileSync(path.join(base, file), text)
}

function recordOf(files: RunManifest['files'], removed: string[] = []): RunRecord {
  return { folder: path.join(base, 'record'), manifest: { files, removed } as unknown as RunManifest, stderr: '', workspace: path.join(base, 'record/workspace') }
}

async function rebuild(record: RunRecord): ReturnType<typeof rebuildWorkspace> {
  mkdirSync(path.join(base, 'scratch'), { recursive: true })
  return rebuildWorkspace(path.join(base, 'scratch'), claudeAgent, record, path.join(base, 'seed'))
}

it('puts back what a run left: seed, what was added, changed, prepared and removed', async () => {
  write('seed/kept.txt', 'seed')
  write('seed/changed.txt', 'seed')
  write('seed/gone.txt', 'seed')
  write('record/workspace/changed.txt', 'agent')
  write('record/workspace/out/made.txt', 'agent')
  write('record/workspace/input.csv', 'hook')
  const { workspace, files, changes, notes } = await rebuild(recordOf([
    { path: 'changed.txt', bytes: 5, change: 'changed', stored: 'changed.txt' },
    { path: 'out/made.txt', bytes: 5, change: 'added', stored: 'out/made.txt' },
    { path: 'input.csv', bytes: 4, change: 'prepared', stored: 'input.csv' },
    { path: 'huge.bin', bytes: 9_000_000, change: 'added', stored: null },
  ], ['gone.txt']))
  const read = (file: string): string => readFileSync(path.join(workspace.dir, file), 'utf8')
  expect([read('kept.txt'), read('changed.txt'), read('out/made.txt'), read('input.csv')]).toEqual(['seed', 'agent', 'agent', 'hook'])
  expect(files.files.map(file => file.path)).toEqual(['changed.txt', 'huge.bin', 'input.csv', 'kept.txt', 'out/made.txt'])
  expect(changes.added.map(file => file.path)).toEqual(['out/made.txt', 'huge.bin'])
  expect(changes.removed).toEqual(['gone.txt'])
  expect(notes).toEqual(['The record names a file whose content was too large to keep: huge.bin.'])
  await workspace.remove()
  expect(readdirSync(path.join(base, 'scratch'))).toEqual([])
})

it.each(['../../outside.txt', '/etc/passwd', 'a/../../b', 'C:\\x', ''])('touches nothing for a record that names %j', async (outside) => {
  write('outside.txt', 'mine')
  write('seed/a.txt', 'seed')
  await expect(rebuild(recordOf([], [outside]))).rejects.toThrow('lies outside of the workspace')
  await expect(rebuild(recordOf([{ path: 'a.txt', bytes: 1, change: 'added', stored: outside }]))).rejects.toThrow('run.json')
  expect(readdirSync(path.join(base, 'scratch'))).toEqual([])
  expect(readFileSync(path.join(base, 'outside.txt'), 'utf8')).toBe('mine')
})
