import type { Owner } from './owner.ts'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, realpath, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { describe, expect, it, onTestFinished } from 'vitest'
import { currentOwner } from './owner.ts'
import { removeTree } from './remove-tree.ts'
import { createScratch, sweepScratch } from './scratch.ts'

async function parentFolder(): Promise<string> {
  const dir = await realpath(await mkdtemp(join(tmpdir(), 'scratch-test-')))
  onTestFinished(() => removeTree(dir))
  return dir
}

async function leftover(parent: string, name: string, owner: object | string): Promise<string> {
  const dir = join(parent, `skill-evals-${name}`)
  await mkdir(join(dir, 'run-1'), { recursive: true })
  await writeFile(join(dir, 'owner.json'), typeof owner === 'string' ? owner : JSON.stringify(owner))
  return dir
}

async function deadProcess(): Promise<number> {
  const child = spawn(process.execPath, ['-e', ''])
  await once(child, 'exit')
  return child.pid ?? 0
}

describe('createScratch', () => {
  it('makes a private folder and removes it with all it holds', async () => {
    const parent = await parentFolder()
    const scratch = await createScratch(parent)
    expect(scratch.dir).toMatch(/skill-evals-\w{6}$/)
    if (process.platform !== 'win32')
      expect((await stat(scratch.dir)).mode & 0o777).toBe(0o700)
    await mkdir(join(scratch.dir, 'a', 'b'), { recursive: true })
    await scratch.remove()
    await scratch.remove()
    expect(await readdir(parent)).toEqual([])
  })

  it('gives the real path of a linked temporary folder, as agents print it', async () => {
    const parent = await parentFolder()
    await mkdir(join(parent, 'real'))
    await symlink(join(parent, 'real'), join(parent, 'link'), 'junction')
    const scratch = await createScratch(join(parent, 'link'))
    expect(scratch.dir.startsWith(join(parent, 'real'))).toBe(true)
    scratch.removeSync()
    expect(existsSync(scratch.dir)).toBe(false)
  })
})

describe('sweepScratch', () => {
  it('removes the folder of a dead process', async () => {
    const parent = await parentFolder()
    const dir = await leftover(parent, 'dead', { ...await currentOwner(), pid: await deadProcess() })
    expect(await sweepScratch(parent)).toEqual([dir])
    expect(await readdir(parent)).toEqual([])
  })

  it.runIf(process.platform === 'linux')('removes the folder of a process whose number a later one has', async () => {
    const parent = await parentFolder()
    const dir = await leftover(parent, 'reused', { ...await currentOwner(), started: 'boot 1' })
    expect(await sweepScratch(parent)).toEqual([dir])
  })

  it('never touches the folder of a living process', async () => {
    const parent = await parentFolder()
    const scratch = await createScratch(parent)
    const second = await createScratch(parent)
    expect(await sweepScratch(parent)).toEqual([])
    expect(await readdir(parent)).toHaveLength(2)
    await scratch.remove()
    await second.remove()
  })

  it('leaves what it cannot judge: another machine, a damaged owner, none, a group of processes, a link', async () => {
    const parent = await parentFolder()
    const pid = await deadProcess()
    const owner = await currentOwner()
    await leftover(parent, 'elsewhere', { ...owner, pid, place: 'another machine' })
    await leftover(parent, 'damaged', '{"pid":')
    await leftover(parent, 'strange', { pid: 0, started: null, place: owner.place })
    await mkdir(join(parent, 'skill-evals-fresh'))
    await leftover(parent, 'target', { ...owner, pid: process.pid } satisfies Owner)
    await symlink(join(parent, 'skill-evals-target'), join(parent, 'skill-evals-link'), 'junction')
    const before = await readdir(parent)
    expect(await sweepScratch(parent)).toEqual([])
    expect(await readdir(parent)).toEqual(before)
  })

  it('is run by createScratch', async () => {
    const parent = await parentFolder()
    await leftover(parent, 'dead', { ...await currentOwner(), pid: await deadProcess() })
    const scratch = await createScratch(parent)
    expect(await readdir(parent)).toEqual([scratch.dir.slice(parent.length + 1)])
    expect(JSON.parse(await readFile(join(scratch.dir, 'owner.json'), 'utf8'))).toMatchObject({ pid: process.pid })
    await scratch.remove()
  })
})
