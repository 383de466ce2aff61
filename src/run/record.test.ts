import type { RecordContent } from './record.ts'
import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import process from 'node:process'
import { beforeEach, describe, expect, it } from 'vitest'
import { fingerprint } from './fingerprint.ts'
import { readRecord, recordedLines, replayEvents } from './read-record.ts'
import { RecordError } from './record-file.ts'
import { dropRecord, recordFolder, saveRecord } from './record.ts'
import { findRecording, recordCommand, saveRecording, staleRecording } from './recordings.ts'
import { createRedactor } from './redact.ts'
import { removeTree } from './remove-tree.ts'
import { compareListings, listFiles } from './workspace-files.ts'

let base: string
beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'record-test-'))
  return () => removeTree(base)
})

const parts = { prompt: 'do it', agent: 'claude', model: null, effort: null, limits: {}, room: { sql: 'a' } }
const secret = 'hush-hush-01'

function content(about: Partial<RecordContent['manifest']> = {}, lines = ['{"a":1}']): RecordContent {
  return {
    manifest: {
      tier: 'routing',
      id: 'sql-join',
      skill: 'sql',
      prompt: 'do it',
      agent: 'claude',
      agentVersion: '2.1.332',
      model: 'opus',
      room: ['sql'],
      fingerprint: fingerprint(parts),
      startedAt: '2026-01-01T00:00:00.000Z',
      elapsedMs: 12,
      stop: 'decision',
      exitCode: null,
      signal: 'SIGTERM',
      usage: { inputTokens: 3 },
      costUsd: null,
      activations: [{ skill: 'sql', ok: true, subagent: false }],
      timeoutMs: 1000,
      limits: {},
      values: {},
      notes: [],
      ...about,
    },
    transcript: { head: lines, rest: null, count: lines.length, bytes: 0 },
    stderr: '',
    workspace: null,
    redactor: createRedactor({ env: { MY_TOKEN: secret }, paths: { workspace: join(base, 'ws') } }),
  }
}

async function lines(folder: string): Promise<string[]> {
  const all: string[] = []
  for await (const line of recordedLines(await readRecord(folder)))
    all.push(line)
  return all
}

describe('saveRecord', () => {
  it('writes what readRecord reads', async () => {
    const folder = await saveRecord(base, { ...content({}, ['{"a":1}', '', 'not JSON']), stderr: 'warned\n' })
    expect(folder).toBe(join(base, 'sql', 'sql-join.routing'))
    const record = await readRecord(folder)
    expect(record).toMatchObject({ folder, stderr: 'warned\n', workspace: null, manifest: { version: 1, ...content().manifest, files: [], removed: [] } })
    expect(await lines(folder)).toEqual(['{"a":1}', '', 'not JSON'])
    expect(await readdir(join(base, 'sql'))).toEqual(['sql-join.routing'])
  })

  it('replaces an earlier record as a whole', async () => {
    const folder = await saveRecord(base, content({ elapsedMs: 1 }))
    await writeFile(join(folder, 'judge.json'), '{}')
    await saveRecord(base, content({ elapsedMs: 2 }))
    expect((await readRecord(folder)).manifest.elapsedMs).toBe(2)
    expect((await readdir(folder)).sort()).toEqual(['run.json', 'stderr.txt', 'transcript.jsonl'])
  })

  it('leaves one whole record when many write it at the same time', async () => {
    await Promise.all(Array.from({ length: 12 }, (_, index) => saveRecord(base, content({ elapsedMs: index }, [`{"run":${index}}`]))))
    const [name, ...more] = await readdir(join(base, 'sql'))
    expect(more).toEqual([])
    const folder = join(base, 'sql', name ?? '')
    expect(await lines(folder)).toEqual([`{"run":${(await readRecord(folder)).manifest.elapsedMs}}`])
  })

  it('keeps the earlier record and leaves no draft when the new one cannot be written', async () => {
    const folder = await saveRecord(base, content())
    const broken = content({ elapsedMs: 99 })
    broken.transcript.rest = join(base, 'gone.jsonl')
    await expect(saveRecord(base, broken)).rejects.toThrow('ENOENT')
    expect((await readRecord(folder)).manifest.elapsedMs).toBe(12)
    expect(await readdir(join(base, 'sql'))).toEqual(['sql-join.routing'])
  })

  it('takes secrets and paths of this machine out of everything, and leaves id and fingerprint', async () => {
    const folder = await saveRecord(base, {
      ...content({ prompt: `use ${secret}`, id: secret, notes: [join(base, 'ws', 'x')] }, [JSON.stringify({ cwd: join(base, 'ws'), text: secret })]),
      stderr: secret,
    })
    const { manifest, stderr } = await readRecord(folder)
    expect(manifest).toMatchObject({ prompt: 'use <redacted>', id: secret, fingerprint: fingerprint(parts), notes: [join('<workspace>', 'x')] })
    expect(stderr).toBe('<redacted>')
    expect(await lines(folder)).toEqual(['{"cwd":"<workspace>","text":"<redacted>"}'])
  })

  it('keeps what the agent left under names that every disk and git can hold', async () => {
    const ws = join(base, 'ws')
    await mkdir(ws)
    await writeFile(join(ws, 'seed.txt'), 'old')
    await writeFile(join(ws, 'gone.txt'), 'old')
    const before = await listFiles(ws, [])
    await rm(join(ws, 'gone.txt'))
    await writeFile(join(ws, 'seed.txt'), `new ${secret}`)
    await mkdir(join(ws, 'out'))
    await writeFile(join(ws, 'out', 'data.bin'), new Uint8Array([0xFF, 0xFE, 0]))
    await writeFile(join(ws, '.gitignore'), '*')
    await writeFile(join(ws, 'huge.txt'), 'x'.repeat(1024 * 1024 + 1))
    if (process.platform === 'linux') {
      await writeFile(join(ws, 'README'), 'upper')
      await writeFile(join(ws, 'readme'), 'lower')
    }
    const folder = await saveRecord(base, { ...content(), workspace: { dir: ws, changes: compareListings(before, await listFiles(ws, [])) } })
    const { manifest, workspace } = await readRecord(folder)
    const stored = new Map(manifest.files.map(file => [file.path, file]))
    const read = (path: string): Promise<string> => readFile(join(workspace ?? '', stored.get(path)?.stored ?? ''), 'utf8')
    expect(manifest.removed).toEqual(['gone.txt'])
    expect(stored.get('huge.txt')).toEqual({ path: 'huge.txt', bytes: 1024 * 1024 + 1, change: 'added', stored: null })
    expect(stored.get('seed.txt')).toMatchObject({ change: 'changed', stored: 'seed.txt' })
    expect(await read('seed.txt')).toBe('new <redacted>')
    expect(await readFile(join(workspace ?? '', 'out/data.bin'))).toHaveLength(3)
    expect(stored.get('.gitignore')?.stored).toMatch(/^gitignore~/)
    expect(await read('.gitignore')).toBe('*')
    if (process.platform === 'linux') {
      expect([await read('README'), await read('readme')]).toEqual(['upper', 'lower'])
      const names = manifest.files.flatMap(file => file.stored === null ? [] : [file.stored.toLowerCase()])
      expect(new Set(names).size).toBe(names.length)
    }
  })

  it('can be dropped, alone', async () => {
    await saveRecord(base, content())
    await saveRecord(base, content({ tier: 'behavior' }))
    await dropRecord(base, { skill: 'sql', id: 'sql-join', tier: 'routing' })
    await dropRecord(base, { skill: 'sql', id: 'sql-join', tier: 'routing' })
    expect(await readdir(join(base, 'sql'))).toEqual(['sql-join.behavior'])
  })

  it('can be added to', async () => {
    const folder = await saveRecord(base, { ...content(), attach: { 'judge.json': { evidence: secret } } })
    expect(JSON.parse(await readFile(join(folder, 'judge.json'), 'utf8'))).toEqual({ evidence: '<redacted>' })
  })
})

describe('recordFolder', () => {
  it('stays inside, and differs without regard to case, for any id', () => {
    const ids = ['../../escape', 'a/b\\c:*?', 'CON', 'con', 'x'.repeat(300), 'caf\u00E9', 'cafe\u0301', 'Foo', 'foo']
    const folders = ids.map(id => recordFolder('/runs', { skill: 'sql', id, tier: 'behavior' }))
    for (const folder of folders) {
      expect(dirname(folder)).toBe(join('/runs', 'sql'))
      expect(basename(folder).length).toBeLessThan(255)
    }
    expect(new Set(folders.map(folder => folder.toLowerCase())).size).toBe(ids.length)
  })

  it('keeps the shared pool apart from any skill', () => {
    const pool = recordFolder('/runs', { skill: null, id: 'a', tier: 'routing' })
    expect(pool).toBe(join('/runs', '_unrelated', 'a.routing'))
    expect(recordFolder('/runs', { skill: '_unrelated', id: 'a', tier: 'routing' })).not.toBe(pool)
  })
})

describe('readRecord', () => {
  it.each([
    ['{"version":1,', /run\.json: not valid JSON \(.+\)\. Restore the file or record again\./],
    ['[]', /run\.json: `version` is missing\./],
    ['{"version":2}', /version 2, and this vitest-skill-evals reads version 1\. Update/],
    ['{"version":0}', /old version 0\. Record again/],
    ['{"version":1,"tier":"other"}', /`tier` is not what it should be/],
  ])('says what is wrong with %s', async (text, message) => {
    const folder = await saveRecord(base, content())
    await writeFile(join(folder, 'run.json'), text)
    await expect(readRecord(folder)).rejects.toThrow(message)
    await expect(readRecord(folder)).rejects.toBeInstanceOf(RecordError)
  })

  it.each([
    ['files', [null]],
    ['files', [{ path: 5, bytes: 1, change: 'added', stored: null }]],
    ['files', [{ path: 'a', bytes: -1, change: 'added', stored: null }]],
    ['files', [{ path: 'a', bytes: 1, change: 'other', stored: null }]],
    ['removed', [1]],
    ['values', { n: null }],
    ['usage', { inputTokens: 'many' }],
    ['costUsd', -1],
    ['activations', [null]],
    ['notes', [{}]],
  ])('says that `%s` cannot be %j', async (name, value) => {
    const folder = await saveRecord(base, content())
    const file = join(folder, 'run.json')
    await writeFile(file, JSON.stringify({ ...JSON.parse(await readFile(file, 'utf8')), [name]: value }))
    await expect(readRecord(folder)).rejects.toThrow(`run.json: \`${name}\` is not what it should be. Restore the file or record again.`)
  })

  it('misses files that must be there', async () => {
    const folder = await saveRecord(base, content())
    await rm(join(folder, 'transcript.jsonl'))
    await expect(readRecord(folder)).rejects.toThrow('transcript.jsonl: the file is missing')
    await rm(join(folder, 'run.json'))
    await expect(readRecord(folder)).rejects.toThrow('run.json: the file is missing')
  })
})

describe('replayEvents', () => {
  it('gives the events of the lines until it is told to stop', async () => {
    const folder = await saveRecord(base, content({}, ['a', 'b', 'c']))
    const reader = { read: (line: string) => [{ type: 'message' as const, text: line }, { type: 'unknown' as const, line }], usage: () => ({}) }
    const events = await replayEvents(recordedLines(await readRecord(folder)), reader, event => event.type === 'message' && event.text === 'b' ? 'stop' : undefined)
    expect(events).toEqual([{ type: 'message', text: 'a' }, { type: 'unknown', line: 'a' }, { type: 'message', text: 'b' }])
  })
})

describe('recordings', () => {
  const key = { skill: 'sql', id: 'sql-join', tier: 'routing' } as const

  it('are found by skill, id and tier', async () => {
    expect(await findRecording(base, key)).toBeNull()
    await saveRecording(base, content())
    expect((await findRecording(base, key))?.manifest.id).toBe('sql-join')
    expect(await findRecording(base, { ...key, tier: 'behavior' })).toBeNull()
    expect(await findRecording(base, { ...key, skill: null })).toBeNull()
  })

  it('are not taken for another evaluation after a folder was renamed', async () => {
    await saveRecording(base, content({ id: 'other' }))
    execFileSync(process.execPath, ['-e', 'fs.renameSync(process.argv[1], process.argv[2])', join(base, 'sql', 'other.routing'), join(base, 'sql', 'sql-join.routing')])
    await expect(findRecording(base, key)).rejects.toThrow('this record is of `other` (routing), but its folder is that of `sql-join` (routing)')
  })

  it('say what changed and how to record again', async () => {
    const record = await readRecord(await saveRecording(base, content()))
    expect(staleRecording(record, fingerprint(parts))).toBeNull()
    expect(staleRecording(record, fingerprint({ ...parts, prompt: 'else', room: { sql: 'b', x: 'c' } })))
      .toBe('The recording no longer fits: prompt changed; skill `sql` of the room changed; skill `x` joined the room. Record again with -u.')
  })

  it.each([
    ['a b', '"a b"'],
    ['c++ (v1.*) [x]', '\'c\\+\\+ \\(v1\\.\\*\\) \\[x\\]\''],
    ['it\'s $5', '\'it\'\\\'\'s \\$5\''],
    ['-x', '"-x"'],
  ])('give a command for the id %s that a shell takes as it is', (id, word) => {
    expect(recordCommand(id)).toBe(`vitest run --project evals -u -t ${word}`)
  })
})
