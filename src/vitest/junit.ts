import type { BehaviorCase } from '../behavior/result.ts'
import type { RoutingCase } from '../routing/result.ts'
import type { EvalMeta } from '../suite/test-meta.ts'
import path from 'node:path'
import process from 'node:process'
import { JUnitReporter } from 'vitest/node'
import { oneLine } from '../report/plain-text.ts'
import { firedSkill } from '../routing/skill-summary.ts'

type Modules = Parameters<JUnitReporter['onTestRunEnd']>[0]

/** What Vitest's reporter reads of a test module and all in it; its types keep that to themselves. */
interface Task {
  id: string
  meta?: { eval?: EvalMeta }
  tasks?: Task[]
  logs?: object[]
  annotations?: { type: string, message: string }[]
}

/**
 * Vitest's JUnit reporter, which also says what an evaluation came to: `--reporter=vitest-skill-evals/reporter/junit`. It takes the options
 * of Vitest's own, and writes to the same file (`--outputFile.junit`). Each test case of an evaluation has properties, and its
 * `system-out` the folder of its run record.
 */
export default class EvalsJUnitReporter extends JUnitReporter {
  /** Writes the file, with the properties of each evaluation. */
  override async onTestRunEnd(modules: Modules, ...more: unknown[]): Promise<void> {
    // Vitest's reporter writes a property for each annotation and nothing else. The copies keep ours out of its other reporters
    const told = modules.map((module) => {
      const { task } = module as unknown as { task?: Task }
      return task ? Object.create(module, { task: { value: withProperties(task) } }) as Modules[number] : module
    })
    const write = super.onTestRunEnd.bind(this) as (modules: Modules, ...more: unknown[]) => Promise<void>
    await write(told, ...more)
  }
}

function withProperties(task: Task): Task {
  if (task.tasks)
    return { ...task, tasks: task.tasks.map(withProperties) }
  const meta = task.meta?.eval
  if (!meta)
    return task
  const record = (meta.routing ?? meta.behavior)?.record
  return {
    ...task,
    annotations: propertiesOf(meta).map(([type, message]) => ({ type, message })),
    ...record && { logs: [...task.logs ?? [], { type: 'stdout', content: `Run record: ${path.relative(process.cwd(), record)}\n`, taskId: task.id, time: 0, size: 0 }] },
  }
}

function propertiesOf(meta: EvalMeta): [name: string, value: string][] {
  const graded = meta.routing ?? meta.behavior
  const properties: [string, string | null | undefined][] = [
    ['tier', meta.tier],
    ['agent', meta.agent],
    ['skill', meta.skill],
    ['category', meta.category],
    ...graded ? gradedProperties(graded) : [],
    ['held_back', meta.heldBack?.reason],
  ]
  return properties.flatMap(([name, value]) => typeof value === 'string' ? [[name, bounded(oneLine(value))]] : [])
}

function gradedProperties(graded: RoutingCase | BehaviorCase): [string, string | null | undefined][] {
  const { stop, costUsd, model, record, trials } = graded
  const unmet = graded.tier === 'behavior' ? graded.checks.filter(check => check.passed === false).length : 0
  return [
    ...graded.tier === 'routing'
      ? [['verdict', graded.verdict], ['expected', graded.expected ?? '(no skill)'], ['observed', firedSkill(graded) ?? '(no skill)']] as [string, string][]
      : [['outcome', graded.outcome], ['checks', String(graded.checks.length)], ['checks_not_met', String(unmet)]] as [string, string][],
    ['stop_reason', stop],
    // what is not known is left out, since a reader would add up a 0
    ['cost_usd', costUsd === null ? null : String(costUsd)],
    ['model', model],
    ['trials', trials && `${trials.passed} of ${trials.passed + trials.failed} passed`],
    ['record', record],
  ]
}

function bounded(text: string): string {
  return text.length > 500 ? `${text.slice(0, 500)}…` : text
}
