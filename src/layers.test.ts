import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const src = fileURLToPath(new URL('.', import.meta.url))
/** Data goes one way: a folder imports from those before it. `vitest`, `jest` and `cli` sit on top, and nobody imports from them. */
const order = ['catalog', 'dataset', 'structure', 'agent', 'run', 'routing', 'behavior', 'report', 'options', 'suite', 'publish', 'vitest', 'jest', 'cli']
/** Plain functions of plain data. `dataset` may ask the catalog's functions about the disk. */
const pure = ['dataset', 'structure', 'routing', 'report']
const outside = /^node:(?:fs|child_process|worker_threads|net|http|process|timers)|^(?:execa|cross-spawn|vitest)/

/** The schema ships as a file, and is read once. */
const readsItsSchema = path.join('dataset', 'schema.ts')

interface Import { file: string, from: string, to: string }

const imports: Import[] = order.flatMap(folder => sources(path.join(src, folder)).flatMap((file) => {
  const text = readFileSync(file, 'utf8')
  return [...text.matchAll(/(?:from|import\()\s*'([^']+)'/g)].map(([, to = '']) => ({ file: path.relative(src, file), from: folder, to: to.startsWith('.') ? `../${path.relative(src, path.resolve(file, '..', to)).replaceAll('\\', '/')}` : to }))
}))

function sources(dir: string): string[] {
  try {
    return readdirSync(dir, { withFileTypes: true, recursive: true }).flatMap(entry => entry.isFile() && /\.[jt]sx?$/.test(entry.name) && !/\.(?:test|fixture|config)\.ts$/.test(entry.name) ? [path.join(entry.parentPath, entry.name)] : [])
  }
  catch {
    return []
  }
}

it('reads the imports of every folder', () => {
  expect(new Set(imports.map(one => one.from)).size).toBeGreaterThanOrEqual(9)
})

it('a folder imports only from folders before it', () => {
  const wrong = imports.filter(({ from, to }) => to.startsWith('../') && to.split('/')[1] !== from && order.indexOf(to.split('/')[1] ?? '') >= order.indexOf(from))
  expect(wrong.filter(({ from }) => from !== 'cli')).toEqual([])
})

it('what is to be plain functions of plain data reaches for nothing else', () => {
  expect(imports.filter(({ file, from, to }) => pure.includes(from) && outside.test(to) && file !== readsItsSchema)).toEqual([])
})

it('only the room of a test runner knows it, and none of the others', () => {
  const rooms = { vitest: /^(?:vitest|vite)(?:\/|$)/, jest: /^@?jest(?:[-/]|$)/ }
  const wrong = imports.filter(({ from, to }) => from !== 'cli' && Object.entries(rooms).some(([room, theirs]) => from !== room && (theirs.test(to) || to.startsWith(`../${room}/`))))
  // vite reads the user's own TypeScript, whoever runs the tests
  expect(wrong.filter(({ file, to }) => !(to === 'vite' && file === path.join('suite', 'import-file.ts')))).toEqual([])
})
