import type { Os } from '../catalog/machine.ts'
import { UsageError } from './usage-error.ts'

/** What CI has to run: printed as one line of JSON. */
export interface Plan {
  /** Whether a routing run is due. */
  routing: boolean
  /** Whether `extended_evals.json` is in play. */
  extended: boolean
  /** Command line of the routing run; `null` when none is due. */
  vitest: string | null
  /** Matrix of the behavior runs that need no environment of their own. */
  default: Leg[]
  /** Matrix of those that do: credentials of a job are settled before its matrix is, so it is a job of its own. */
  scoped: Leg[]
  /** Skills whose runs wait behind a gate. */
  skipped: { skill: string, gate: string }[]
  /** The gates among `skipped`. */
  gates: string[]
}

/** The behavior run of one skill on one platform. */
export interface Leg {
  skill: string
  os: Os
  /** A JSON array of labels, for `runs-on: ${{ fromJSON(matrix.runner) }}`. */
  runner: string
  /** Label that the pull request had to carry; empty where there is no gate. */
  gate: string
  environment?: string
  /** Command line of the run. */
  vitest: string
}

/** What is known of a skill that may get a leg. */
export interface Candidate {
  name: string
  /** Platforms and labels of its `machine.yml`. */
  os: Os[] | null
  labels: string[]
  /** Command line of its behavior run; `null` when it asserts nothing that such a run could grade. */
  vitest: string | null
}

/** What the workflow says of the machines there are. */
export interface Machines {
  /** Labels of the runners of a leg. `OS=label` counts for that platform alone. */
  behaviorRunner: string[]
  /** Platforms of a skill that asks for none. */
  behaviorOs: Os[]
  /** Labels in place of `behaviorRunner` for a skill that asks for labels; `null` for the same. */
  scopedRunner: string[] | null
  /** Label that a pull request must carry before such a skill runs; empty for none. */
  scopedGate: string
  /** GitHub environment of such a leg; empty for none. */
  scopedEnvironment: string
  /** Labels of the pull request. */
  labels: string[]
  ignoreGates: boolean
}

/**
 * Lays out the runs of the skills that were selected.
 * @param candidates what was selected, in the order of the legs
 * @param routing command line of the routing run, `null` when none is due
 * @param extended whether `extended_evals.json` is in play
 * @param machines what the workflow has
 * @throws {UsageError} when no runner is named for a platform that a skill asks for
 */
export function planFor(candidates: Candidate[], routing: string | null, extended: boolean, machines: Machines): Plan {
  const graded = candidates.flatMap(({ vitest, ...candidate }) => vitest === null ? [] : [{ ...candidate, vitest }])
  const waits = ({ labels }: Candidate): boolean => gateOf(labels, machines) !== '' && !machines.ignoreGates && !machines.labels.includes(machines.scopedGate)
  const legs = graded.filter(candidate => !waits(candidate)).flatMap(candidate => legsOf(candidate, machines))
  const skipped = graded.filter(waits).map(({ name, labels }) => ({ skill: name, gate: gateOf(labels, machines) }))
  return {
    routing: routing !== null,
    extended,
    vitest: routing,
    default: legs.filter(leg => leg.environment === undefined),
    scoped: legs.filter(leg => leg.environment !== undefined),
    skipped,
    gates: [...new Set(skipped.map(({ gate }) => gate))].sort(),
  }
}

function legsOf({ name, os, labels, vitest }: Candidate & { vitest: string }, machines: Machines): Leg[] {
  const { scopedEnvironment } = machines
  return (os ?? machines.behaviorOs).map(platform => ({
    skill: name,
    os: platform,
    runner: JSON.stringify(runnerOf(name, labels, platform, machines)),
    gate: gateOf(labels, machines),
    ...labels.length > 0 && scopedEnvironment !== '' && { environment: scopedEnvironment },
    vitest,
  }))
}

/** Hardware that a skill asks for by a label is what a repository rations. */
function gateOf(labels: string[], { scopedGate }: Machines): string {
  return labels.length > 0 ? scopedGate : ''
}

function runnerOf(skill: string, labels: string[], os: Os, { behaviorRunner, scopedRunner }: Machines): string[] {
  const scoped = labels.length > 0 && scopedRunner !== null
  const base = (scoped ? scopedRunner : behaviorRunner).map(forPlatform)
  const fit = base.filter(one => one.os === null || one.os === os)
  if (fit.length === 0)
    throw new UsageError(`\`${scoped ? '--scoped-runner' : '--behavior-runner'}\` names no runner for ${os}, which ${JSON.stringify(skill)} asks for. Add \`${os}=\` and its label.`)
  // a runner that is named for a platform is of that platform: GitHub's own have no second label to say so
  const platform = fit.some(one => one.os !== null) ? [] : [os]
  return [...new Set([...fit.map(one => one.label), ...labels, ...platform])]
}

function forPlatform(entry: string): { os: string | null, label: string } {
  const [, os, label] = /^(Linux|Windows|macOS)=(.+)$/.exec(entry) ?? []
  return os !== undefined && label !== undefined ? { os, label } : { os: null, label: entry }
}
