import type { Containment } from '../agent/sandbox.ts'
import type { AssertionDiff } from '../behavior/module-hooks-diff.ts'
import type { Finding } from '../catalog/finding.ts'
import type { Evaluation } from '../dataset/evaluation.ts'
import type { ResolvedOptions } from '../options/resolved-options.ts'
import type { StopReason } from '../routing/result.ts'
import type { HooksFile } from './dataset-hooks.ts'
import type { TestOfRun } from './evaluate.ts'
import type { Session } from './session.ts'
import type { EvalMeta } from './test-meta.ts'
import { loadEvents } from '../agent/event-module.ts'
import { isUnread } from '../catalog/finding.ts'
import { annotateVerdict } from './annotate.ts'
import { together } from './attempts.ts'
import { behaviorFailure } from './behavior-failure.ts'
import { evaluateBehavior, evaluateRouting } from './evaluate.ts'
import { failure } from './failure.ts'
import { routingFailure } from './routing-failure.ts'
import { currentSession, findSession } from './session.ts'
import { errorWithoutSecrets } from './without-secrets.ts'

/** What the tests of a file need: plain data. */
export interface FileData {
  /** Absolute path. */
  file: string
  skill: string | null
  findings: Finding[]
  evaluations: Evaluation[]
  /** Why the paid tests of the skill are held back. */
  heldBack: Finding | null
  /** Why the behavior of the skill is not measured on this machine. */
  elsewhere: string | null
  /** The hooks of the dataset. */
  hooks: HooksFile | null
}

/** A test while it runs, whoever runs it. */
export interface RunningTest {
  id: string
  signal: AbortSignal
  /** What the test leaves behind. */
  meta: { eval?: EvalMeta }
  /** It is made several times whatever comes of it, and not only until it passes. */
  isRepeated: boolean
  /** Ends the test without a result. */
  skip: (reason: string) => never
  /** Shows a text at one of the places that the test was given, by its index; at `null` it has no place. `body`: Base64. */
  annotate: (at: number | null, message: string, type: string, attachment?: { body: string, contentType: string }) => Promise<void>
}

/** What differs between those who run tests. The user's modules are loaded late, so that listing and checking run none of a pull request's code. */
export interface Surroundings {
  runner: 'vitest' | 'jest'
  /** `null` where there are no hooks, or they are in another language. */
  hooks: (() => Promise<unknown>) | null
  /** The module that reads what the agent prints; `null` where it needs none. */
  events: (() => Promise<unknown>) | null
  /** Shows how a failed assertion of hooks differs. */
  diff: AssertionDiff
}

const opened = new Map<string, FileData>()

/** The data of a test file that was opened in this worker; the runner asks before it admits a test. */
export function dataOf(file: string): FileData | undefined {
  return opened.get(file)
}

/** The tests of one file. `options` are asked for when a test runs: a run may still change them after the file was opened. */
export function openFile(options: () => ResolvedOptions, data: FileData, around: Surroundings): TestFile {
  opened.set(data.file, data)
  return new TestFile(options, data, around)
}

/** What the tests of one file do. */
export class TestFile {
  constructor(private readonly options: () => ResolvedOptions, private readonly data: FileData, private readonly around: Surroundings) {}

  /** Fails with every error among the findings, each at its own place; warnings become annotations. */
  async structure(t: RunningTest, indices: number[]): Promise<void> {
    const found = indices.flatMap(i => this.data.findings[i] ?? [])
    Object.assign(t.meta.eval ?? {}, { findings: found })
    for (const [i, finding] of found.entries()) {
      if (finding.severity === 'warning')
        await t.annotate(i, `${finding.rule}: ${this.placed(finding)}`, 'warning')
    }
    const errors = found.filter(finding => finding.severity === 'error').map(finding => this.failed(finding))
    if (errors.length === 1)
      throw errors[0]
    if (errors.length > 1)
      throw new AggregateError(errors, `${errors.length} findings`)
  }

  async routing(t: RunningTest, index: number): Promise<void> {
    Object.assign(t.meta.eval ?? {}, { started: true })
    const { evaluation, session } = await this.admitted(index)
    const graded = await unlessCancelled(t, session, evaluateRouting(session, evaluation, this.data.file, testOf(t)))
    Object.assign(t.meta.eval ?? {}, await ranIn(session, graded), { routing: together(graded, graded.verdict, t.isRepeated, t.meta.eval?.routing) })
    if (graded.passed)
      return
    await annotateVerdict(t, graded, session.options)
    throw routingFailure(graded, evaluation.positions.shouldTrigger, { ...session.options, runner: this.around.runner })
  }

  async behavior(t: RunningTest, index: number): Promise<void> {
    Object.assign(t.meta.eval ?? {}, { started: true })
    const { evaluation, session } = await this.admitted(index)
    const hooks = this.data.hooks && session.hooksOf(this.data.file, this.data.hooks, { load: this.around.hooks, diff: this.around.diff })
    const graded = await unlessCancelled(t, session, evaluateBehavior(session, evaluation, this.data.file, hooks, testOf(t)))
    const earlier = t.meta.eval?.behavior
    // what the skill is compared with is measured once, however often Vitest runs the test
    const baseline = graded.baseline ?? earlier?.baseline ?? null
    Object.assign(t.meta.eval ?? {}, await ranIn(session, graded), { behavior: { ...together(graded, graded.outcome, t.isRepeated, earlier), baseline } })
    if (graded.passed)
      return
    await annotateVerdict(t, graded, session.options)
    throw behaviorFailure(graded, { ...session.options, runner: this.around.runner })
  }

  /** Ends the hooks. @throws what they did wrong that no case could be told of. */
  async close(): Promise<void> {
    const session = findSession(this.options().name)
    const left = await session?.closeHooks(this.data.file) ?? []
    const errors = left.map(error => failure(error.name, session?.redactor.secrets(error.message) ?? '', this.data.file, { line: 1, column: 1 }))
    if (errors.length > 0)
      throw errors.length === 1 ? errors[0] : new AggregateError(errors, `${errors.length} errors of hooks`)
  }

  private async admitted(index: number): Promise<{ evaluation: Evaluation, session: Session }> {
    const evaluation = this.data.evaluations[index]
    if (!evaluation)
      throw new Error(`A test of ${this.data.file} names evaluation ${index}, which it does not hold; please report this.`)
    const session = currentSession(this.options().name)
    if (this.around.events)
      await loadEvents(session.options.agent, this.around.events)
    return { evaluation, session }
  }

  /** An annotation stands at a place of the test's own file, so another place is in its text. */
  private placed(finding: Finding): string {
    return finding.file === this.data.file ? finding.message : `${this.at(finding)}: ${finding.message}`
  }

  private at({ file, line, column }: { file: string, line: number, column: number }): string {
    return `${file}:${line}:${column}`.replace(`${this.options().root}/`, '')
  }

  private failed(finding: Finding): Error {
    // whoever prints an error reads the file that it points at
    if (isUnread(finding))
      return failure(finding.rule, this.placed(finding), this.data.file, { line: 1, column: 1 })
    const places = finding.related?.map(place => ({ ...place, at: this.at(place) })) ?? []
    const related = places.filter(place => !finding.message.includes(place.at)).map(place => `\n  ${place.message}: ${place.at}`).join('')
    return failure(finding.rule, finding.message + related, finding.file, finding, finding.file !== this.data.file)
  }
}

/** What the agent was run in, where one was. */
async function ranIn(session: Session, { replayed, stop }: { replayed: boolean, stop: StopReason }): Promise<{ containment?: Containment }> {
  return replayed || stop === 'not_run' ? {} : { containment: await session.containedBy() }
}

function testOf({ id, signal, meta }: RunningTest): TestOfRun {
  const { routing, behavior } = meta.eval ?? {}
  return { id, signal, isFirst: routing === undefined && behavior === undefined }
}

/** A run that was cancelled, before the agent could start or in its course, is no result. */
async function unlessCancelled<T extends { stop: StopReason }>(t: RunningTest, session: Session, run: Promise<T>): Promise<T> {
  const graded = await run.catch((error) => {
    if (session.cancelled.aborted)
      return null
    throw errorWithoutSecrets(error, session.redactor)
  })
  return graded === null || (session.cancelled.aborted && graded.stop === 'cancelled') ? t.skip('The run was cancelled.') : graded
}
