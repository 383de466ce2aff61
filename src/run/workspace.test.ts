import type { Agent } from '../agent/agent.ts'
import type { Workspace } from './workspace.ts'
import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { beforeEach, describe, expect, it } from 'vitest'
import { removeTree } from './remove-tree.ts'
import { compareListings, listFiles } from './workspace-files.ts'
import { createWorkspace, isSkillsFolder, seedWorkspace } from './workspace.ts'

const agent: Agent = {
  name: 'stand-in',
  skillsFolder: '.agent/skills',
  ancestorFolders: ['.stand-in-agent'],
  tools: { skill: [], bookkeeping: [], readOnly: [], writers: {}, shells: [] },
  observes: { skills: true, activation: 'tool', model: true, cost: true },
  stopsAtUsd: false,
  find: () => Promise.resolve({ file: process.execPath, version: '1.0.0' }),
  linksRoom: () => true,
  command: () => ({ file: process.execPath, args: [], env: {}, stdin: '' }),
  reader: () => ({ read: () => [], usage: () => ({}) }),
}

let base: string
beforeEach(async () => {
  base = await realpath(await mkdtemp(join(tmpdir(), 'workspace-test-')))
  return () => removeTree(base)
})

async function write(path: string, text = path): Promise<void> {
  await mkdir(join(base, path, '..'), { recursive: true })
  await writeFile(join(base, path), text)
}

describe('createWorkspace', () => {
  it('gives each run a fresh folder and a private home beside it, and removes both', async () => {
    const [one, two] = await Promise.all([createWorkspace(base, agent), createWorkspace(base, agent)])
    expect(one.dir).not.toBe(two.dir)
    expect(await readdir(one.dir)).toEqual([])
    expect(await readdir(one.home)).toEqual([])
    expect(one.home.startsWith(one.dir)).toBe(false)
    await writeFile(join(one.dir, 'left.txt'), '')
    await one.remove()
    await one.remove()
    await two.remove()
    expect(await readdir(base)).toEqual([])
  })

  it('takes the path of a run that is gone, and never that of one that is not', async () => {
    const [one, two] = await Promise.all([createWorkspace(base, agent, true), createWorkspace(base, agent, true)])
    expect(one.dir).not.toBe(two.dir)
    await writeFile(join(one.dir, 'left.txt'), '')
    await one.remove()
    const three = await createWorkspace(base, agent, true)
    expect({ dir: three.dir, home: three.home }).toEqual({ dir: one.dir, home: one.home })
    expect(await readdir(three.dir)).toEqual([])
    expect(await createWorkspace(base, agent)).not.toMatchObject({ dir: one.dir })
  })

  it('stops the search upwards only where an ancestor holds a folder of the agent', async () => {
    await mkdir(join(base, '.stand-in-agent'))
    await mkdir(join(base, 'scratch'))
    const { dir, aside } = await createWorkspace(join(base, 'scratch'), agent)
    expect(await readFile(join(dir, '.git/HEAD'), 'utf8')).toBe('ref: refs/heads/main\n')
    expect((await readdir(join(dir, '.git'))).sort()).toEqual(['HEAD', 'objects', 'refs'])
    expect(aside).toContain('.git')
    expect(await listFiles(dir, aside)).toEqual({ files: [], cut: false })
  })

  it('makes a `.git` that git takes for one', async () => {
    await mkdir(join(base, '.stand-in-agent'))
    const { dir } = await createWorkspace(base, agent)
    expect(await realpath(execFileSync('git', ['rev-parse', '--show-toplevel'], { cwd: dir, encoding: 'utf8' }).trim())).toBe(dir)
  })
})

describe('seedWorkspace', () => {
  let workspace: Workspace
  beforeEach(async () => {
    workspace = await createWorkspace(base, agent)
  })

  it('copies the content of the seed to the root', async () => {
    await write('seed/src/main.py')
    await write('seed/evals/evals.json')
    await write('seed/.agent/settings.json')
    expect(await seedWorkspace(join(base, 'seed'), workspace, agent)).toEqual([])
    expect((await readdir(workspace.dir)).sort()).toEqual(['.agent', 'evals', 'src'])
    expect(await readFile(join(workspace.dir, 'src/main.py'), 'utf8')).toBe('seed/src/main.py')
  })

  it('brings no skills, least of all into a linked room', async () => {
    await mkdir(join(base, 'room'))
    await mkdir(join(workspace.dir, '.agent'))
    await symlink(join(base, 'room'), join(workspace.dir, '.agent/skills'), 'junction')
    await write('seed/.agent/skills/evil/SKILL.md')
    expect(await seedWorkspace(join(base, 'seed'), workspace, agent)).toEqual(['.agent/skills was left out: a workspace brings no skills'])
    expect(await readdir(join(base, 'room'))).toEqual([])
  })
})

describe('listFiles', () => {
  it('lists real files only, and nothing of the folders aside', async () => {
    await write('ws/a.txt', 'abc')
    await write('ws/sub/c.txt')
    await write('ws/sub/.agent/b.txt')
    await write('ws/.agent/skills/x/SKILL.md')
    await symlink(join(base, 'ws/sub'), join(base, 'ws/link'), 'junction')
    if (process.platform !== 'win32')
      execFileSync('mkfifo', [join(base, 'ws/pipe')])
    const { files, cut } = await listFiles(join(base, 'ws'), ['.agent'])
    expect(files.map(({ path, bytes }) => [path, bytes])).toEqual([['a.txt', 3], ['sub/c.txt', 12]])
    expect(cut).toBe(false)
  })

  it('stops at the limit, says so, and has the files of the root by then', async () => {
    for (let i = 0; i < 20; i++)
      await write(`ws/a/many${i}`)
    await write('ws/z.txt')
    const { files, cut } = await listFiles(join(base, 'ws'), [], 10)
    expect(cut).toBe(true)
    expect(files).toHaveLength(9)
    expect(files.at(-1)?.path).toBe('z.txt')
  })
})

describe('compareListings', () => {
  it('tells added, changed, removed and untouched files apart', async () => {
    for (const name of ['same', 'changed', 'removed'])
      await write(`ws/${name}`)
    const before = await listFiles(join(base, 'ws'), [])
    await write('ws/changed', 'else')
    await write('ws/new/deep')
    await rm(join(base, 'ws/removed'))
    const changes = compareListings(before, await listFiles(join(base, 'ws'), []))
    expect({ added: changes.added.map(file => file.path), changed: changes.changed.map(file => file.path), removed: changes.removed, cut: changes.cut })
      .toEqual({ added: ['new/deep'], changed: ['changed'], removed: ['removed'], cut: false })
  })

  it('calls nothing removed when the listing was cut', async () => {
    await write('ws/a')
    await write('ws/b')
    const before = await listFiles(join(base, 'ws'), [])
    const changes = compareListings(before, await listFiles(join(base, 'ws'), [], 1))
    expect(changes).toMatchObject({ removed: [], cut: true })
  })
})

describe('isSkillsFolder', () => {
  it('knows it by every name that a disk has for it', () => {
    for (const path of ['.claude/skills', '.Claude/SKILLS'])
      expect(isSkillsFolder(path, '.claude/skills', 'linux')).toBe(true)
    for (const path of ['CLAUDE~1/skills', '.claude./skills ', '.claude/skills::$INDEX_ALLOCATION'])
      expect([isSkillsFolder(path, '.claude/skills', 'win32'), isSkillsFolder(path, '.claude/skills', 'linux')]).toEqual([true, false])
    for (const path of ['.claude', '.claude/skills/sql', '.claude/skills2', 'skills'])
      expect(isSkillsFolder(path, '.claude/skills', 'win32')).toBe(false)
  })
})
