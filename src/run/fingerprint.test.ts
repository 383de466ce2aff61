import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { explainMismatch, fileFingerprint, fingerprint, roomFingerprint, seedFingerprint } from './fingerprint.ts'
import { removeTree } from './remove-tree.ts'

const parts = { prompt: 'p', agent: 'claude', model: 'opus', effort: null, limits: { toolCalls: 8 }, room: { sql: 'a', pdf: 'b' } }

describe('explainMismatch', () => {
  it('has nothing to say of the same run, read back from JSON', () => {
    expect(explainMismatch(JSON.parse(JSON.stringify(fingerprint(parts))), fingerprint({ ...parts, room: { pdf: 'b', sql: 'a' } }))).toEqual([])
  })

  it('names every part that changed', () => {
    const wanted = fingerprint({ ...parts, prompt: 'P', model: null, effort: 'high', limits: { toolCalls: 9, inspections: 16 }, room: { sql: 'A', css: 'c' }, workspace: 'w' })
    expect(explainMismatch(fingerprint({ ...parts, hooks: 'h' }), wanted)).toEqual([
      'prompt changed',
      'model was `opus`, is the default',
      'effort was the default, is `high`',
      'limit `inspections` was not set, is 16',
      'limit `toolCalls` was 8, is 9',
      'skill `css` joined the room',
      'skill `pdf` left the room',
      'skill `sql` of the room changed',
      'workspace came',
      'hooks went',
    ])
    expect(explainMismatch(fingerprint({ ...parts, hooks: 'h', workspace: 'w' }), fingerprint({ ...parts, hooks: 'H' }))).toEqual(['workspace went', 'hooks changed'])
  })

  it('takes skills named like parts of an object for skills', () => {
    expect(explainMismatch(fingerprint({ ...parts, room: {} }), fingerprint({ ...parts, room: { constructor: 'x' } }))).toEqual(['skill `constructor` joined the room'])
  })
})

describe('parts read from disk', () => {
  let base: string
  beforeEach(async () => {
    base = await mkdtemp(join(tmpdir(), 'fingerprint-test-'))
    await mkdir(join(base, 'sql', 'evals'), { recursive: true })
    await writeFile(join(base, 'sql', 'SKILL.md'), 'x')
    return () => removeTree(base)
  })

  it('do not see the answer key of a skill, but all of a seed', async () => {
    const read = async (): Promise<unknown[]> => [await roomFingerprint([{ name: 'sql', dir: join(base, 'sql'), alias: null }]), await seedFingerprint(join(base, 'sql'))]
    const [room, seed] = await read()
    expect(room).toEqual({ sql: expect.stringMatching(/^[0-9a-f]{16}$/) })
    await writeFile(join(base, 'sql', 'evals', 'evals.json'), '{}')
    const [roomAfter, seedAfter] = await read()
    expect(roomAfter).toEqual(room)
    expect(seedAfter).not.toBe(seed)
  })

  it('change with the hooks file', async () => {
    const before = await fileFingerprint(join(base, 'sql', 'SKILL.md'))
    await writeFile(join(base, 'sql', 'SKILL.md'), 'y')
    expect(await fileFingerprint(join(base, 'sql', 'SKILL.md'))).not.toBe(before)
  })
})
