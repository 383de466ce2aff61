/** How often an evaluation is measured, and what decides it. */
export interface TrialPlan {
  /** Runs that shall be graded. */
  n: number
  /** Passed runs of `n` that make the evaluation pass, as a ratio above 0 and up to 1. */
  passRate: number
  /** Start no run that cannot change the decision any more. */
  stopEarly: boolean
}

/** What one run came to. An `error` is no answer about the skill. */
export type TrialResult = 'passed' | 'failed' | 'error'

/** What the runs so far came to. */
export interface Tally {
  passed: number
  failed: number
  errors: number
}

/** The runs of one evaluation. Plain data. */
export interface Trials<Run> extends Tally {
  /** Runs that were asked for. */
  asked: number
  /** The bar that was in force, 0 to 1. */
  passRate: number
  /** Runs were left out, since they could not change the decision. */
  stoppedEarly: boolean
  /** In the order in which they were started. */
  runs: Run[]
}

/**
 * What the runs so far decide. `open`: those that are missing can still turn it, and so can those that ended in an error, of which nobody
 * knows what they would have shown.
 */
export function decide(plan: Pick<TrialPlan, 'n' | 'passRate'>, { passed, failed }: Pick<Tally, 'passed' | 'failed'>): 'passed' | 'failed' | 'open' {
  const needed = passesNeeded(plan)
  if (passed >= needed)
    return 'passed'
  return failed > plan.n - needed ? 'failed' : 'open'
}

/**
 * Runs an evaluation until `n` runs are made, or until they can change nothing any more. With `stopEarly`, never more are under way than
 * the fewest that could decide: each further one might be paid for nothing.
 *
 * @throws what a run throws, once no other is under way.
 */
export async function runTrials<Run>(plan: TrialPlan, run: (trial: number) => Promise<Run>, resultOf: (run: Run) => TrialResult): Promise<Trials<Run>> {
  const tally: Tally = { passed: 0, failed: 0, errors: 0 }
  const runs: Run[] = []
  const underWay = new Set<Promise<void>>()
  const thrown: unknown[] = []
  let started = 0

  async function start(trial: number): Promise<void> {
    const made = await run(trial)
    runs[trial] = made
    const result = resultOf(made)
    tally[result === 'error' ? 'errors' : result]++
  }

  while (thrown.length === 0) {
    const wanted = Math.min(plan.n - started, plan.stopEarly ? fewestToDecide(plan, tally) - underWay.size : plan.n)
    for (let i = 0; i < wanted; i++) {
      const trial: Promise<void> = start(started++).catch(error => void thrown.push(error)).finally(() => underWay.delete(trial))
      underWay.add(trial)
    }
    if (underWay.size === 0)
      break
    await Promise.race(underWay)
  }
  await Promise.all(underWay)
  if (thrown.length > 0)
    throw thrown[0]
  return { asked: plan.n, ...tally, passRate: plan.passRate, stoppedEarly: started < plan.n, runs }
}

/** Both answers were given: one run alone would have been luck. */
export function isFlaky({ passed, failed }: Pick<Tally, 'passed' | 'failed'>): boolean {
  return passed > 0 && failed > 0
}

/** The fewest further answers after which nothing can change any more; 0 once that is so. */
function fewestToDecide(plan: TrialPlan, tally: Tally): number {
  if (decide(plan, tally) !== 'open')
    return 0
  const needed = passesNeeded(plan)
  return Math.min(needed - tally.passed, plan.n - needed + 1 - tally.failed)
}

function passesNeeded({ n, passRate }: Pick<TrialPlan, 'n' | 'passRate'>): number {
  // 0.7 of 10 is 7.000000000000001 in floating point, and 7 of 10 are enough
  return Math.ceil(Number((passRate * n).toPrecision(12)))
}
