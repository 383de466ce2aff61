import type { PairedCounts } from './paired-statistics.ts'
import { describe, expect, it } from 'vitest'
import { mcnemarExact, pairedInterval, signFlipTest } from './paired-statistics.ts'

function pairs(times: number, before: [number, number], after: [number, number]): PairedCounts[] {
  return Array.from({ length: times }, () => ({ before: { passed: before[0], graded: before[1] }, after: { passed: after[0], graded: after[1] } }))
}

/** Every way to choose the signs, one by one. */
function byHand(differences: number[]): number {
  const seen = Math.abs(differences.reduce((sum, one) => sum + one, 0))
  let extreme = 0
  for (let ways = 0; ways < 2 ** differences.length; ways++) {
    const sum = differences.reduce((all, one, i) => ways & 2 ** i ? all - one : all + one, 0)
    if (Math.abs(sum) >= seen - 1e-9)
      extreme++
  }
  return extreme / 2 ** differences.length
}

describe('mcnemarExact', () => {
  // by scipy.stats.binomtest(min(b, c), b + c)
  it.each([[0, 0, 1], [1, 1, 1], [5, 0, 0.0625], [6, 0, 0.03125], [0, 6, 0.03125], [10, 2, 0.03857421875], [8, 3, 0.2265625]])('%i better, %i worse', (better, worse, chance) => {
    expect(mcnemarExact(better, worse)).toBeCloseTo(chance, 12)
  })
})

describe('signFlipTest', () => {
  it.each([
    [[0.2, 0.4, -0.2, 0.6, 1, 0]],
    [[1 / 3, 2 / 3, 0.5, -0.25, 1, 1 / 7]],
    [[-1, -0.1, -0.7, -0.3, 0.2, 0.9, -0.6]],
  ])('counts all ways: %j', (differences) => {
    expect(signFlipTest(differences)).toBeCloseTo(byHand(differences), 10)
    expect(signFlipTest(differences.map(one => -one))).toBe(signFlipTest(differences))
  })

  it('says nothing where nothing differs', () => {
    expect(signFlipTest([])).toBe(1)
    expect(signFlipTest([0, 0])).toBe(1)
  })

  it('takes many trials of one evaluation for one observation', () => {
    expect(signFlipTest([0.9])).toBe(1)
  })

  it('draws where counting takes too long, and the same each time', () => {
    const differences = Array.from({ length: 24 }, (_, i) => (i % 3 === 0 ? -1 : 1) * Math.sqrt(i + 1) / 5)
    const drawn = signFlipTest(differences)
    expect(signFlipTest(differences)).toBe(drawn)
    expect(Math.abs(drawn - byNormal(differences))).toBeLessThan(0.03)
    expect(signFlipTest(Array.from({ length: 60 }, (_, i) => Math.sqrt(i + 2)))).toBeCloseTo(1 / 20_001, 12)
  })
})

/** Near enough for many differences, of which none stands out. */
function byNormal(differences: number[]): number {
  const z = Math.abs(differences.reduce((sum, one) => sum + one, 0)) / Math.sqrt(differences.reduce((sum, one) => sum + one * one, 0))
  // by Abramowitz and Stegun 26.2.17
  const t = 1 / (1 + 0.2316419 * z)
  const tail = Math.exp(-z * z / 2) / Math.sqrt(2 * Math.PI) * t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
  return 2 * tail
}

describe('pairedInterval', () => {
  it('is that of Newcombe 1998 for verdicts', () => {
    const interval = pairedInterval([...pairs(36, [1, 1], [1, 1]), ...pairs(12, [0, 1], [1, 1]), ...pairs(2, [1, 1], [0, 1])])
    expect(interval?.low).toBeCloseTo(0.0569, 4)
    expect(interval?.high).toBeCloseTo(0.3404, 4)
  })

  it('holds 0 where nothing changed, and is no point', () => {
    const interval = pairedInterval(pairs(10, [1, 1], [1, 1]))
    expect(interval?.low).toBeLessThan(-0.2)
    expect(interval?.high).toBeGreaterThan(0.2)
    const spread = pairedInterval([...pairs(5, [1, 1], [1, 1]), ...pairs(5, [0, 1], [0, 1])])
    expect(spread?.low).toBeLessThan(-0.1)
    expect(spread?.high).toBeGreaterThan(0.1)
  })

  it('takes an evaluation for one observation, however many trials it had', () => {
    expect(pairedInterval(pairs(8, [10, 20], [16, 20]))).toEqual(pairedInterval(pairs(8, [5, 10], [8, 10])))
  })

  it('covers the true difference', () => {
    const random = chances(7)
    let covered = 0
    for (let run = 0; run < 2000; run++) {
      const sample = Array.from({ length: 40 }, (): PairedCounts => {
        const ease = random()
        return { before: { passed: Number(random() < ease), graded: 1 }, after: { passed: Number(random() < Math.min(1, ease + 0.1)), graded: 1 } }
      })
      const interval = pairedInterval(sample)
      // the mean of min(1, ease + 0.1) - ease over all eases
      if (interval && interval.low <= 0.095 && interval.high >= 0.095)
        covered++
    }
    expect(covered / 2000).toBeGreaterThan(0.94)
  })

  it('is none of nothing', () => {
    expect(pairedInterval([])).toBeNull()
  })
})

/** A generator of its own, so that the one under test is not its own judge. */
function chances(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}
