import { statSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { UsageError } from './usage-error.ts'

/** What can be said to `skill-evals grade`. */
export interface GradeOptions {
  /** Folder of the Vitest config. Default: the working directory. */
  root?: string
  /** Path of the Vitest config. */
  config?: string
  /** Name of the Vitest project. Default: `evals`. */
  project?: string
  /** An evaluation's id, or a regular expression, as `vitest -t` takes it. */
  testNamePattern?: string
}

/**
 * Grades kept runs again by today's datasets and hooks, and says which verdicts changed. No agent is run; a judge only for lines
 * that are new.
 *
 * @param dir folder of run records, such as `.skill-evals/runs`
 * @param filters files of the catalog, as Vitest takes them
 * @param options as on the command line
 * @throws {UsageError} when there is no such folder
 */
export async function grade(dir: string, filters: string[], options: GradeOptions): Promise<void> {
  const root = path.resolve(options.root ?? '.')
  const records = path.resolve(dir)
  if (!statSync(records, { throwIfNoEntry: false })?.isDirectory())
    throw new UsageError(`There is no folder ${records}. Run records lie in .skill-evals/runs; \`keepRuns: 'all'\` keeps those of passed evaluations too.`)
  // the project's own options, its hooks and its judge count, so Vitest does the work
  process.env.SKILL_EVALS_GRADE = records
  process.env.SKILL_EVALS_TIERS ??= 'routing,behavior'
  const { startVitest } = await import('vitest/node')
  const vitest = await startVitest('test', filters, {
    root,
    run: true,
    watch: false,
    project: [options.project ?? 'evals'],
    ...(options.config !== undefined && { config: options.config }),
    ...(options.testNamePattern !== undefined && { testNamePattern: options.testNamePattern }),
  })
  await vitest.close()
}
