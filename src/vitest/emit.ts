import type { Finding, Position } from '../catalog/finding.ts'
import type { Evaluation } from '../dataset/evaluation.ts'
import type { DatasetEntry, SkillEntry } from './catalog-index.ts'
import type { HooksFile } from './dataset-hooks.ts'
import type { LoadedModule } from './module-writer.ts'
import type { ResolvedOptions, Tier } from './options.ts'
import type { FileData } from './test-file.ts'
import type { TestIdentity } from './test-meta.ts'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { eventsFileOf } from '../agent/command-spec.ts'
import { reasonForAnotherMachine } from '../catalog/machine.ts'
import { oneLine } from '../report/plain-text.ts'
import { applyRuleSettings } from '../structure/rule-settings.ts'
import { isUnrunnable, shortened } from './catalog-index.ts'
import { urlOf } from './dependencies.ts'
import { literal, ModuleWriter } from './module-writer.ts'
import { paidTests } from './paid-tests.ts'
import { structureTests } from './structure-tests.ts'
import { tagsOf } from './tags.ts'

/** Time for what surrounds the agent's own clock: staging the room, ending its processes, writing the record. */
const overhead = 60_000
/** `setupSession`, `setup`, `check` and `teardown`. */
const hookCalls = 4
const top: Position = { line: 1, column: 1 }
const runtime = fileURLToPath(new URL('./test-file.js', import.meta.url)).replaceAll('\\', '/')

/** What the module of one test file is made of. */
export interface ModuleSource {
  file: string
  text: string
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
  /** Resolved id of `vitest`: a bare name cannot be resolved in every pool, since Vite rewrites no imports in `.json`. */
  vitest: string
  /** The hooks of the dataset, when there are some. */
  hooks: HooksFile | null
}

/** The test module of a dataset or of a `SKILL.md`: one literal `test()` for each test, mapped to where it comes from. */
export function emitModule(source: ModuleSource): LoadedModule {
  const { file, owner, entry, options } = source
  const speaksForSkill = owner?.unrunnable === true && entry !== null && owner.datasets.find(other => !isUnrunnable(other)) === entry
  const findings = findingsOf(source, speaksForSkill)
  const evaluations = entry?.dataset.evaluations ?? []
  const skill = owner?.skill.name ?? null
  const elsewhere = owner ? reasonForAnotherMachine(owner.machine, process.platform) : null
  const data: FileData = { file, skill, findings, evaluations, heldBack: (owner ?? entry)?.heldBack ?? source.roomFault, elsewhere: elsewhere?.replace(`${options.root}/`, '') ?? null, hooks: source.hooks }
  const out = new ModuleWriter(file, source.text)
  out.line(`import { test, describe, inject, afterAll } from ${JSON.stringify(source.vitest)}`)
  out.line(`import { openFile } from ${JSON.stringify(runtime)}`)
  // imported when a paid test needs it, so that listing and checking run none of a pull request's code
  const later = (module: string | null): string => module === null ? 'null' : `() => import(${JSON.stringify(urlOf(module, options.root))})`
  out.line(`const $ = openFile(inject, ${literal(data)}, ${later(source.hooks?.language === 'typescript' ? source.hooks.file : null)}, ${later(entry && eventsFileOf(options.agent))})`)

  function suite(tier: Tier, body: (test: (spec: TestSpec) => void) => void): void {
    // `file:1` chooses what stands at line 1: the free suite. Nothing chooses the paid ones as a whole; see line-filter.ts
    out.line(`describe(${JSON.stringify(tier)}, () => {`, tier === 'structure' ? top : { line: source.text.split('\n').length, column: 1 })
    body((spec) => {
      const meta: TestIdentity = { tier, ...tier !== 'structure' && { agent: options.agentName }, id: spec.evaluation?.id ?? null, skill, category: spec.evaluation?.category ?? null, extended: entry?.dataset.kind === 'extended' }
      out.line(`test(${JSON.stringify(printable(spec.name))}, ${JSON.stringify({ tags: tagsOf(meta, owner?.machine.labels ?? []), meta: { eval: meta }, ...spec.options })}, t => $.${tier}(t, ${JSON.stringify(spec.argument)}, [`, spec.at)
      // calling one of these puts a frame of this very place on the stack: Vitest locates annotations by it
      for (const frame of spec.frames)
        out.line('f => f(),', frame, frame.file)
      out.line(']))')
    })
    out.line('})')
  }

  if (options.tiers.includes('structure')) {
    suite('structure', (test) => {
      for (const { name, at, evaluation, findings: indices } of structureTests(data, entry, { speaksForSkill, files: options.skillFiles.length > 0, doc: source.doc !== null, overlap: source.overlap !== null }))
        test({ name, at, evaluation, argument: indices, frames: indices.map(i => findings[i] ?? { ...top, file }), options: {} })
    })
  }
  const { routing, behavior } = entry ? paidTests(entry, source.inRoom, options) : { routing: [], behavior: [] }
  if (routing.length > 0) {
    suite('routing', (test) => {
      for (const [i, evaluation] of routing)
        test({ name: evaluation.id, at: evaluation.positions.id, evaluation, argument: i, frames: [{ ...evaluation.positions.shouldTrigger, file }], options: { concurrent: true, timeout: inAll(options, 'routing', options.timeout.routing + overhead) } })
    })
  }
  if (behavior.length > 0) {
    // hooks in Python take turns, so that a case may wait for those of all others
    const inTurn = source.hooks?.language === 'python' ? behavior.length : 1
    suite('behavior', (test) => {
      for (const [i, evaluation] of behavior)
        test({ name: evaluation.id, at: evaluation.positions.id, evaluation, argument: i, frames: [{ ...evaluation.positions.id, file }], options: { concurrent: true, timeout: inAll(options, 'behavior', behaviorTimeout(options, inTurn)) } })
    })
    if (source.hooks)
      out.line(`afterAll(() => $.close(), ${options.timeout.hook + overhead})`, top)
  }
  return out.finish()
}

/** Every part of a case has its own clock, and says more when it runs out than Vitest's would; this is for what none of them sees. */
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

function findingsOf({ owner, entry, doc, overlap, options }: ModuleSource, speaksForSkill: boolean): Finding[] {
  const ofSkill = owner && (!entry || speaksForSkill) && options.tiers.includes('structure') ? [...owner.findings, ...owner.references()] : []
  return applyRuleSettings([...entry?.findings ?? [], ...ofSkill, ...doc ?? [], ...overlap ?? []], options.rules).map(finding => shortened(finding, options.root))
}

interface TestSpec {
  name: string
  at: Position
  evaluation: Evaluation | null
  /** Handed to the tier's method: plain data. */
  argument: unknown
  /** Places that annotations can point at. */
  frames: (Position & { file: string })[]
  options: object
}
