import type { BehaviorCase } from '../behavior/result.ts'
import type { Tier } from '../options/options.ts'
import type { ResolvedOptions } from '../options/resolved-options.ts'
import type { Report, Runner } from '../report/report.ts'
import type { ReportedSandbox } from '../report/sandbox-text.ts'
import type { RoutingCase } from '../routing/result.ts'
import type { OverlapEstimate } from '../structure/overlap.ts'
import type { Snapshot } from '../suite/catalog-index.ts'
import type { EndedTest } from '../suite/ended-test.ts'
import { agentOf } from '../agent/agents.ts'
import { shownNothing } from '../behavior/observe.ts'
import { compareText } from '../catalog/compare-text.ts'
import { isInside } from '../catalog/paths.ts'
import { inOrder } from '../report/order.ts'
import { noDecision } from '../routing/result.ts'
import { wasChosen } from '../suite/ended-test.ts'
import { version } from '../suite/version.ts'
import { htmlFile } from './write-reports.ts'

/** Why a test is held back that is not among those which a run is asked for. */
const notAsked: ReadonlySet<string> = new Set(['structure', 'unfinished', 'machine'])

/** What the report of one project is made from. */
export interface CollectedRun {
  tests: readonly EndedTest[]
  options: ResolvedOptions
  /** Name of the project. */
  project: string
  snapshot: Snapshot
  runner: Runner
  startedAt: Date
  endedAt: Date
  /** The run was interrupted, or bailed. */
  partial: boolean
  /** Evaluations of both tiers that the filters chose. */
  asked: number
  shard: { index: number, count: number } | undefined
  overlap: OverlapEstimate | null
}

/** Gathers what the tests of a project left behind into one report. */
export function reportOf(run: CollectedRun): Report {
  const cases = run.tests.flatMap(routingCases)
  const behavior = run.tests.flatMap(behaviorCases)
  const ran = [...cases, ...behavior]
  // which test ended first must not decide what the report says
  const said = (values: (string | null)[]): string | null => values.filter(value => value !== null).toSorted(compareText)[0] ?? null
  const findings = [...run.snapshot.findings.filter(finding => finding.severity === 'warning'), ...run.tests.flatMap(test => test.meta?.findings ?? [])]
  const heldBack = run.tests.flatMap(test => test.meta?.heldBack ?? [])
  const reasons = new Map<string, number>()
  for (const { reason } of heldBack)
    reasons.set(reason, (reasons.get(reason) ?? 0) + 1)
  const runsFolder = `${run.options.outputDir}/runs`
  return inOrder({
    version,
    runner: run.runner,
    project: run.project,
    agentName: run.options.agentName,
    root: run.options.root,
    agent: {
      name: run.options.agent.agent,
      version: said(ran.map(one => one.agentVersion)),
      model: said(ran.map(one => one.model)) ?? run.options.agent.model ?? null,
      observes: agentOf(run.options.agent).observes,
    },
    room: [...run.snapshot.room],
    minAccuracy: run.options.minAccuracy,
    limits: run.options.limits,
    prices: run.options.prices,
    sandbox: sandboxesOf(run.tests),
    startedAt: run.startedAt.toISOString(),
    wallMs: run.endedAt.getTime() - run.startedAt.getTime(),
    cases,
    behavior,
    structure: {
      errors: findings.filter(finding => finding.severity === 'error'),
      warnings: findings.filter(finding => finding.severity === 'warning'),
    },
    faults: run.snapshot.findings.filter(finding => finding.severity === 'error'),
    leftOut: { routing: leftOut(run, 'routing'), behavior: leftOut(run, 'behavior') },
    skipped: { count: heldBack.length, reasons: [...reasons].map(([reason, count]) => ({ reason, count })) },
    unfinished: heldBack.filter(one => one.kind === 'unfinished').length,
    notStarted: heldBack.filter(one => one.kind === 'over_budget').length,
    partial: run.partial || heldBack.some(one => one.kind === 'over_budget'),
    ...interruptedOf(run, ran.length),
    ...(run.options.grade === null ? { reportFile: `${run.options.reportDir}/report.json` } : {}),
    ...(run.options.grade === null && run.options.report.html !== null ? { htmlFile: htmlFile(run.options) } : {}),
    ...(ran.some(one => one.record !== null && isInside(one.record, runsFolder)) ? { runsFolder } : {}),
    ...(run.options.baseline && (run.options.recordings ?? run.options.grade) !== null ? { noBaseline: 'a recording is of a run with the skill. Run without `recordings` for a baseline.' } : {}),
    ...(run.overlap ? { overlap: run.overlap } : {}),
    ...(run.shard ? { shard: `${run.shard.index}/${run.shard.count}` } : {}),
  })
}

/** What is left of the evaluations that were asked for when all others are taken away. */
function interruptedOf({ partial, asked, tests }: CollectedRun, ended: number): Pick<Report, 'interrupted'> {
  if (!partial)
    return {}
  const stopped = tests.filter(({ meta, state }) => meta?.started && !meta.routing && !meta.behavior && state !== 'failed').length
  const heldBack = tests.filter(({ meta }) => meta?.heldBack && !notAsked.has(meta.heldBack.kind)).length
  const notStarted = Math.max(0, asked - ended - stopped - heldBack)
  return stopped + notStarted === 0 ? {} : { interrupted: { stopped, notStarted } }
}

/** Shards of a run may have been on different machines. */
function sandboxesOf(tests: readonly EndedTest[]): ReportedSandbox[] {
  const found = new Map<string, ReportedSandbox>()
  for (const test of tests) {
    const containment = test.meta?.containment
    if (!containment)
      continue
    const reason = containment.by === 'none' ? containment.reason : containment.by === 'docker' ? containment.image : null
    const same = found.get(`${containment.by} ${reason}`)
    if (same)
      same.cases++
    else
      found.set(`${containment.by} ${reason}`, { by: containment.by, reason, cases: 1 })
  }
  return [...found].toSorted(([a, one], [b, other]) => other.cases - one.cases || compareText(a, b)).map(([, sandbox]) => sandbox)
}

function leftOut(run: CollectedRun, tier: Tier): number {
  return run.partial ? 0 : run.tests.filter(test => test.meta?.tier === tier && !wasChosen(test)).length
}

/**
 * The graded evaluation of a routing test. A test that failed before it had one (it was cut off by the runner's own time limit,
 * or by a fault of ours) could not be measured, and is counted as that.
 */
function routingCases(test: EndedTest): RoutingCase[] {
  const meta = test.meta
  if (meta?.routing)
    return [meta.routing]
  if (meta?.tier !== 'routing' || meta.id === null || test.state !== 'failed')
    return []
  return [{
    tier: 'routing',
    id: meta.id,
    skill: meta.skill,
    category: meta.category ?? 'unrelated',
    extended: meta.extended,
    prompt: '',
    ...placeOf(test),
    expected: meta.category === 'positive' ? meta.skill : null,
    verdict: 'error',
    passed: false,
    ...noDecision('crash', firstError(test)),
    elapsedMs: test.elapsedMs,
    trials: null,
    record: null,
    replayed: false,
    cached: false,
    notes: [],
  }]
}

/** The same of a behavior test. */
function behaviorCases(test: EndedTest): BehaviorCase[] {
  const meta = test.meta
  if (meta?.behavior)
    return [meta.behavior]
  if (meta?.tier !== 'behavior' || meta.id === null || test.state !== 'failed')
    return []
  const error = firstError(test)
  return [{
    tier: 'behavior',
    id: meta.id,
    skill: meta.skill ?? '',
    category: 'positive',
    extended: meta.extended,
    prompt: '',
    ...placeOf(test),
    outcome: 'agent_error',
    error,
    passed: false,
    checks: [],
    ...shownNothing(error),
    stop: 'crash',
    elapsedMs: test.elapsedMs,
    judge: null,
    trials: null,
    baseline: null,
    record: null,
    replayed: false,
    cached: false,
    notes: [],
  }]
}

function firstError(test: EndedTest): string {
  return test.error ?? 'The test failed without a reason.'
}

function placeOf(test: EndedTest): { file: string, line: number, column: number } {
  return { file: test.file, line: test.line, column: test.column }
}
