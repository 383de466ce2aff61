import type { EarlierRun } from '../report/earlier-run.ts'
import type { Progress } from '../report/progress-line.ts'
import type { Budget } from '../run/budget.ts'
import type { Slots } from '../run/slots.ts'
import type { EndedTest } from '../suite/ended-test.ts'
import type { Plan } from '../suite/planned-runs.ts'
import type { EvalMeta } from '../suite/test-meta.ts'
import { wallTime } from '../report/estimate.ts'
import { wasChosen } from '../suite/ended-test.ts'

/** What a run shares over all its workers. */
export interface RunWideState {
  slots: Slots
  budget: Budget
  /** The budget's money is estimated by a price list, in part or whole. */
  isEstimated: boolean
}

/** A project that is being run. */
export interface RunningProject {
  plan: Plan
  earlier: EarlierRun
}

type Tier = 'routing' | 'behavior'

/** Counts what is done, from what is said of the tests. */
export class RunProgress {
  private readonly done = { routing: 0, behavior: 0 }
  private readonly measured: Record<Tier, { evaluations: number, ms: number }> = { routing: { evaluations: 0, ms: 0 }, behavior: { evaluations: 0, ms: 0 } }
  private errors = 0

  constructor(private readonly projects: RunningProject[]) {}

  /** Counts a test that has ended. */
  count(test: Pick<EndedTest, 'meta' | 'state'>): void {
    const { meta } = test
    if (!meta || meta.tier === 'structure' || !wasChosen(test))
      return
    this.done[meta.tier]++
    if (isUnmeasured(meta, test.state))
      this.errors++
    const graded = meta.routing ?? meta.behavior
    // what was graded from an earlier run says nothing of how long the others will take
    if (graded && !graded.replayed && graded.stop !== 'not_run') {
      const { evaluations, ms } = this.measured[meta.tier]
      this.measured[meta.tier] = { evaluations: evaluations + 1, ms: ms + graded.elapsedMs + (meta.behavior?.judge?.elapsedMs ?? 0) }
    }
  }

  /** How far the run has come. */
  at({ slots, budget, isEstimated }: RunWideState): Progress {
    const done = this.done.routing + this.done.behavior
    const planned = { routing: this.planned('routing'), behavior: this.planned('behavior') }
    return {
      done,
      planned: planned.routing + planned.behavior,
      running: slots.taken,
      errors: this.errors,
      usd: budget.usd,
      isEstimated,
      unknownCosts: budget.unknownCosts,
      leftMs: wallTime(
        { routing: planned.routing - this.done.routing, behavior: planned.behavior - this.done.behavior, judge: 0, jobs: slots.open },
        { routing: this.typical('routing'), behavior: this.typical('behavior'), judge: null },
      ),
    }
  }

  private planned(tier: Tier): number {
    const evaluations = this.projects.reduce((sum, { plan }) => sum + plan.evaluations[tier], 0)
    return Math.max(evaluations, this.done[tier])
  }

  /** What an evaluation of a tier takes with all its runs: by this run, else by an earlier one. */
  private typical(tier: Tier): { ms: number } | null {
    const { evaluations, ms } = this.measured[tier]
    if (evaluations > 0)
      return { ms: ms / evaluations }
    const [known] = this.projects.flatMap(({ plan, earlier }) => {
      const one = earlier[tier]
      return one === null || plan.evaluations[tier] === 0 ? [] : [{ ms: one.ms * plan.runs[tier] / plan.evaluations[tier] }]
    })
    return known ?? null
  }
}

function isUnmeasured({ routing, behavior, heldBack }: EvalMeta, state: EndedTest['state']): boolean {
  if (routing)
    return routing.verdict === 'error'
  if (behavior)
    return behavior.outcome !== 'passed' && behavior.outcome !== 'failed'
  return heldBack === undefined && state === 'failed'
}
