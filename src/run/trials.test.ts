import type { TrialResult } from './trials.ts'
import { describe, expect, it } from 'vitest'
import { wilsonInterval } from '../routing/statistics.ts'
import { decide, isFlaky, runTrials } from './trials.ts'

/** Runs that come to what is written: `+` passed, `-` failed, `!` error. Tells how many were under way at the same time at most. */
async function trialsOf(script: string, plan: { passRate?: number, stopEarly?: boolean } = {}): Promise<{ script: string, most: number, stoppedEarly: boolean, passed: number, failed: number, errors: number }> {
  let underWay = 0
  let most = 0
  const trials = await runTrials({ n: script.length, passRate: 1, stopEarly: false, ...plan }, async (trial) => {
    most = Math.max(most, ++underWay)
    await new Promise<void>(resolve => setImmediate(resolve))
    underWay--
    return script[trial] ?? '?'
  }, (sign): TrialResult => sign === '+' ? 'passed' : sign === '-' ? 'failed' : 'error')
  return { script: trials.runs.join(''), most, stoppedEarly: trials.stoppedEarly, passed: trials.passed, failed: trials.failed, errors: trials.errors }
}

describe('decide', () => {
  it.each([
    [1, 1, { passed: 1, failed: 0 }, 'passed'],
    [1, 1, { passed: 0, failed: 1 }, 'failed'],
    [1, 1, { passed: 0, failed: 0 }, 'open'],
    [5, 1, { passed: 4, failed: 0 }, 'open'],
    [5, 1, { passed: 4, failed: 1 }, 'failed'],
    [5, 0.6, { passed: 3, failed: 0 }, 'passed'],
    [5, 0.6, { passed: 2, failed: 2 }, 'open'],
    [5, 0.6, { passed: 2, failed: 3 }, 'failed'],
    [10, 0.7, { passed: 7, failed: 0 }, 'passed'],
    [3, 0.5, { passed: 1, failed: 1 }, 'open'],
  ] as const)('%i trials with a bar of %f after %o: %s', (n, passRate, tally, decision) => {
    expect(decide({ n, passRate }, tally)).toBe(decision)
  })

  it('never says of any possible run of answers what a later answer could turn', () => {
    for (const n of [1, 2, 3, 5, 7]) {
      for (let passRate = 0.05; passRate <= 1; passRate += 0.05) {
        for (let passed = 0; passed <= n; passed++) {
          for (let failed = 0; passed + failed <= n; failed++) {
            const open = n - passed - failed
            const best = (passed + open) / n >= passRate - 1e-9
            const worst = passed / n >= passRate - 1e-9
            expect(decide({ n, passRate }, { passed, failed }), `${passed}+ ${failed}- of ${n} at ${passRate}`).toBe(worst ? 'passed' : best ? 'open' : 'failed')
          }
        }
      }
    }
  })
})

describe('runTrials', () => {
  it('makes all runs side by side', async () => {
    expect(await trialsOf('+-+!-')).toEqual({ script: '+-+!-', most: 5, stoppedEarly: false, passed: 2, failed: 2, errors: 1 })
  })

  it.each([
    ['+++++', {}, '+++++', 1],
    ['++-++', {}, '++-', 1],
    ['-++++', {}, '-', 1],
    ['+++++', { passRate: 0.6 }, '+++', 3],
    ['++-++', { passRate: 0.6 }, '++-+', 3],
    ['+--++', { passRate: 0.6 }, '+--++', 3],
    ['!++', { passRate: 1 }, '!++', 1],
  ])('stops %s early with %o: makes %s', async (script, plan, made, most) => {
    expect(await trialsOf(script, { ...plan, stopEarly: true })).toMatchObject({ script: made, most, stoppedEarly: made.length < script.length })
  })

  it('throws what a run throws, with none left under way', async () => {
    let underWay = 0
    const runs = runTrials({ n: 3, passRate: 1, stopEarly: false }, async (trial) => {
      underWay++
      await new Promise<void>(resolve => setImmediate(resolve))
      underWay--
      if (trial === 1)
        throw new Error('cancelled')
      return trial
    }, () => 'passed')
    await expect(runs).rejects.toThrow('cancelled')
    expect(underWay).toBe(0)
  })
})

it('calls flaky what gave both answers', () => {
  expect([isFlaky({ passed: 4, failed: 1 }), isFlaky({ passed: 5, failed: 0 }), isFlaky({ passed: 0, failed: 5 })]).toEqual([true, false, false])
})

describe('intervals of simulated runs that pass seven times out of ten', () => {
  /** The same numbers each time. */
  function coin(seed: number): () => boolean {
    let state = seed
    return () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      return state / 2 ** 32 < 0.7
    }
  }

  function covers(passed: number, graded: number): boolean {
    const interval = wilsonInterval(passed, graded)
    return interval !== null && interval.low <= 0.7 && interval.high >= 0.7
  }

  /** The share of all outcomes of n runs, by their chance, whose interval holds the true rate. */
  function exactCoverage(n: number): number {
    let [chance, share] = [0.3 ** n, 0]
    for (let passed = 0; passed <= n; passed++) {
      share += covers(passed, n) ? chance : 0
      chance *= (n - passed) / (passed + 1) * 0.7 / 0.3
    }
    return share
  }

  it('hold the true rate in 94 of 100, over 1000 evaluations', async () => {
    const toss = coin(7)
    let held = 0
    // the share for one n goes up and down with n, since counts are whole: docs/guide/statistics.md
    for (let evaluation = 0; evaluation < 1000; evaluation++) {
      const { passed, failed } = await runTrials({ n: 3 + evaluation % 48, passRate: 1, stopEarly: false }, async () => toss(), isPass => isPass ? 'passed' : 'failed')
      held += covers(passed, passed + failed) ? 1 : 0
    }
    expect(held).toBeGreaterThanOrEqual(940)
  })

  it.each([[5, 0.969], [10, 0.924], [20, 0.975]])('for %i runs each they hold it in exactly %d', (n, share) => {
    expect(exactCoverage(n)).toBeCloseTo(share, 3)
  })
})
