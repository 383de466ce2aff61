import fc from 'fast-check'
import { describe, expect } from 'vitest'
import { property } from '../../fixtures/harness/fuzz.ts'
import { jsonText, jsonValue, mutated } from '../../fixtures/harness/mutations.ts'
import { cacheFolder } from './cache.ts'
import { explainMismatch } from './fingerprint.ts'
import { parseManifest } from './read-record.ts'
import { RecordError } from './record-file.ts'
import { recordFiles } from './run-record.fixture.ts'

const about = {
  usage: { inputTokens: 1, outputTokens: 2 },
  costUsd: 0.25,
  activations: [{ skill: 'sql', ok: true, subagent: false }],
  files: [{ path: 'a/b.txt', bytes: 1, change: 'added', stored: 'a/b.txt' }],
  removed: ['c'],
  limits: { toolCalls: 8 },
  values: { name: 'x' },
  notes: ['n'],
}
const whole = String(recordFiles('x', about, [])['x/run.json'])
const keys = Object.keys(JSON.parse(whole) as object)
const texts = fc.oneof(
  mutated([whole], keys.map(key => `"${key}"`)),
  fc.tuple(fc.constantFrom(...keys, 'x'), jsonValue()).map(([key, value]) => jsonText({ ...JSON.parse(whole) as object, [key]: value })),
  fc.tuple(fc.constantFrom('prompt', 'agent', 'model', 'effort', 'limits', 'room', 'hooks'), jsonValue()).map(([key, value]) => jsonText({ ...JSON.parse(whole) as object, fingerprint: { prompt: '', agent: '', model: null, effort: null, limits: {}, room: {}, [key]: value } })),
)

describe('parseManifest', () => {
  property('gives a whole manifest, or says what is wrong with the file', texts, (text) => {
    let manifest
    try {
      manifest = parseManifest('/r/run.json', text)
    }
    catch (error) {
      expect(error).toBeInstanceOf(RecordError)
      expect(String(error)).toContain('/r/run.json')
      return
    }
    for (const key of ['id', 'prompt', 'agent', 'stop'] as const)
      expect(manifest[key]).toBeTypeOf('string')
    for (const amount of [manifest.elapsedMs, manifest.timeoutMs, manifest.costUsd ?? 0, ...Object.values(manifest.usage)])
      expect(Number.isFinite(amount) && Number(amount) >= 0).toBe(true)
    expect(new Date(manifest.startedAt).toISOString()).toBeTypeOf('string')
    expect(manifest.activations.every(load => typeof load.skill === 'string' && typeof load.ok === 'boolean')).toBe(true)
    // what is done with it later
    const wanted = { prompt: 'p', agent: 'claude', model: 'm', effort: null, limits: { toString: 1 }, room: { constructor: 'c' } }
    expect(explainMismatch(manifest.fingerprint, wanted).join()).toBeTypeOf('string')
    expect(JSON.stringify(structuredClone(manifest))).toBeTypeOf('string')
  })
})

describe('cacheFolder', () => {
  property('depends on what was seen and not on the order in which it was put together', fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 })), (seen) => {
    const turned = (value: unknown): unknown => Array.isArray(value) ? value.map(turned) : typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value).reverse().map(([key, item]) => [key, turned(item)])) : value
    expect(cacheFolder('/c', turned(seen) as object)).toBe(cacheFolder('/c', seen))
    expect(cacheFolder('/c', { ...seen, further: 1 })).not.toBe(cacheFolder('/c', { ...seen, further: 2 }))
  })
})
