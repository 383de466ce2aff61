import { describe, expect, it } from 'vitest'
import { readTagsFilter } from './tags-filter.ts'

describe('readTagsFilter', () => {
  const tests = { a: ['routing', 'positive', 'pdf-tools'], b: ['routing', 'near_miss', 'sql'], c: ['behavior', 'positive', 'sql', 'gpu'] }

  it.each<[string[], string]>([
    [['routing'], 'a b'],
    [['routing', 'positive'], 'a'],
    [['routing && !positive'], 'b'],
    [['not routing'], 'c'],
    [['near_miss or gpu'], 'b c'],
    [['near_miss || gpu and routing'], 'b'],
    [['(near_miss || gpu) and behavior'], 'c'],
    [['!(near_miss || gpu)'], 'a'],
    [['pdf-*'], 'a'],
    [['sq'], ''],
    [['android or gpu'], 'c'],
    [['constructor or gpu'], 'c'],
  ])('%j chooses %j', (expressions, chosen) => {
    const filter = readTagsFilter(expressions)
    expect(Object.entries(tests).filter(([, tags]) => filter?.(tags)).map(([name]) => name).join(' ')).toBe(chosen)
  })

  it.each([[''], ['a b'], ['(a'], ['a)'], ['a &&'], ['!'], ['|| a'], ['a & b']])('leaves %j to Vitest', (expression) => {
    expect(readTagsFilter([expression])).toBeNull()
    expect(readTagsFilter(['routing', expression])).toBeNull()
  })
})
