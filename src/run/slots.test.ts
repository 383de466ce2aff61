import { threadId } from 'node:worker_threads'
import { describe, expect, it } from 'vitest'
import { createSlots, Slots } from './slots.ts'

describe('createSlots', () => {
  it.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])('refuses %s jobs', (jobs) => {
    expect(() => createSlots(jobs)).toThrow(/`jobs` must be a whole number of at least 1/)
  })
})

describe('Slots in one thread', () => {
  it('grants at most so many, in the order of asking', async () => {
    const slots = new Slots(createSlots(2))
    const order: number[] = []
    let running = 0
    let most = 0
    await Promise.all(Array.from({ length: 20 }, async (_, index) => {
      const release = await slots.acquire()
      order.push(index)
      running += 1
      most = Math.max(most, running)
      await Promise.resolve()
      running -= 1
      release()
    }))
    expect(most).toBe(2)
    expect(order).toEqual(Array.from({ length: 20 }, (_, index) => index))
    expect(slots.taken).toBe(0)
  })

  it('lets what is urgent go first', async () => {
    const slots = new Slots(createSlots(1))
    const order: string[] = []
    const release = await slots.acquire()
    const ask = async (name: string, urgent: boolean): Promise<void> => {
      const done = await slots.acquire(undefined, urgent)
      order.push(name)
      done()
    }
    const all = Promise.all([ask('new', false), ask('begun', true), ask('newer', false), ask('begun too', true)])
    release()
    await all
    expect(order).toEqual(['begun', 'begun too', 'new', 'newer'])
  })

  it('frees a slot once, however often it is released', async () => {
    const slots = new Slots(createSlots(1))
    const first = await slots.acquire()
    first()
    const second = await slots.acquire()
    first()
    expect(slots.taken).toBe(1)
    second()
    expect(slots.taken).toBe(0)
  })

  it('rejects a waiter at once when it is aborted, with nothing held and the next one served', async () => {
    const slots = new Slots(createSlots(1))
    const release = await slots.acquire()
    const stop = new AbortController()
    const aborted = slots.acquire(stop.signal)
    const next = slots.acquire()
    stop.abort(new Error('cancelled'))
    await expect(aborted).rejects.toThrow('cancelled')
    expect(slots.taken).toBe(1)
    release()
    const releaseNext = await next
    releaseNext()
    expect(slots.taken).toBe(0)
  })

  it('takes nothing for a signal that is aborted already, and ignores an abort after the grant', async () => {
    const slots = new Slots(createSlots(1))
    await expect(slots.acquire(AbortSignal.abort(new Error('too late')))).rejects.toThrow('too late')
    const stop = new AbortController()
    const release = await slots.acquire(stop.signal)
    stop.abort()
    expect(slots.taken).toBe(1)
    release()
    expect(slots.taken).toBe(0)
  })

  it('frees what a thread held, and does not free it again for its late release', async () => {
    const slots = new Slots(createSlots(1))
    const late = await slots.acquire()
    slots.releaseThread(threadId + 1)
    expect(slots.taken).toBe(1)
    slots.releaseThread(threadId)
    expect(slots.taken).toBe(0)
    late()
    expect(slots.taken).toBe(0)
  })
})

describe('Slots while the provider asks for less', () => {
  it('are halved once for a burst, down to one, and come back one by one', async () => {
    let now = 1000
    const slots = new Slots(createSlots(8), 8, () => now)
    const seen: number[] = []
    const look = async (): Promise<void> => {
      const held = await Promise.all(Array.from({ length: slots.open }, () => slots.acquire()))
      seen.push(slots.taken)
      held.forEach(release => release())
    }
    slots.slowDown()
    slots.slowDown()
    await look()
    for (const seconds of [10, 10, 10]) {
      now += seconds
      slots.slowDown()
      await look()
    }
    for (const seconds of [29, 1, 30, 30]) {
      now += seconds
      const release = await slots.acquire()
      release()
      await look()
    }
    expect(seen).toEqual([4, 2, 1, 1, 1, 2, 3, 4])
    for (let i = 0; i < 10; i++) {
      now += 30
      const release = await slots.acquire()
      release()
    }
    expect(slots.open).toBe(8)
  })

  it('leave alone who runs already, and let nobody in after him', async () => {
    const slots = new Slots(createSlots(2), 2, () => 1000)
    const [first, second] = [await slots.acquire(), await slots.acquire()]
    slots.slowDown()
    expect(slots.taken).toBe(2)
    let third = false
    const waiting = slots.acquire().then((release) => {
      third = true
      return release
    })
    second()
    await new Promise<void>(resolve => setImmediate(resolve))
    expect(third).toBe(false)
    first()
    const release = await waiting
    expect(slots.taken).toBe(1)
    release()
  })
})
