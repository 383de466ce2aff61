import type { RoomSkill } from './room.ts'
import { execFileSync } from 'node:child_process'
import { chmod, lstat, mkdir, mkdtemp, readdir, readFile, readlink, realpath, rename, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { beforeEach, describe, expect, it } from 'vitest'
import { removeTree } from './remove-tree.ts'
import { roomChanges } from './room-changes.ts'
import { hashRoom, installRoom, stageRoom } from './room.ts'

const posix = process.platform !== 'win32'

let base: string
beforeEach(async () => {
  base = await realpath(await mkdtemp(join(tmpdir(), 'room-test-')))
  return () => removeTree(base)
})

async function skill(name: string, files: Record<string, string>): Promise<RoomSkill> {
  const dir = join(base, 'skills', name)
  await mkdir(dir, { recursive: true })
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(dir, path)), { recursive: true })
    await writeFile(join(dir, path), text)
  }
  return { name, dir, alias: null }
}

async function tree(dir: string): Promise<string[]> {
  return (await readdir(dir, { recursive: true })).map(path => path.replaceAll('\\', '/')).sort()
}

const stage = (...skills: RoomSkill[]): ReturnType<typeof stageRoom> => stageRoom(skills, join(base, 'room'))

describe('stageRoom', () => {
  it('copies skills side by side without the answer key', async () => {
    const sql = await skill('sql', { 'SKILL.md': 'sql', 'ref/a.md': 'a', 'evals/evals.json': '{}', 'ref/evals/kept.md': 'k', '__pycache__/x.pyc': '', 'ref/.DS_Store': '' })
    const pdf = await skill('pdf', { 'SKILL.md': 'pdf' })
    const room = await stage(sql, pdf)
    expect(await tree(room.dir)).toEqual(['pdf', 'pdf/SKILL.md', 'sql', 'sql/SKILL.md', 'sql/ref', 'sql/ref/a.md', 'sql/ref/evals', 'sql/ref/evals/kept.md'])
    expect(room.skills.map(({ name, files, bytes }) => ({ name, files, bytes }))).toEqual([{ name: 'sql', files: 3, bytes: 5 }, { name: 'pdf', files: 1, bytes: 3 }])
    expect(room.notes).toEqual([])
  })

  it.runIf(posix)('keeps file modes, whatever the umask', async () => {
    const sql = await skill('sql', { 'run.sh': '#!/bin/sh\n', 'fixed.md': 'x' })
    await chmod(join(sql.dir, 'run.sh'), 0o775)
    await chmod(join(sql.dir, 'fixed.md'), 0o444)
    const room = await stage(sql)
    expect((await stat(join(room.dir, 'sql/run.sh'))).mode & 0o777).toBe(0o775)
    expect((await stat(join(room.dir, 'sql/fixed.md'))).mode & 0o777).toBe(0o444)
  })

  it('keeps links inside the skill as what they point to, and leaves the others out with a note', async () => {
    await mkdir(join(base, 'outside'))
    await writeFile(join(base, 'outside', 'secret'), 's')
    const sql = await skill('sql', { 'SKILL.md': 'sql', 'real/deep/a.md': 'a', 'evals/evals.json': 'KEY' })
    await symlink(join(sql.dir, 'real'), join(sql.dir, 'inside'), 'junction')
    await symlink(join(base, 'outside'), join(sql.dir, 'out'), 'junction')
    await symlink(join(sql.dir, 'gone'), join(sql.dir, 'dangling'), 'junction')
    await symlink(join(sql.dir, 'evals'), join(sql.dir, 'key'), 'junction')
    await symlink(sql.dir, join(sql.dir, 'real', 'deep', 'loop'), 'junction')
    const room = await stage(sql)
    expect(await tree(room.dir)).toEqual(['sql', 'sql/SKILL.md', 'sql/inside', 'sql/inside/deep', 'sql/inside/deep/a.md', 'sql/real', 'sql/real/deep', 'sql/real/deep/a.md'])
    expect((await lstat(join(room.dir, 'sql/inside'))).isDirectory()).toBe(true)
    expect(room.notes.map(note => note.replace(/ \(.*/, ''))).toEqual([
      'sql/dangling was left out: it is a link to nothing',
      'sql/inside/deep/loop was left out: it is a link to a folder that it is in',
      'sql/key was left out: it is a link into what is never copied',
      'sql/out was left out: it is a link that leaves the folder',
      'sql/real/deep/loop was left out: it is a link to a folder that it is in',
    ])
  })

  it('stages a skill that is itself a link', async () => {
    const real = await skill('real', { 'SKILL.md': 'x' })
    await symlink(real.dir, join(base, 'skills', 'linked'), 'junction')
    const room = await stage({ name: 'linked', dir: join(base, 'skills', 'linked'), alias: null })
    expect(await tree(room.dir)).toEqual(['linked', 'linked/SKILL.md'])
  })

  it('ends on links that stand in for exponentially many folders', async () => {
    const sql = await skill('sql', { 'd0/x': '' })
    for (let level = 1; level <= 20; level++) {
      await mkdir(join(sql.dir, `d${level}`))
      for (const side of ['a', 'b'])
        await symlink(join(sql.dir, `d${level - 1}`), join(sql.dir, `d${level}`, side), 'junction')
    }
    const room = await stage(sql)
    expect(room.notes.some(note => note.endsWith('more than 1000 links'))).toBe(true)
  })

  it.runIf(posix)('leaves pipes out with a note and does not wait for them', async () => {
    const sql = await skill('sql', { 'SKILL.md': 'x' })
    execFileSync('mkfifo', [join(sql.dir, 'pipe')])
    const room = await stage(sql)
    expect(room.notes).toEqual(['sql/pipe was left out: it is a pipe'])
  })

  it('stages names as long as the disk allows', async () => {
    const long = 'x'.repeat(255)
    const room = await stage(await skill(long, { [long]: 'x' }))
    expect(await tree(room.dir)).toEqual([long, `${long}/${long}`])
  })

  it('copies what is larger than one piece of memory', async () => {
    const text = 'abcdefghij'.repeat(50_000)
    const room = await stage(await skill('sql', { 'big.txt': text }))
    expect(await readFile(join(room.dir, 'sql', 'big.txt'), 'utf8')).toBe(text)
    expect(room.skills[0]?.bytes).toBe(500_000)
  })

  it('names the skill that cannot be staged and leaves nothing', async () => {
    const sql = await skill('sql', { 'SKILL.md': 'x' })
    await expect(stage(sql, { name: 'gone', dir: join(base, 'gone'), alias: null })).rejects.toThrow(/Skill "gone" \(.*gone\) cannot be put in the room: ENOENT/)
    await expect(stage(sql, sql)).rejects.toThrow('Skill "sql"')
    await expect(stage({ ...sql, name: '../up' })).rejects.toThrow('not the name of a folder')
    expect(await readdir(base)).toEqual(['skills'])
  })
})

describe('hashes of skills', () => {
  const hash = async (one: RoomSkill): Promise<string | undefined> => (await hashRoom([one]))[one.name]

  it('are the same staged and not staged, and do not depend on name, place or dates', async () => {
    const a = await skill('a', { 'SKILL.md': 'x', 'ref/a.md': 'y', 'evals/evals.json': '1' })
    const b = await skill('b', { 'ref/a.md': 'y', 'SKILL.md': 'x', 'evals/evals.json': '2' })
    await mkdir(join(b.dir, 'empty'))
    const room = await stage(a, b)
    expect(room.skills[0]?.hash).toBe(room.skills[1]?.hash)
    expect(await hashRoom([a, b])).toEqual({ a: room.skills[0]?.hash, b: room.skills[1]?.hash })
  })

  it('change with a content, a path, a line ending and the executable bit', async () => {
    const seen = new Set<string | undefined>()
    seen.add(await hash(await skill('a', { 'SKILL.md': 'x\n' })))
    seen.add(await hash(await skill('a', { 'SKILL.md': 'x\r\n' })))
    seen.add(await hash(await skill('a', { 'more.md': '' })))
    seen.add(await hash(await skill('a', { 'more/x.md': '' })))
    if (posix) {
      await chmod(join(base, 'skills/a/more.md'), 0o755)
      seen.add(await hash({ name: 'a', dir: join(base, 'skills/a'), alias: null }))
    }
    expect(seen.size).toBe(posix ? 5 : 4)
  })
})

describe('roomChanges', () => {
  it('sees nothing in a room that was only read', async () => {
    const room = await stage(await skill('sql', { 'SKILL.md': 'x', 'ref/a.md': 'a' }))
    await readFile(join(room.dir, 'sql/SKILL.md'))
    expect(await roomChanges(room)).toEqual([])
  })

  it('names what was added, changed and removed, a folder once', async () => {
    const room = await stage(
      await skill('sql', { 'SKILL.md': 'x', 'ref/a.md': 'a', 'ref/b.md': 'b' }),
      await skill('pdf', { 'SKILL.md': 'y' }),
      await skill('css', { 'SKILL.md': 'z' }),
    )
    await removeTree(join(room.dir, 'sql/ref'))
    await removeTree(join(room.dir, 'css'))
    await writeFile(join(room.dir, 'pdf/SKILL.md'), 'Y')
    await mkdir(join(room.dir, 'pdf/new/deep'), { recursive: true })
    await mkdir(join(room.dir, 'extra'))
    expect(await roomChanges(room)).toEqual(['added extra', 'added pdf/new', 'changed pdf/SKILL.md', 'removed css', 'removed sql/ref'])
  })

  it('sees a file that was replaced by one of the same size and date', async () => {
    const room = await stage(await skill('sql', { 'SKILL.md': 'x' }))
    const { atime, mtime } = await stat(join(room.dir, 'sql/SKILL.md'))
    await writeFile(join(base, 'other'), 'z')
    await utimes(join(base, 'other'), atime, mtime)
    await rename(join(base, 'other'), join(room.dir, 'sql/SKILL.md'))
    expect(await roomChanges(room)).toEqual(['changed sql/SKILL.md'])
  })
})

describe('installRoom', () => {
  it('links the whole room', async () => {
    const room = await stage(await skill('sql', { 'SKILL.md': 'x' }))
    await mkdir(join(base, 'ws'))
    await installRoom(room, join(base, 'ws'), '.claude/skills', { link: true })
    expect(await readlink(join(base, 'ws/.claude/skills'))).toContain('room')
    expect(await readFile(join(base, 'ws/.claude/skills/sql/SKILL.md'), 'utf8')).toBe('x')
  })

  it('copies for an agent that follows no links', async () => {
    const room = await stage(await skill('sql', { 'SKILL.md': 'x' }))
    await mkdir(join(base, 'ws'))
    await installRoom(room, join(base, 'ws'), '.claude/skills', { link: false })
    await writeFile(join(base, 'ws/.claude/skills/sql/SKILL.md'), 'changed')
    expect(await roomChanges(room)).toEqual([])
  })
})
