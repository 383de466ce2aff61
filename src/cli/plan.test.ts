import type { Candidate, Machines } from './plan.ts'
import { describe, expect, it } from 'vitest'
import { planFor } from './plan.ts'

const hosted: Machines = { behaviorRunner: ['ubuntu-latest'], behaviorOs: ['Linux'], scopedRunner: null, scopedGate: '', scopedEnvironment: '', labels: [], ignoreGates: false }
const plain: Candidate = { name: 'plain', os: null, labels: [], vitest: 'vitest plain' }
const gpu: Candidate = { name: 'gpu', os: ['Linux'], labels: ['mi300x'], vitest: 'vitest gpu' }

function runners(candidate: Candidate, machines: Partial<Machines>): unknown[] {
  const plan = planFor([candidate], null, true, { ...hosted, ...machines })
  return [...plan.default, ...plan.scoped].map(leg => JSON.parse(leg.runner))
}

describe('a plan', () => {
  it('has the keys that workflows read, and no other', () => {
    const plan = planFor([plain, gpu], 'vitest routing', true, { ...hosted, scopedEnvironment: 'hardware' })
    expect(plan).toEqual({
      routing: true,
      extended: true,
      vitest: 'vitest routing',
      default: [{ skill: 'plain', os: 'Linux', runner: '["ubuntu-latest","Linux"]', gate: '', vitest: 'vitest plain' }],
      scoped: [{ skill: 'gpu', os: 'Linux', runner: '["ubuntu-latest","mi300x","Linux"]', gate: '', environment: 'hardware', vitest: 'vitest gpu' }],
      skipped: [],
      gates: [],
    })
    expect(planFor([], null, false, hosted)).toEqual({ routing: false, extended: false, vitest: null, default: [], scoped: [], skipped: [], gates: [] })
  })

  it('has no leg for a skill that asserts nothing', () => {
    expect(planFor([{ ...plain, vitest: null }, { ...gpu, vitest: null }], null, true, { ...hosted, scopedGate: 'gpu' })).toMatchObject({ default: [], skipped: [] })
  })

  it('has a leg for each platform: those of the skill, or those of the workflow', () => {
    const legs = planFor([plain, { ...gpu, os: ['Windows', 'macOS'] }], null, true, { ...hosted, behaviorOs: ['Linux', 'Windows'] }).default
    expect(legs.map(({ skill, os }) => `${skill} ${os}`)).toEqual(['plain Linux', 'plain Windows', 'gpu Windows', 'gpu macOS'])
  })
})

describe('the labels of a runner', () => {
  it('are the workflow\'s, the skill\'s and the platform, each once', () => {
    expect(runners(gpu, { behaviorRunner: ['self-hosted', 'mi300x', 'Linux'] })).toEqual([['self-hosted', 'mi300x', 'Linux']])
    expect(runners(gpu, { behaviorRunner: ['self-hosted'] })).toEqual([['self-hosted', 'mi300x', 'Linux']])
  })

  it('come from the scoped pool for a skill that asks for labels, and for no other', () => {
    const pools = { behaviorRunner: ['everyday'], scopedRunner: ['pool'] }
    expect(runners(gpu, pools)).toEqual([['pool', 'mi300x', 'Linux']])
    expect(runners(plain, pools)).toEqual([['everyday', 'Linux']])
  })

  it('that are named for a platform count for it alone, and say the platform already', () => {
    const behaviorRunner = ['Linux=ubuntu-latest', 'Windows=windows-latest']
    expect(runners(plain, { behaviorRunner, behaviorOs: ['Linux', 'Windows'] })).toEqual([['ubuntu-latest'], ['windows-latest']])
    expect(() => runners({ ...plain, os: ['macOS'] }, { behaviorRunner })).toThrow('`--behavior-runner` names no runner for macOS, which "plain" asks for. Add `macOS=` and its label.')
    expect(() => runners({ ...gpu, os: ['macOS'] }, { scopedRunner: behaviorRunner })).toThrow('`--scoped-runner` names no runner for macOS')
  })
})

describe('a gate', () => {
  const gated = { ...hosted, scopedGate: 'run-gpu', scopedEnvironment: 'hardware' }

  it('holds back what asks for labels, says so once a skill, and lets the rest run', () => {
    const both = { ...gpu, os: ['Linux', 'Windows'] } satisfies Candidate
    const plan = planFor([plain, both, { ...gpu, name: 'npu' }], null, true, gated)
    expect(plan).toMatchObject({ default: [{ skill: 'plain', gate: '' }], scoped: [], gates: ['run-gpu'] })
    expect(plan.skipped).toEqual([{ skill: 'gpu', gate: 'run-gpu' }, { skill: 'npu', gate: 'run-gpu' }])
  })

  it.each([{ labels: ['docs', 'run-gpu'] }, { ignoreGates: true }])('opens by %j, and the leg says which it was', (key) => {
    expect(planFor([gpu], null, true, { ...gated, ...key })).toMatchObject({ default: [], scoped: [{ skill: 'gpu', gate: 'run-gpu', environment: 'hardware' }], skipped: [], gates: [] })
  })
})

it('credentials split the matrices, hardware does not', () => {
  expect(planFor([plain, gpu], null, true, hosted).default.map(leg => leg.skill)).toEqual(['plain', 'gpu'])
  const split = planFor([plain, gpu], null, true, { ...hosted, scopedEnvironment: 'hardware' })
  expect([split.default, split.scoped].map(legs => legs.map(leg => leg.skill))).toEqual([['plain'], ['gpu']])
  expect(split.default[0]).not.toHaveProperty('environment')
})
