import type { BudgetLimits } from './budget.ts'
import { describe, expect, it } from 'vitest'
import { priceOf } from '../agent/prices.ts'
import { Budget, createBudget } from './budget.ts'

const prices = { 'opus-*': { input: 10, output: 50, cacheRead: 1, cacheWrite: 12.5 }, '*': { input: 1, output: 5 } }

function budgetOf(limits: Partial<BudgetLimits>): Budget {
  return new Budget(createBudget(), { usdPerRun: null, tokensPerRun: null, unknownCost: 'refuse', prices: {}, ...limits })
}

describe('priceOf', () => {
  it.each([
    ['opus-5', { inputTokens: 1_000_000 }, 10],
    ['opus-5', { inputTokens: 100_000, outputTokens: 20_000, cacheReadTokens: 500_000, cacheWriteTokens: 80_000 }, 3.5],
    ['haiku', { inputTokens: 1_000_000, cacheReadTokens: 1_000_000, outputTokens: 1_000_000 }, 7],
    ['haiku', {}, 0],
  ])('%s with %o costs $%d', (model, usage, usd) => {
    expect(priceOf(prices, model, usage)).toBeCloseTo(usd, 10)
  })

  it('is unknown without a model, and of a model that the list does not have', () => {
    expect(priceOf(prices, null, { inputTokens: 1 })).toBeNull()
    expect(priceOf({ 'opus-5': prices['*'] }, 'xopus-5', { inputTokens: 1 })).toBeNull()
    expect(priceOf({ 'opus.5': prices['*'] }, 'opus-5', { inputTokens: 1 })).toBeNull()
  })
})

describe('Budget', () => {
  it('refuses once the money is spent, whoever spent it', () => {
    const buffer = createBudget()
    const limits: BudgetLimits = { usdPerRun: 1, tokensPerRun: null, unknownCost: 'refuse', prices: {} }
    const [here, there] = [new Budget(buffer, limits), new Budget(buffer, limits)]
    here.open().close({ usage: {}, costUsd: 0.4, model: null })
    expect(there.refusal()).toBeNull()
    expect(there.usdLeft).toBeCloseTo(0.6, 6)
    there.open().close({ usage: {}, costUsd: 0.6, model: null })
    expect(here.refusal()).toBe('limits.usdPerRun is reached: $1.00 of $1.00 are spent.')
    expect(here.usdLeft).toBe(0)
  })

  it('counts a run while it streams, and its bill instead once it is there', () => {
    const budget = budgetOf({ usdPerRun: 1, prices })
    const meter = budget.open()
    meter.seen({ outputTokens: 10_000 }, 'opus-5')
    meter.seen({ outputTokens: 20_000 }, 'opus-5')
    expect(budget.usd).toBeCloseTo(1, 6)
    expect(budget.tokens).toBe(20_000)
    expect(budget.refusal()).toContain('limits.usdPerRun is reached')
    meter.close({ usage: { outputTokens: 21_000 }, costUsd: 0.25, model: 'opus-5' })
    expect(budget.usd).toBeCloseTo(0.25, 6)
    expect(budget.tokens).toBe(21_000)
    expect(budget.refusal()).toBeNull()
  })

  it('takes no figures for no price, but for an unknown one', () => {
    const budget = budgetOf({ usdPerRun: 1, prices })
    budget.open().close({ usage: {}, costUsd: null, model: 'opus-5' })
    expect(budget.refusal()).toContain('cannot be held')
  })

  it('cannot be held any more once a run did not say its cost, unless that is allowed', () => {
    for (const unknownCost of ['refuse', 'allow'] as const) {
      const budget = budgetOf({ usdPerRun: 1, unknownCost })
      budget.open().close({ usage: { inputTokens: 5 }, costUsd: null, model: 'opus-5' })
      expect(budget.refusal()?.includes('cannot be held') ?? false, unknownCost).toBe(unknownCost === 'refuse')
    }
    const priced = budgetOf({ usdPerRun: 1, prices })
    priced.open().close({ usage: { inputTokens: 5 }, costUsd: null, model: 'opus-5' })
    expect(priced.refusal()).toBeNull()
    expect(priced.usd).toBe(0.00005)
  })

  it('has a ceiling in tokens of all kinds', () => {
    const budget = budgetOf({ tokensPerRun: 100 })
    budget.open().close({ usage: { inputTokens: 10, outputTokens: 20, cacheReadTokens: 30, cacheWriteTokens: 39 }, costUsd: null, model: null })
    expect(budget.refusal()).toBeNull()
    budget.open().close({ usage: { inputTokens: 1 }, costUsd: null, model: null })
    expect(budget.refusal()).toBe('limits.tokensPerRun is reached: 100 of 100 tokens are used.')
  })

  it('never ends without a ceiling', () => {
    const budget = budgetOf({})
    budget.open().close({ usage: { inputTokens: 1e9 }, costUsd: 1e6, model: null })
    budget.open().close({ usage: {}, costUsd: null, model: null })
    expect([budget.refusal(), budget.usdLeft, budget.isBounded]).toEqual([null, null, false])
  })
})
