import type { EarlierRun } from './earlier-run.ts'
import type { PlannedRuns } from './estimate.ts'
import type { Progress } from './progress-line.ts'
import { describe, expect, it } from 'vitest'
import { earlierRun } from './earlier-run.ts'
import { estimateInWords, expectedOf, roughly, wallTime } from './estimate.ts'
import { progressInWords } from './progress-line.ts'

const planned: PlannedRuns = { routing: 55, behavior: 18, judge: 18, isMost: false, jobs: 4, usdPerRun: null }
const earlier: EarlierRun = { routing: { ms: 8000, usd: 0.01 }, behavior: { ms: 50_000, usd: 0.1 }, judge: { ms: 10_000, usd: 0.02 } }
const nothing: EarlierRun = { routing: null, behavior: null, judge: null }

function say(change: Partial<PlannedRuns> = {}, known = earlier): string {
  const all = { ...planned, ...change }
  return estimateInWords(all, expectedOf(all, known))
}

describe('the estimate before the first paid test', () => {
  it.each<[string, string]>([
    [say(), '73 agent runs and 18 judge calls (routing 55, behavior 18), 4 at a time · about 6 min and $2.71, as in the last run'],
    [say({ isMost: true, usdPerRun: 5 }), 'at most 73 agent runs and 18 judge calls (routing 55, behavior 18), 4 at a time · up to about 6 min and $2.71, as in the last run · ceiling $5.00'],
    [say({ routing: 1, behavior: 0, judge: 0, jobs: 1 }), '1 agent run (routing 1), 1 at a time · about 10 s and $0.0100, as in the last run'],
    [say({}, nothing), '73 agent runs and 18 judge calls (routing 55, behavior 18), 4 at a time · time and cost unknown: no earlier run tells'],
    // what nobody knows is not taken for nothing
    [say({}, { ...earlier, routing: { ms: 8000, usd: null } }), '73 agent runs and 18 judge calls (routing 55, behavior 18), 4 at a time · about 6 min and $2.16, as in the last run, cost of routing unknown'],
    [say({ behavior: 0, judge: 0 }, { ...earlier, routing: { ms: 8000, usd: null } }), '55 agent runs (routing 55), 4 at a time · about 2 min, as in the last run, cost unknown'],
    [say({}, { ...earlier, behavior: null }), '73 agent runs and 18 judge calls (routing 55, behavior 18), 4 at a time · about $0.91, as in the last run, time unknown, cost of behavior unknown'],
  ])('%s', (said, wanted) => {
    expect(said).toBe(wanted)
  })

  it.each<[number, string]>([[0, '5 s'], [42_000, '40 s'], [89_000, '90 s'], [95_000, '2 min'], [80 * 60_000, '80 min'], [100 * 60_000, '1.5 h']])('%i ms are about %s', (ms, said) => {
    expect(roughly(ms)).toBe(said)
  })

  it('many slots make no run shorter than its longest', () => {
    expect(wallTime({ routing: 2, behavior: 1, judge: 0, jobs: 100 }, earlier)).toBe(50_000)
    expect(wallTime({ routing: 0, behavior: 0, judge: 0, jobs: 1 }, nothing)).toBe(0)
    expect(wallTime({ routing: 1, behavior: 0, judge: 0, jobs: 1 }, nothing)).toBeNull()
  })
})

describe('earlierRun', () => {
  const one = { elapsed_s: 4, cost_usd: null, cost_estimated_usd: null, stop_reason: 'decision', replayed: false, cached: false, trials: null, judge: null }

  it('takes the middle of each tier, run by run', () => {
    const json = {
      cases: [one, { ...one, elapsed_s: 90, cost_estimated_usd: 0.5 }, { ...one, elapsed_s: 6, cost_usd: 0.25 }, { ...one, elapsed_s: 40, trials: { runs: [{}, {}, {}, {}] }, cost_usd: 4 }],
      behavior: { cases: [{ ...one, elapsed_s: 50, judge: { calls: 2, elapsed_s: 20, cost_usd: 0.1 } }] },
    }
    // 4, 90, 6, and four of 10 seconds
    expect(earlierRun(JSON.stringify(json))).toEqual({ routing: { ms: 8000, usd: 0.5 }, behavior: { ms: 50_000, usd: null }, judge: { ms: 10_000, usd: 0.05 } })
  })

  it('goes by what was measured, also where that was used again', () => {
    const json = { cases: [{ ...one, stop_reason: 'not_run' }, { ...one, replayed: true }, { ...one, elapsed_s: 7, replayed: true, cached: true }] }
    expect(earlierRun(JSON.stringify(json))).toEqual({ routing: { ms: 7000, usd: null }, behavior: null, judge: null })
  })

  it.each(['', '{', 'null', '[]', '{"cases":3,"behavior":null}', '{"cases":[null,{"elapsed_s":"x"}]}', '{"cases":[{"elapsed_s":{"valueOf":1,"toString":1}}]}'])('knows nothing of %j', (text) => {
    expect(earlierRun(text)).toEqual(nothing)
  })
})

describe('progress', () => {
  const progress: Progress = { done: 34, planned: 73, running: 4, errors: 0, usd: 0.8, isEstimated: false, unknownCosts: 0, leftMs: 180_000 }

  it.each<[Partial<Progress>, string]>([
    [{}, '34 of 73 done, 4 running · $0.80 spent · about 3 min left'],
    [{ errors: 1, isEstimated: true, leftMs: null }, '34 of 73 done, 4 running, 1 could not be measured · about $0.80 spent'],
    [{ unknownCosts: 1 }, '34 of 73 done, 4 running · at least $0.80 spent (1 run did not say) · about 3 min left'],
    [{ usd: 0, unknownCosts: 30 }, '34 of 73 done, 4 running · cost unknown · about 3 min left'],
    [{ usd: 0, done: 0, isEstimated: true }, '0 of 73 done, 4 running · $0.00 spent · about 3 min left'],
  ])('%j', (change, said) => {
    expect(progressInWords({ ...progress, ...change })).toBe(said)
  })
})
