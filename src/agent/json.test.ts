import { expect, it } from 'vitest'
import { countOf, parseData, parseRecord } from './json.ts'

it('cuts data that is deeper than what works on it can go, and nothing else', () => {
  const deep = parseRecord(`{"type":"x","__proto__":${'[{"a":'.repeat(9000)}1${'}]'.repeat(9000)},"b":[1]}`)
  expect(deep).toMatchObject({ type: 'x', b: [1] })
  expect(JSON.stringify(structuredClone(deep))).toContain('"(nested too deeply)"')
  const usual = `${'['.repeat(200)}"${'x'.repeat(1000)}"${']'.repeat(200)}`
  expect(JSON.stringify(parseData(usual))).toBe(usual)
  expect(parseData('{"a":')).toBeUndefined()
})

it('takes for a count what can be counted', () => {
  expect([0, 7, -1, 1.5, 1e300, Number.NaN, '7', null].map(countOf)).toEqual([0, 7, ...Array.from({ length: 6 })])
})
