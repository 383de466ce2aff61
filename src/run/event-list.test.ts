import type { AgentEvent } from '../agent/events.ts'
import { expect, it } from 'vitest'
import { eventList } from './event-list.ts'

const message: AgentEvent = { type: 'message', text: 'so' }
const end: AgentEvent = { type: 'end', isError: false, reason: 'completed', text: '', usage: {} }
const unknown: AgentEvent = { type: 'unknown', line: '12345' }

it('keeps events up to a bound, and the end of the run beyond it', () => {
  const list = eventList(10)
  expect([list.add(message, '12345'), list.add(message, '12345')]).toEqual([true, true])
  expect(list.isCut).toBe(false)
  expect([list.add(message, '1'), list.add(end, '1')]).toEqual([false, true])
  expect(list.isCut).toBe(true)
  expect(list.events).toEqual([message, message, end])
})

it('keeps the first lines that were not understood, and misses nothing for the others', () => {
  const list = eventList(10, 10)
  expect(Array.from({ length: 3 }, () => list.add(unknown, '12345'))).toEqual([true, true, false])
  expect(list.add(message, '12345')).toBe(true)
  expect(list.isCut).toBe(false)
})
