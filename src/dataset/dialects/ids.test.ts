import { describe, expect, it } from 'vitest'
import { idsFor } from './ids.ts'

interface Named { name?: string, prompt?: string }

const ids = (rows: Named[], file = 'evals'): string[] => idsFor(rows.map(({ name, prompt = 'p' }) => ({ name: name === undefined ? null : { text: name, offset: 0 }, prompt: { text: prompt, offset: 0 } })), 'csv', file)

describe('idsFor', () => {
  it.each([
    ['a number', { name: '7' }, 'evals', 'csv-7'],
    ['a name in prose', { name: 'Low space: audit!' }, 'evals', 'csv-Low-space-audit'],
    ['an id that begins with the skill', { name: 'csv-top' }, 'evals', 'csv-top'],
    ['the name of the file, unless it is the usual one', { name: '7' }, 'trigger-evals', 'csv-trigger-evals-7'],
    ['no name: the first words of the prompt', { prompt: '  What\'s in "a.csv", and why does it have 3 columns?' }, 'evals', 'csv-what-s-in-a-csv-and'],
    ['other scripts', { prompt: '有個點子想跟你聊聊' }, 'evals', 'csv-有個點子想跟你聊聊'],
    ['nothing to make a name of', { name: '../..', prompt: '🚀' }, 'evals', 'csv-evaluation'],
    ['a path', { name: '../../etc/passwd' }, 'evals', 'csv-etc-passwd'],
  ])('%s', (_, row, file, id) => {
    expect(ids([row], file)).toEqual([id])
  })

  it('tells equal ones apart, without regard to case, and never by an id that is taken', () => {
    expect(ids([{ name: 'a' }, { name: 'A' }, { name: 'a-2' }, { name: 'a' }])).toEqual(['csv-a', 'csv-A-2', 'csv-a-2-2', 'csv-a-3'])
  })

  it('stay when the order changes', () => {
    const rows: Named[] = [{ name: '1' }, { prompt: 'sum it up' }, { name: 'chart' }]
    expect(ids([...rows].reverse())).toEqual(ids(rows).reverse())
  })
})
