import type { TestContext } from 'vitest'
import type { Usage } from '../agent/events.ts'
import type { Finding } from '../catalog/finding.ts'
import type { Evaluation } from '../dataset/evaluation.ts'
import type { RoutingCase } from '../routing/result.ts'
import type { ResolvedOptions } from './options.ts'
import { failure } from './failure.ts'
import { routingFailure } from './routing-failure.ts'
import { currentSession } from './session.ts'

/** What the emitted module of a test file holds: plain data. */
export interface FileData {
  /** Absolute path. */
  file: string
  skill: string | null
  findings: Finding[]
  evaluations: Evaluation[]
  /** Why the paid tests of the skill are held back. */
  heldBack: Finding | null
}

/** Calls what it is given, from the place in the file that it stands for. */
export type Frame = <T>(call: () => T) => T

const opened = new Map<string, FileData>()

/** The data of a test file that was opened in this worker; the runner asks before it admits a test. */
export function dataOf(file: string): FileData | undefined {
  return opened.get(file)
}

/** The tests of one file, called by the module that the collector emitted. */
export function openFile(inject: (key: 'skillEvals') => ResolvedOptions, data: FileData, _hooks: (() => Promise<unknown>) | null): TestFile {
  opened.set(data.file, data)
  return new TestFile(inject, data)
}

class TestFile {
  constructor(private readonly inject: (key: 'skillEvals') => ResolvedOptions, private readonly data: FileData) {}

  /** Fails with every error among the findings, each at its own place; warnings become annotations. */
  async structure(t: TestContext, indices: number[], frames: Frame[]): Promise<void> {
    const found = indices.flatMap(i => this.data.findings[i] ?? [])
    Object.assign(t.task.meta.eval ?? {}, { findings: found })
    for (const [i, finding] of found.entries()) {
      if (finding.severity === 'warning')
        await annotate(t, frames[i], `${finding.rule}: ${finding.message}`, 'warning')
    }
    const errors = found.filter(finding => finding.severity === 'error').map(finding => this.failed(finding))
    if (errors.length === 1)
      throw errors[0]
    if (errors.length > 1)
      throw new AggregateError(errors, `${errors.length} findings`)
  }

  async routing(t: TestContext, index: number, _frames: Frame[]): Promise<void> {
    const evaluation = this.data.evaluations[index]
    if (!evaluation)
      throw new Error(`The emitted module of ${this.data.file} names evaluation ${index}, which it does not hold; please report this.`)
    const options = this.inject('skillEvals')
    const session = currentSession(options.name)
    const graded = await session.route(evaluation, this.data.file, t.signal).catch((error) => {
      // cancelled before the agent could start
      if (session.cancelled.aborted)
        return null
      throw error
    })
    if (graded === null || (session.cancelled.aborted && graded.stop === 'cancelled'))
      return t.skip('The run was cancelled.')
    Object.assign(t.task.meta.eval ?? {}, { routing: together(graded, t.task.meta.eval?.routing, (t.task.repeats ?? 0) > 0) })
    if (!graded.passed)
      throw routingFailure(graded, evaluation.positions.shouldTrigger, options)
  }

  behavior(): void {
    throw new Error('The behavior tier is not built yet, and its tests are never admitted; please report this.')
  }

  private failed(finding: Finding): Error {
    const places = finding.related?.map(place => ({ ...place, at: `${place.file}:${place.line}:${place.column}`.replace(`${this.inject('skillEvals').root}/`, '') })) ?? []
    const related = places.filter(place => !finding.message.includes(place.at)).map(place => `\n  ${place.message}: ${place.at}`).join('')
    return failure(finding.rule, finding.message + related, finding.file, finding, finding.file !== this.data.file)
  }
}

/**
 * The attempts that Vitest makes of one test. What the earlier ones cost was spent all the same, and that they were made is told. Of
 * retries the last one counts, as for Vitest; of repeats each one, so that a wrong one is not made good by the next.
 */
function together(latest: RoutingCase, earlier: RoutingCase | undefined, repeats: boolean): RoutingCase {
  if (!earlier)
    return latest
  const last = repeats && !earlier.passed ? { ...earlier, usage: latest.usage, costUsd: latest.costUsd, elapsedMs: latest.elapsedMs } : latest
  const usage = { ...last.usage }
  for (const [name, tokens] of Object.entries(earlier.usage) as [keyof Usage, number][])
    usage[name] = (usage[name] ?? 0) + tokens
  return {
    ...last,
    usage,
    costUsd: last.costUsd === null || earlier.costUsd === null ? null : last.costUsd + earlier.costUsd,
    elapsedMs: last.elapsedMs + earlier.elapsedMs,
    notes: [...latest.notes, `An attempt before this one ended as ${earlier.verdict}.`, ...earlier.notes.filter(note => note.startsWith('An attempt'))],
  }
}

async function annotate(t: TestContext, frame: Frame | undefined, message: string, type: string): Promise<void> {
  // Vitest 4.1 leaves the last outcome on the task from the second repeat on, and then refuses annotations
  if (t.task.result && t.task.result.state !== 'run')
    t.task.result.state = 'run'
  await (frame ? frame(() => t.annotate(message, type)) : t.annotate(message, type))
}
