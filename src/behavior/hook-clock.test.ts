import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { startClock } from './hook-clock.ts'

function gate<T>(): { promise: Promise<T>, resolve: (value: T) => void } {
  let open: (value: T) => void = () => {}
  const promise = new Promise<T>(resolve => open = resolve)
  return { promise, resolve: value => open(value) }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

it('counts the time of the hook, and not that of the judge', async () => {
  const over = vi.fn()
  const clock = startClock(1000, over)
  await vi.advanceTimersByTimeAsync(600)
  const answers = [gate<string>(), gate<string>()] as const
  const asked = answers.map(answer => clock.pausedFor(() => answer.promise))
  await vi.advanceTimersByTimeAsync(60_000)
  answers[0].resolve('one')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(over).not.toHaveBeenCalled()
  answers[1].resolve('two')
  expect(await Promise.all(asked)).toEqual(['one', 'two'])
  await vi.advanceTimersByTimeAsync(399)
  expect(over).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(over).toHaveBeenCalledOnce()
})

it('is silent once stopped, also when the judge answers after that', async () => {
  const over = vi.fn()
  const clock = startClock(1000, over)
  const answer = gate<void>()
  const asked = clock.pausedFor(() => answer.promise)
  clock.stop()
  answer.resolve()
  await asked
  await vi.advanceTimersByTimeAsync(5000)
  expect(over).not.toHaveBeenCalled()
})

it('takes a limit that no timer takes for a long one', async () => {
  const over = vi.fn()
  const clock = startClock(2 ** 40, over)
  await vi.advanceTimersByTimeAsync(1000)
  clock.stop()
  expect(over).not.toHaveBeenCalled()
})
