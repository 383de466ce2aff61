import { Buffer } from 'node:buffer'
import { expect } from 'vitest'
import { test } from '../catalog/temp-folder.fixture.ts'
import { seedFingerprint } from './fingerprint.ts'
import { openRecord } from './open-record.ts'
import { callLines, recordFiles } from './run-record.fixture.ts'

const png = Buffer.from('89504e470d0a1a0a', 'hex')
const file = (path: string, change: string, stored: string | null = path): object => ({ path, bytes: 3, change, stored })

test('reads events, and what files hold beside the seed', async ({ folder }) => {
  const root = folder({
    ...recordFiles('r', { files: [file('a.txt', 'changed'), file('big.log', 'added', null), file('dot.png', 'added'), file('blob', 'added')], removed: ['old.txt'] }, [...callLines('1', 'Bash', { command: 'ls' }, 'out'), 'no json']),
    'r/workspace/a.txt': 'after',
    'r/workspace/dot.png': png,
    'r/workspace/blob': new Uint8Array([0, 255]),
    'seed/a.txt': 'before',
    'seed/old.txt': 'gone',
    'seed/big.log': 'not this one',
  })
  const { events, files, manifest } = await openRecord(`${root}/r`, `${root}/seed`)
  expect(events.map(event => event.type)).toEqual(['tool_call', 'tool_result', 'unknown'])
  expect(manifest).not.toHaveProperty('fingerprint')
  expect(files).toEqual([
    { path: 'a.txt', bytes: 3, change: 'changed', now: { kind: 'text', text: 'after' }, seed: { kind: 'text', text: 'before' } },
    { path: 'big.log', bytes: 3, change: 'added', now: { kind: 'none', why: 'not kept: too large' }, seed: null },
    { path: 'dot.png', bytes: 3, change: 'added', now: { kind: 'image', image: { mediaType: 'image/png', data: png.toString('base64') } }, seed: null },
    { path: 'blob', bytes: 3, change: 'added', now: { kind: 'none', why: 'binary' }, seed: null },
    { path: 'old.txt', bytes: 0, change: 'removed', now: null, seed: { kind: 'text', text: 'gone' } },
  ])
})

test('tells a seed that is not what the run began with', async ({ folder }) => {
  const root = folder({ 'seed/a.txt': 'before', 'none/x': '' })
  const recorded = async (workspace: string | undefined, seed: string | null): Promise<boolean> => {
    const fingerprint = { prompt: 'a', agent: 'claude', model: null, effort: null, limits: {}, room: {}, ...workspace !== undefined && { workspace } }
    return (await openRecord(`${folder(recordFiles('r', { fingerprint }, []))}/r`, seed)).seedChanged
  }
  const hash = await seedFingerprint(`${root}/seed`)
  expect(await recorded(hash, `${root}/seed`)).toBe(false)
  expect(await recorded(undefined, null)).toBe(false)
  expect(await recorded(hash, `${root}/none`)).toBe(true)
  expect(await recorded(hash, `${root}/gone`)).toBe(true)
})

test('keeps pictures that tools gave, and no address of something else', async ({ folder }) => {
  const image = (media_type: string, data: string): object => ({ type: 'image', source: { type: 'base64', media_type, data } })
  const root = folder(recordFiles('r', {}, callLines('1', 'Read', { file_path: 'a.png' }, [{ type: 'text', text: 'here' }, image('image/png', 'aGk='), image('image/svg+xml', 'aGk='), image('image/png', '"><script>')])))
  const { events } = await openRecord(`${root}/r`)
  expect(events[1]).toEqual({ type: 'tool_result', id: '1', isError: false, text: 'here', images: [{ mediaType: 'image/png', data: 'aGk=' }] })
})

test('keeps the lines of an agent that it does not know', async ({ folder }) => {
  const root = folder(recordFiles('r', { agent: 'another' }, [{ a: 1 }]))
  expect((await openRecord(`${root}/r`)).events).toEqual([{ type: 'unknown', line: '{"a":1}' }])
})

test('brings no file of the machine into the report', async ({ folder }) => {
  const root = folder({
    ...recordFiles('escape', { files: [file('x', 'added', '../../secret')] }, []),
    ...recordFiles('linked', {}, []),
    ...recordFiles('seeded', { files: [file('x', 'changed')] }, []),
    'secret': 'hush',
    'linked/judge.json': { link: '../secret' },
    'seeded/workspace/x': 'mine',
    'seed/x': { link: '../secret' },
  })
  await expect(openRecord(`${root}/escape`)).rejects.toThrow('lies outside of the workspace')
  await expect(openRecord(`${root}/linked`)).rejects.toThrow('judge.json: is a link')
  expect((await openRecord(`${root}/seeded`, `${root}/seed`)).files[0]?.seed).toEqual({ kind: 'none', why: 'a link to another folder' })
})
