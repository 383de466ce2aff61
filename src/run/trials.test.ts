import type { TrialResult } from './trials.ts'
import { describe, expect, it } from 'vitest'
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
