import type { Containment } from '../agent/sandbox.ts'
import type { BehaviorCase } from '../behavior/result.ts'
import type { Finding } from '../catalog/finding.ts'
import type { Category } from '../dataset/evaluation.ts'
import type { Tier } from '../options/options.ts'
import type { RoutingCase } from '../routing/result.ts'

/** What is known of a test before it runs; the reporter finds it even on tests that were skipped. */
export interface TestIdentity {
  tier: Tier
  /** What the agent of a paid test is called. */
  agent?: string
  /** The evaluation's id; `null` for a test about a whole file. */
  id: string | null
  skill: string | null
  category: Category | null
  extended: boolean
}

/** `task.meta.eval`: everything structured that a test leaves behind. It survives blobs and `--merge-reports`. */
export interface EvalMeta extends TestIdentity {
  /** A paid test that was let in: one that ends without a result was stopped. */
  started?: true
  /** The graded evaluation, once a routing test has run. */
  routing?: RoutingCase
  /** The graded evaluation, once a behavior test has run. */
  behavior?: BehaviorCase
  /** What the agent of a paid test ran in; absent when none was run. */
  containment?: Containment
  /** What a structure test found, warnings included. */
  findings?: Finding[]
  /** Why a selected paid test was not run. */
  heldBack?: { kind: 'structure' | 'unfinished' | 'no_agent' | 'no_record' | 'machine' | 'over_budget', reason: string }
}
