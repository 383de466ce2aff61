import type { Finding, Position } from '../catalog/finding.ts'
import type { Evaluation } from '../dataset/evaluation.ts'
import type { Tier } from '../options/options.ts'
import type { ResolvedOptions } from '../options/resolved-options.ts'
import type { DatasetEntry, SkillEntry } from './catalog-index.ts'
import type { HooksFile } from './dataset-hooks.ts'
import type { FileData } from './test-file.ts'
import type { TestIdentity } from './test-meta.ts'
import process from 'node:process'
import { isUnread } from '../catalog/finding.ts'
import { reasonForAnotherMachine } from '../catalog/machine.ts'
import { oneLine } from '../report/plain-text.ts'
import { applyRuleSettings } from '../structure/rule-settings.ts'
import { isUnrunnable, shortened } from './catalog-index.ts'
import { paidTests } from './paid-tests.ts'
import { structureTests } from './structure-tests.ts'
import { tagsOf } from './tags.ts'

/** Time for what surrounds the agent's own clock: staging the room, ending its processes, writing the record. */
const overhead = 60_000
/** `setupSession`, `setup`, `check` and `teardown`. */
const hookCalls = 4
const top: Position = { line: 1, column: 1 }

/** What the tests of one file are made of. */
export interface FileSource {
  file: string
  /** The skill that the file belongs to; `null` for a pool. */
  owner: SkillEntry | null
  /** What is wrong with a file of `docs`; `null` for all other files. */
  doc: Finding[] | null
  /** What the overlap estimate finds in a dataset below its floor; `null` where there is no floor or nothing to estimate. */
  overlap: Finding[] | null
  /** `null` for `SKILL.md` and files of `docs`. */
  entry: DatasetEntry | null
  /** Whether the evaluations take part in routing. */
  inRoom: boolean
  /** Why no room can be installed. */
  roomFault: Finding | null
  options: ResolvedOptions
  /** The hooks of the dataset, when there are some. */
  hooks: HooksFile | null
}

/** One test, as a runner is told of it. */
export interface TestSpec {
  name: string
  at: Position
  /** By their indices in the data of the file: the findings that a structure test shows, or the evaluation that a paid one measures. */
  of: { findings: number[] } | { evaluation: number }
  /** Places that annotations can point at. */
  frames: (Position & { file: string })[]
  identity: TestIdentity
  tags: string[]
  /** In milliseconds; `null` for a test that calls nobody. */
  timeoutMs: number | null
}

/** The tests of a file, by the suites that they show in. */
export interface FileTests {
  data: FileData
  suites: { tier: Tier, tests: TestSpec[] }[]
  /** What ends the hooks may take, in milliseconds; `null` where there are none to end. */
  closeMs: number | null
}

/** Every test of a dataset, a `SKILL.md` or a file of `docs`. */
export function testsOfFile(source: FileSource): FileTests {
  const { file, owner, entry, options, hooks } = source
  const speaksForSkill = owner?.unrunnable === true && entry !== null && owner.datasets.find(other => !isUnrunnable(other)) === entry
  const findings = findingsOf(source, speaksForSkill)
  const skill = owner?.skill.name ?? null
  const elsewhere = owner ? reasonForAnotherMachine(owner.machine, process.platform) : null
  const data: FileData = { file, skill, findings, evaluations: entry?.dataset.evaluations ?? [], heldBack: (owner ?? entry)?.heldBack ?? source.roomFault, elsewhere: elsewhere?.replace(`${options.root}/`, '') ?? null, hooks }

  function testOf(tier: Tier, evaluation: Evaluation | null, spec: Pick<TestSpec, 'name' | 'at' | 'of' | 'frames' | 'timeoutMs'>): TestSpec {
    const identity: TestIdentity = { tier, ...tier !== 'structure' && { agent: options.agentName }, id: evaluation?.id ?? null, skill, category: evaluation?.category ?? null, extended: entry?.dataset.kind === 'extended' }
    return { ...spec, name: printable(spec.name), identity, tags: tagsOf(identity, owner?.machine.labels ?? []) }
  }

  const structure = options.tiers.includes('structure')
    ? structureTests(data, entry, { speaksForSkill, files: options.skillFiles.length > 0, doc: source.doc !== null, overlap: source.overlap !== null }).map(({ name, at, evaluation, findings: indices }) =>
        testOf('structure', evaluation, { name, at, of: { findings: indices }, frames: indices.map(i => placeOf(findings[i], file)), timeoutMs: null }))
    : null
  const paid = entry ? paidTests(entry, source.inRoom, options) : { routing: [], behavior: [] }
  // hooks in Python take turns, so that a case may wait for those of all others
  const inTurn = hooks?.language === 'python' ? paid.behavior.length : 1
  const routing = paid.routing.map(([i, evaluation]) =>
    testOf('routing', evaluation, { name: evaluation.id, at: evaluation.positions.id, of: { evaluation: i }, frames: [{ ...evaluation.positions.shouldTrigger, file }], timeoutMs: inAll(options, 'routing', options.timeout.routing + overhead) }))
  const behavior = paid.behavior.map(([i, evaluation]) =>
    testOf('behavior', evaluation, { name: evaluation.id, at: evaluation.positions.id, of: { evaluation: i }, frames: [{ ...evaluation.positions.id, file }], timeoutMs: inAll(options, 'behavior', behaviorTimeout(options, inTurn)) }))
  return {
    data,
    suites: [
      ...structure ? [{ tier: 'structure' as const, tests: structure }] : [],
      ...routing.length > 0 ? [{ tier: 'routing' as const, tests: routing }] : [],
      ...behavior.length > 0 ? [{ tier: 'behavior' as const, tests: behavior }] : [],
    ],
    closeMs: behavior.length > 0 && hooks ? options.timeout.hook + overhead : null,
  }
}

/** Vite reads every file that a source map names. */
function placeOf(finding: Finding | undefined, file: string): TestSpec['frames'][number] {
  return finding === undefined || isUnread(finding) ? { ...top, file } : finding
}

/** Every part of a case has its own clock, and says more when it runs out than the test's would; this is for what none of them sees. */
function behaviorTimeout({ timeout, judge }: ResolvedOptions, inTurn: number): number {
  // each vote may be asked again once, and a `check` may ask the judge too
  return timeout.behavior + inTurn * hookCalls * timeout.hook + judge.votes * 2 * timeout.judge + overhead
}

/** Further runs of a test wait for slots in which other tests' runs go on, at most so many. */
function inAll({ trials, retryErrors, jobs, baseline }: ResolvedOptions, tier: 'routing' | 'behavior', one: number): number {
  const arms = tier === 'behavior' && baseline ? 2 : 1
  const runs = arms * trials[tier] * (1 + retryErrors)
  return runs === 1 ? one : runs * one * jobs
}

/** An id as it is, but for what would colour a terminal, move its cursor, or make a JUnit file that is no XML: reporters print names raw. */
function printable(name: string): string {
  return /[\p{Cc}\p{Cs}\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]/u.test(name) ? oneLine(name) || 'a nameless evaluation' : name
}

function findingsOf({ owner, entry, doc, overlap, options }: FileSource, speaksForSkill: boolean): Finding[] {
  const ofSkill = owner && (!entry || speaksForSkill) && options.tiers.includes('structure') ? [...owner.findings, ...owner.references()] : []
  return applyRuleSettings([...entry?.findings ?? [], ...ofSkill, ...doc ?? [], ...overlap ?? []], options.rules).map(finding => shortened(finding, options.root))
}
