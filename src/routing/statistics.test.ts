import { describe, expect, it } from 'vitest'
import { passAtK, passHatK, wilsonInterval } from './statistics.ts'

describe('wilsonInterval', () => {
  // by scipy.stats.binomtest(k, n).proportion_ci(0.95, 'wilson')
  it.each([
    [0, 1, 0, 0.79345069],
    [1, 1, 0.20654931, 1],
    [0, 10, 0, 0.27753280],
    [5, 10, 0.23659309, 0.76340691],
    [8, 10, 0.49016247, 0.94331785],
    [10, 10, 0.72246720, 1],
    [61, 73, 0.73428956, 0.90338703],
    [1, 1000, 0.00017654, 0.00564256],
  ])('%i of %i', (passed, graded, low, high) => {
    const interval = wilsonInterval(passed, graded)
    expect(interval?.low).toBeCloseTo(low, 7)
    expect(interval?.high).toBeCloseTo(high, 7)
  })

  it('ends exactly at 0 and 1', () => {
    for (let graded = 1; graded < 200; graded++) {
      expect(wilsonInterval(0, graded)?.low).toBe(0)
      expect(wilsonInterval(graded, graded)?.high).toBe(1)
    }
  })

  it('covers the true rate about 95 times in 100, averaged over rates', () => {
    const graded = 20
    let covered = 0
    const rates = Array.from({ length: 99 }, (_, i) => (i + 1) / 100)
    for (const rate of rates) {
      let chance = (1 - rate) ** graded
      for (let passed = 0; passed <= graded; passed++) {
        const interval = wilsonInterval(passed, graded)
        if (interval && interval.low <= rate && rate <= interval.high)
          covered += chance
        chance *= (graded - passed) / (passed + 1) * rate / (1 - rate)
      }
    }
    expect(covered / rates.length).toBeGreaterThan(0.945)
    expect(covered / rates.length).toBeLessThan(0.96)
  })

  it('has nothing to say of nothing, and refuses what is no count', () => {
    expect(wilsonInterval(0, 0)).toBeNull()
    expect(() => wilsonInterval(3, 2)).toThrow('3 of 2 is no count')
    expect(() => wilsonInterval(0.5, 2)).toThrow(RangeError)
  })
})

describe('passAtK and passHatK', () => {
  it.each([
    // passed, graded, k, pass@k, pass^k, by counting the choices
    [2, 4, 1, 2 / 4, 2 / 4],
    [2, 4, 2, 5 / 6, 1 / 6],
    [2, 4, 3, 1, 0],
    [0, 5, 3, 0, 0],
    [5, 5, 5, 1, 1],
    [7, 10, 3, 119 / 120, 35 / 120],
  ])('%i of %i, k = %i', (passed, graded, k, atK, hatK) => {
    expect(passAtK(passed, graded, k)).toBeCloseTo(atK, 12)
    expect(passHatK(passed, graded, k)).toBeCloseTo(hatK, 12)
  })

  it('know nothing of more runs than there were', () => {
    expect(passAtK(2, 2, 3)).toBeNull()
    expect(passHatK(2, 2, 3)).toBeNull()
    expect(passAtK(0, 0, 1)).toBeNull()
  })

  it('hold many runs', () => {
    expect(passAtK(500, 1000, 500)).toBeCloseTo(1, 12)
    expect(passHatK(999, 1000, 500)).toBeCloseTo(0.5, 12)
  })

  it('refuse what is no count', () => {
    expect(() => passAtK(1, 2, 0)).toThrow('k is 0')
    expect(() => passHatK(-1, 2, 1)).toThrow('-1 of 2')
  })
})
