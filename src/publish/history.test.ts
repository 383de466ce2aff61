import type { HistoryPoint } from '../report/history.ts'
import { readdirSync } from 'node:fs'
import { expect } from 'vitest'
import { test } from '../catalog/temp-folder.fixture.ts'
import { keepHistory, readHistory } from './history.ts'

const point = (startedAt: string): HistoryPoint => ({ schemaVersion: 1, startedAt, agent: 'claude', model: null, version: '0.1.0', routing: { graded: 1, passed: 1, errors: 0 }, behavior: null, costUsd: null, replayed: 0, skills: {} })

test('the history holds the last fifty reports, oldest first', ({ folder }) => {
  const root = folder({})
  const times = Array.from({ length: 53 }, (_, index) => `2026-11-30T10:${String(index).padStart(2, '0')}:00.000Z`)
  for (const time of [...times].reverse().slice(0, 2).concat(times))
    keepHistory(root, point(time))
  expect(readHistory(root).map(one => one.startedAt)).toEqual(times.slice(-50))
})

test('passes over files that are none of it, and leaves them', ({ folder }) => {
  const root = folder({ 'history/notes.txt': 'x', 'history/2026-11-30T09-00-00-000Z.json': '{}', 'history/0.json': '{}' })
  keepHistory(root, point('2026-11-30T10:00:00.000Z'))
  expect(readHistory(root)).toHaveLength(1)
  expect(readdirSync(`${root}/history`)).toHaveLength(4)
})

test('is empty before the first report', ({ folder }) => {
  expect(readHistory(folder({}))).toEqual([])
})
