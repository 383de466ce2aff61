import type { Behaviour, Simulation, World } from './simulation.fixture.ts'
import { describe, expect, it } from 'vitest'
import { groupBy } from '../catalog/group-by.ts'
import { randomOf, simulate } from './simulation.fixture.ts'
import { workersFor } from './workers.ts'

const dearestUsd = 0.05

/** Right seven times out of ten; times and costs differ, as those of agents do. */
function agentOf(seed: number, trouble: { crashes?: number, hangs?: number, bursts?: (now: number) => boolean } = {}): World['agent'] {
  return (run, now): Behaviour => {
    const random = randomOf(`${seed} ${run}`)
    if (trouble.bursts?.(now))
      return { kind: 'refused', passed: false, ms: 2000, usd: 0 }
    const usd = 0.01 + (dearestUsd - 0.01) * random()
    const ms = 5000 - 20_000 * Math.log(1 - random())
    const fate = random()
    if (fate < (trouble.hangs ?? 0))
      return { kind: 'hangs', passed: false, ms: 240_000, usd }
    if (fate < (trouble.hangs ?? 0) + (trouble.crashes ?? 0))
      return { kind: 'crashes', passed: false, ms: 3000, usd }
    return { kind: 'answers', passed: random() < 0.7, ms, usd }
  }
}

const world: World = {
  files: Array.from<number>({ length: 20 }).fill(5),
  jobs: 4,
  workers: 2,
  trials: { n: 1, passRate: 1, stopEarly: false },
  retryErrors: 1,
  usdPerRun: null,
  agent: agentOf(1),
}

function results({ results }: Simulation): (Simulation['results'] extends Map<string, (infer R)[]> ? R : never)[] {
  return [...results.values()].flat()
}

describe('1000 simulated runs', () => {
  it('with bursts of 429, hangs and crashes: none is lost, none is counted twice, and no slot idles while one waits', async () => {
    const troubled = { ...world, files: Array.from<number>({ length: 100 }).fill(10), retryErrors: 2, agent: agentOf(2, { crashes: 0.05, hangs: 0.01, bursts: now => now % 1_200_000 < 20_000 && now > 20_000 }) }
    const simulation = await simulate(troubled)
    expect(simulation.results.size).toBe(1000)
    expect(results(simulation)).toHaveLength(1000)
    // what ended an evaluation is what its last agent did, and no agent ran whose end nobody counted
    const byEvaluation = groupBy(simulation.runs, run => run.evaluation)
    for (const [evaluation, [trials]] of simulation.results) {
      const runs = byEvaluation.get(evaluation) ?? []
      const last = runs.at(-1)
      expect(trials).toMatchObject(last?.kind === 'answers' ? { passed: last.passed ? 1 : 0, failed: last.passed ? 0 : 1, errors: 0 } : { passed: 0, failed: 0, errors: 1 })
      expect(runs.slice(0, -1).map(run => run.kind)).not.toContain('answers')
      expect(runs.slice(0, -1).map(run => run.kind)).not.toContain('hangs')
      expect(runs.length).toBeLessThanOrEqual(3)
    }
    expect(simulation.runs.filter(run => run.kind === 'refused').length).toBeGreaterThan(20)
    expect(simulation.mostRunning).toBe(4)
    expect(simulation.idle.asked).toBeLessThan(0.001)
  }, 60_000)

  it('the ceiling is passed by no more than the runs in flight', async () => {
    for (const usdPerRun of [0.5, 3]) {
      const simulation = await simulate({ ...world, usdPerRun, agent: agentOf(3, { crashes: 0.05 }), trials: { n: 10, passRate: 0.5, stopEarly: false } })
      expect(simulation.usd).toBeGreaterThan(usdPerRun)
      expect(simulation.usd).toBeLessThanOrEqual(usdPerRun + simulation.mostRunning * dearestUsd)
      expect(simulation.usdAtLastStart).toBeLessThan(usdPerRun)
      // each evaluation has its end, also those that had no run
      expect(results(simulation)).toHaveLength(100)
      expect(results(simulation)).toContain(null)
    }
  })
})

describe('slots', () => {
  it.each([1, 2, 4])('are busy while a case has asked for one, with %i workers', async (workers) => {
    expect((await simulate({ ...world, workers })).idle.asked).toBeLessThan(0.001)
  })

  // docs/decisions/workers-fill-the-jobs.md: a worker has one file at a time
  it.each<[string, number[], number]>([
    ['few evaluations in many files', Array.from<number>({ length: 100 }).fill(2), 4],
    ['few files', [5, 5], 4],
    ['one file', [73], 4],
    ['many jobs', Array.from<number>({ length: 40 }).fill(5), 8],
    ['files of many and of few', Array.from({ length: 40 }, (_, at) => at % 4 === 0 ? 20 : 3), 4],
    ['long files', Array.from<number>({ length: 12 }).fill(12), 4],
    ['two jobs', Array.from<number>({ length: 20 }).fill(5), 2],
  ])('are busy while a case anywhere still has to run, with the workers that the run takes: %s', async (_, files, jobs) => {
    const workers = workersFor({ jobs, runs: files.reduce((sum, runs) => sum + runs, 0), files: files.length, cores: 2 })
    const simulation = await simulate({ ...world, files, jobs, workers })
    expect(simulation.idle.anywhere).toBeLessThan(0.05)
    expect(simulation.mostRunning).toBe(jobs)
  })
})
