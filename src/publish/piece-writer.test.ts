import { open, readFile } from 'node:fs/promises'
import { expect } from 'vitest'
import { test } from '../catalog/temp-folder.fixture.ts'
import { PieceWriter } from './piece-writer.ts'

test('writes all pieces in order, of any length, and replaces what was there', async ({ folder }) => {
  const root = folder({ 'a.txt': 'x'.repeat(5_000_000) })
  const writer = new PieceWriter()
  const pieces = ['', 'ä€😀', ...Array.from({ length: 40 }, (_, index) => `${index}${'世'.repeat(30_000)}`), '😀'.repeat(700_000), 'end\n']
  await writer.writeFile(`${root}/a.txt`, pieces)
  expect(await readFile(`${root}/a.txt`, 'utf8') === pieces.join('')).toBe(true)
})

test('adds to a file that is open', async ({ folder }) => {
  const file = `${folder({})}/a.txt`
  const writer = new PieceWriter()
  const handle = await open(file, 'wx')
  await writer.write(handle, ['a', 'b'])
  await writer.writeFile(`${file}.other`, ['z'])
  await writer.write(handle, [])
  await writer.write(handle, ['c'.repeat(400_000), 'd'])
  await handle.close()
  expect(await readFile(file, 'utf8') === `ab${'c'.repeat(400_000)}d`).toBe(true)
})
