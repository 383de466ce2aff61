import { chmod, mkdir, mkdtemp, readdir, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { removeTree } from './remove-tree.ts'

async function folder(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'remove-'))
  onTestFinished(() => removeTree(dir))
  return dir
}

it('removes read-only folders and files', async () => {
  const dir = await folder()
  await mkdir(join(dir, 'a', 'b'), { recursive: true })
  await writeFile(join(dir, 'a', 'b', 'f'), 'x', { mode: 0o400 })
  await chmod(join(dir, 'a', 'b'), 0o500)
  await chmod(join(dir, 'a'), 0o000)
  await removeTree(join(dir, 'a'))
  expect(await readdir(dir)).toEqual([])
})

it('removes links and leaves what they point to', async () => {
  const dir = await folder()
  await mkdir(join(dir, 'outside'))
  await writeFile(join(dir, 'outside', 'keep'), 'x')
  await mkdir(join(dir, 'tree'))
  await symlink(join(dir, 'outside'), join(dir, 'tree', 'link'), 'junction')
  await removeTree(join(dir, 'tree'))
  expect(await readdir(dir)).toEqual(['outside'])
  expect(await readdir(join(dir, 'outside'))).toEqual(['keep'])
})

it('is content when there is nothing', async () => {
  const dir = await folder()
  await expect(removeTree(join(dir, 'nothing'))).resolves.toBeUndefined()
})
