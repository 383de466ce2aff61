import type { RunManifest } from './manifest.ts'
import type { RunRecord } from './read-record.ts'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { claudeAgent } from '../agent/claude.ts'
import { pathProblem, rebuildWorkspace } from './rebuild-workspace.ts'

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

it.each(['../../outside.txt', '/etc/passwd', 'a/../../b', 'C:\\x', '', '.', 'a/.', 'a//b', 'a\0b'])('touches nothing for a record that names %j', async (outside) => {
  write('outside.txt', 'mine')
  write('seed/a.txt', 'seed')
  await expect(rebuild(recordOf([], [outside]))).rejects.toThrow('lies outside of the workspace')
  await expect(rebuild(recordOf([{ path: 'a.txt', bytes: 1, change: 'added', stored: outside }]))).rejects.toThrow('run.json')
  expect(readdirSync(path.join(base, 'scratch'))).toEqual([])
  expect(readFileSync(path.join(base, 'outside.txt'), 'utf8')).toBe('mine')
})

it.skipIf(process.platform === 'win32')('puts back a name that only looks odd', async () => {
  write('seed/a.txt', 'seed')
  write('record/workspace/b.txt', 'b')
  const odd = ['end\\', '..a', 'b..', 'line\nbreak']
  const { workspace, files } = await rebuild(recordOf(odd.map(path => ({ path, bytes: 1, change: 'added', stored: 'b.txt' }))))
  expect(files.files.map(file => file.path)).toEqual([...odd, 'a.txt'].sort())
  await workspace.remove()
})

it.each(['NUL', 'out/con.txt', 'a./b', 'a ', 'xx:y', 'a\\b', 'a\nb'])('puts %j nowhere on Windows, where it would be another file or none', (name) => {
  expect(pathProblem(name, 'win32')).toContain('cannot lie on this disk')
  expect(pathProblem(name, 'linux')).toBeNull()
})

it('neither reads nor writes through a link in a record', async () => {
  write('outside/mine.txt', 'mine')
  write('seed/a.txt', 'seed')
  write('record/workspace/payload', 'evil')
  const linked = { path: 'link', bytes: 1, change: 'added', stored: 'link' } as const
  const below = { path: 'link/mine.txt', bytes: 4, change: 'added', stored: 'payload' } as const
  symlinkSync(path.join(base, 'outside'), path.join(base, 'record/workspace/link'))
  await expect(rebuild(recordOf([linked, below]))).rejects.toThrow('the copy "link" in `workspace` is no real file or folder')
  await expect(rebuild(recordOf([{ ...linked, stored: 'link/mine.txt' }]))).rejects.toThrow('the copy "link" in `workspace` is no real file or folder')
  rmSync(path.join(base, 'record/workspace'), { recursive: true })
  symlinkSync(path.join(base, 'outside'), path.join(base, 'record/workspace'))
  await expect(rebuild(recordOf([{ ...linked, stored: 'mine.txt' }]))).rejects.toThrow('its folder `workspace` is no real file or folder')
  expect(readdirSync(path.join(base, 'scratch'))).toEqual([])
  expect(readFileSync(path.join(base, 'outside/mine.txt'), 'utf8')).toBe('mine')
})

it('says what of a record cannot be put back', async () => {
  write('seed/a.txt', 'seed')
  write('record/workspace/b.txt', 'b')
  await expect(rebuild(recordOf([{ path: 'b.txt', bytes: 1, change: 'added', stored: 'gone.txt' }]))).rejects.toThrow('the copy "gone.txt" in `workspace` is missing. Restore it or record again.')
  await expect(rebuild({ ...recordOf([{ path: 'b.txt', bytes: 1, change: 'added', stored: 'b.txt' }]), workspace: null })).rejects.toThrow('its folder `workspace` is missing')
  await expect(rebuild(recordOf([{ path: 'a.txt/b.txt', bytes: 1, change: 'added', stored: 'b.txt' }]))).rejects.toThrow('the file "a.txt/b.txt" cannot be put back')
  expect(readdirSync(path.join(base, 'scratch'))).toEqual([])
})
