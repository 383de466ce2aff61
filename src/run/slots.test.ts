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
