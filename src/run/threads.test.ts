import type { RoomSkill } from './room.ts'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import ts from 'typescript'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { removeTree } from './remove-tree.ts'
import { createSharedRoom, SharedRoom } from './shared-room.ts'
import { createSlots, Slots } from './slots.ts'

/** Folder with the sources of this one as JavaScript, which worker threads of Node 20 can import. */
let compiled: string
beforeAll(async () => {
  compiled = await mkdtemp(join(tmpdir(), 'threads-test-'))
  await writeFile(join(compiled, 'package.json'), '{"type":"module"}')
  for (const name of await readdir(import.meta.dirname)) {
    if (name.endsWith('.test.ts'))
      continue
    const source = await readFile(join(import.meta.dirname, name), 'utf8')
    const { outputText } = ts.transpileModule(source, {
      compilerOptions: { target: ts.ScriptTarget.ES2023, module: ts.ModuleKind.ESNext, rewriteRelativeImportExtensions: true, verbatimModuleSyntax: true },
    })
    await writeFile(join(compiled, name.replace(/\.ts$/, '.js')), outputText)
  }
})
afterAll(() => removeTree(compiled))

/** Runs code in a worker thread; what it posts last is the result. `workerData` and `parentPort` are at hand. */
function start(module: string, names: string, code: string, workerData: object): Worker {
  const url = pathToFileURL(join(compiled, module)).href
  return new Worker(`
    const { parentPort, workerData, threadId } = require('node:worker_threads')
    import(${JSON.stringify(url)}).then(async ({ ${names} }) => { ${code} })`, { eval: true, workerData })
}

async function result(worker: Worker): Promise<unknown> {
  const messages: unknown[] = []
  worker.on('message', message => messages.push(message))
  await once(worker, 'exit')
  return messages.at(-1)
}

describe('Slots over worker threads', () => {
  // The counters lie beside the slots: how many run now, the most that ever did, and how many were done and aborted.
  const job = `
    const slots = new Slots(workerData.slots)
    const counters = new Int32Array(workerData.counters)
    const raise = (value) => {
      for (let most = Atomics.load(counters, 1); value > most; most = Atomics.load(counters, 1))
        Atomics.compareExchange(counters, 1, most, value)
    }
    await Promise.all(Array.from({ length: workerData.requests }, async (_, index) => {
      const stop = new AbortController()
      const waiting = slots.acquire(stop.signal)
      // Some give up while they wait, at different moments.
      if (index % 4 === 3)
        setTimeout(() => stop.abort(), index % 16)
      let release
      try {
        release = await waiting
      }
      catch {
        Atomics.add(counters, 3, 1)
        return
      }
      raise(Atomics.add(counters, 0, 1) + 1)
      await new Promise(resolve => index % 2 ? setImmediate(resolve) : setTimeout(resolve, 1))
      Atomics.add(counters, 2, 1)
      Atomics.sub(counters, 0, 1)
      release()
      release()
    }))`

  it('never exceeds the cap, serves all, and holds nothing after aborts', async () => {
    const slots = createSlots(3)
    const counters = new SharedArrayBuffer(16)
    const requests = 120
    await Promise.all(Array.from({ length: 4 }, () => result(start('slots.js', 'Slots', job, { slots, counters, requests }))))
    const [running, most, done = 0, aborted = 0] = new Int32Array(counters)
    expect({ running, served: done + aborted, taken: new Slots(slots).taken }).toEqual({ running: 0, served: 4 * requests, taken: 0 })
    expect(most).toBeGreaterThan(0)
    expect(most).toBeLessThanOrEqual(3)
    expect(done).toBeGreaterThanOrEqual(4 * requests * 3 / 4)
  })

  it('wakes a thread that waits for a slot of another one', async () => {
    const buffer = createSlots(1)
    const slots = new Slots(buffer)
    const release = await slots.acquire()
    const worker = start('slots.js', 'Slots', `
      const slots = new Slots(workerData)
      const waiting = slots.acquire()
      parentPort.postMessage('waiting')
      ;(await waiting)()
      parentPort.postMessage('served')`, buffer)
    const last = result(worker)
    expect(await once(worker, 'message')).toEqual(['waiting'])
    release()
    expect(await last).toBe('served')
    expect(slots.taken).toBe(0)
  })

  it('gets back what a killed thread held', async () => {
    const buffer = createSlots(2)
    const slots = new Slots(buffer)
    const worker = start('slots.js', 'Slots', `
      const slots = new Slots(workerData)
      await slots.acquire()
      await slots.acquire()
      parentPort.postMessage('full')
      setInterval(() => {}, 1000)`, buffer)
    await once(worker, 'message')
    const waiting = slots.acquire()
    const { threadId } = worker
    await worker.terminate()
    expect(slots.taken).toBe(2)
    slots.releaseThread(threadId)
    const release = await waiting
    expect(slots.taken).toBe(1)
    release()
  })
})

describe('SharedRoom over worker threads', () => {
  let base: string
  let skills: RoomSkill[]
  beforeEach(async () => {
    base = await mkdtemp(join(tmpdir(), 'shared-room-test-'))
    skills = ['sql', 'pdf'].map(name => ({ name, dir: join(base, 'skills', name), alias: null }))
    for (const skill of skills) {
      await mkdir(skill.dir, { recursive: true })
      await writeFile(join(skill.dir, 'SKILL.md'), skill.name)
    }
    await mkdir(join(base, 'scratch'))
    return () => removeTree(base)
  })

  const use = `
    const room = new SharedRoom(workerData.buffer, workerData)
    const uses = await Promise.allSettled([room.use(), room.use()])
    parentPort.postMessage(uses.map(use => use.status === 'fulfilled' ? [use.value.generation, use.value.staged.dir] : use.reason.message))`
  const workers = (buffer: SharedArrayBuffer, count: number): Promise<unknown[]> => Promise.all(
    Array.from({ length: count }, () => result(start('shared-room.js', 'SharedRoom', use, { buffer, scratch: join(base, 'scratch'), skills }))),
  )

  it('is staged once for all, and anew after a run changed it', async () => {
    const buffer = createSharedRoom()
    const scratch = join(base, 'scratch')
    const first = [0, join(scratch, 'room-0')]
    expect(await workers(buffer, 4)).toEqual(Array.from({ length: 4 }, () => [first, first]))
    expect((await readdir(scratch)).sort()).toEqual(['room-0', 'room-0.json'])

    const room = new SharedRoom(buffer, { scratch, skills })
    expect(await room.use()).toMatchObject({ generation: 0, staged: { dir: join(scratch, 'room-0') } })
    await writeFile(join(scratch, 'room-0', 'sql', 'SKILL.md'), 'changed by a run')
    expect(room.changed(0)).toBe(false)
    room.restage(0)
    room.restage(0)
    expect(room.changed(0)).toBe(true)
    expect(await workers(buffer, 2)).toEqual(Array.from({ length: 2 }, () => Array.from({ length: 2 }, () => [1, join(scratch, 'room-1')])))
    expect(await readFile(join(scratch, 'room-1', 'sql', 'SKILL.md'), 'utf8')).toBe('sql')
    expect(await room.use()).toMatchObject({ generation: 1 })
  })

  it('tells everyone why staging failed, and can be staged again', async () => {
    const buffer = createSharedRoom()
    await rm(join(base, 'skills', 'pdf'), { recursive: true })
    const answers = (await workers(buffer, 3)).flat()
    expect(answers).toHaveLength(6)
    for (const answer of answers)
      expect(answer).toMatch(/^Skill "pdf" .* cannot be put in the room: ENOENT/)

    await mkdir(join(base, 'skills', 'pdf'))
    const room = new SharedRoom(buffer, { scratch: join(base, 'scratch'), skills })
    await expect(room.use()).rejects.toThrow('Skill "pdf"')
    room.restage(0)
    expect((await room.use()).generation).toBe(1)
  })

  it('lets a waiter go at once when it is aborted', async () => {
    const buffer = createSharedRoom()
    // As if another thread were staging.
    new Int32Array(buffer)[0] = 1
    const room = new SharedRoom(buffer, { scratch: join(base, 'scratch'), skills })
    const stop = new AbortController()
    const waiting = room.use(stop.signal)
    stop.abort(new Error('cancelled'))
    await expect(waiting).rejects.toThrow('cancelled')
    await expect(room.use(stop.signal)).rejects.toThrow('cancelled')
    room.restage(0)
    expect((await room.use()).generation).toBe(1)
  })

  it('does not wait for ever for a thread that was killed while it staged', { timeout: 40_000 }, async () => {
    const buffer = createSharedRoom()
    new Int32Array(buffer)[0] = 1
    const room = new SharedRoom(buffer, { scratch: join(base, 'scratch'), skills, deadAfterMs: 1 })
    expect((await room.use()).generation).toBe(1)
  })
})
