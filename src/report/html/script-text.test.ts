import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { dataAsScript, jsonForElement } from './script-text.ts'

const hostile = { 'text': '</script><!-- <script>alert(1)</script> ]]> \u2028\u2029 \u0000 \uD800 `$x` \\', '</script>': [null, '"'] }

it('leaves no way out of an element, and nothing is lost', () => {
  const json = jsonForElement(hostile)
  expect(json).not.toContain('<')
  expect(JSON.parse(json)).toEqual(hostile)
})

it('hands data over as a script, keys named __proto__ included', () => {
  const data = { ...hostile, input: JSON.parse('{"__proto__": {"polluted": true}, "a": 1}') as unknown }
  const script = [...dataAsScript('receive', '</script>', data, [data, hostile['</script>']])].join('')
  expect(script).not.toMatch(/[<\u2028\u2029]/)
  const received: unknown[] = []
  runInNewContext(script, { receive: (...args: unknown[]) => received.push(...args) })
  expect(received[0]).toBe('</script>')
  const [, json, list] = received
  const parsed: typeof data = JSON.parse(String(json))
  expect(JSON.stringify(parsed)).toBe(JSON.stringify(data))
  expect(Object.keys(parsed.input as object)).toEqual(['__proto__', 'a'])
  expect([...list as string[]]).toEqual([JSON.stringify(data), JSON.stringify([null, '"'])])
})
