import type { EndedTest } from '../suite/ended-test.ts'
import type { Plan } from '../suite/planned-runs.ts'
import type { EvalMeta } from '../suite/test-meta.ts'
import { expect, it } from 'vitest'
import { Budget, createBudget } from '../run/budget.ts'
import { createSlots, Slots } from '../run/slots.ts'
import { RunProgress } from './progress.ts'

const plan: Plan = { files: 2, evaluations: { routing: 4, behavior: 2 }, runs: { routing: 4, behavior: 6, judge: 0, isMost: false, jobs: 2, usdPerRun: null } }
const earlier = { routing: null, behavior: { ms: 10_000, usd: null }, judge: null }

function ended(tier: string, more: object, state: EndedTest['state'] = 'passed'): Pick<EndedTest, 'meta' | 'state'> {
  return { meta: { tier, ...more } as unknown as EvalMeta, state }
}

it('counts what Vitest says of paid tests, with what agents hold and have spent', async () => {
  const slots = new Slots(createSlots(2))
  const budget = new Budget(createBudget(), { usdPerRun: null, tokensPerRun: null, unknownCost: 'allow', prices: {} })
  const state = { slots, budget, isEstimated: false }
  const progress = new RunProgress([{ plan, earlier }])
  expect(progress.at(state)).toEqual({ done: 0, planned: 6, running: 0, errors: 0, usd: 0, isEstimated: false, unknownCosts: 0, leftMs: null })

  progress.count(ended('structure', {}))
  // left out by a filter
  progress.count(ended('routing', {}, 'skipped'))
  progress.count(ended('routing', { routing: { verdict: 'correct_trigger', elapsedMs: 4000, stop: 'decision', replayed: false } }))
  progress.count(ended('routing', { routing: { verdict: 'error', elapsedMs: 8000, stop: 'timeout', replayed: false } }, 'failed'))
  // from the cache: says nothing of how long the others take
  progress.count(ended('routing', { routing: { verdict: 'missed_trigger', elapsedMs: 90_000, stop: 'end', replayed: true } }, 'failed'))
  progress.count(ended('behavior', { heldBack: { kind: 'over_budget', reason: 'spent' } }, 'skipped'))
  await slots.acquire()
  budget.open().close({ usage: {}, costUsd: 0.5, model: null })
  budget.open().close({ usage: {}, costUsd: null, model: null })
  // one routing of 6 s, and one behavior of three runs of 10 s, two at a time: no less than the longest
  expect(progress.at(state)).toEqual({ done: 4, planned: 6, running: 1, errors: 1, usd: 0.5, isEstimated: false, unknownCosts: 1, leftMs: 30_000 })
})
