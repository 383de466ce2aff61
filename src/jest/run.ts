import type { Test, TestEvents, TestWatcher } from 'jest-runner'
import type { ResolvedOptions } from '../options/resolved-options.ts'
import type { EndedProject } from '../publish/publish-reports.ts'
import type { Snapshot } from '../suite/catalog-index.ts'
import type { RunFilters } from '../suite/planned-runs.ts'
import type { ProjectGlobals } from './project.ts'
import type { FileWork, ThreadMessage } from './thread-work.ts'
import { realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import process from 'node:process'
import { setEnvironmentData } from 'node:worker_threads'
import { groupBy } from '../catalog/group-by.ts'
import { forwardSlashes } from '../catalog/paths.ts'
import { mustFail } from '../publish/must-fail.ts'
import { publishReports } from '../publish/publish-reports.ts'
import { CatalogIndex } from '../suite/catalog-index.ts'
import { sourceOf } from '../suite/file-source.ts'
import { cancelOnSignal } from '../suite/interrupt.ts'
import { escapePattern, isPattern, literalPattern } from '../suite/name-pattern.ts'
import { nothingChosen } from '../suite/no-match.ts'
import { askedOf } from '../suite/planned-runs.ts'
import { createShared, sharedKey } from '../suite/shared.ts'
import { listTestFiles } from '../suite/test-files.ts'
import { testsOfFile } from '../suite/tests-of-file.ts'
import { sayEstimate } from './estimate.ts'
import { assertionResult, endedTest, testResult } from './test-result.ts'
import { startThread } from './thread-start.ts'

type GlobalConfig = ConstructorParameters<typeof import('jest-runner').default>[0]

/** Tells Jest of the run, and waits until its reporters have heard it. */
export type Emit = <Name extends keyof TestEvents>(name: Name, data: TestEvents[Name]) => Promise<void>

/** A project of the run. */
interface RunProject extends Omit<EndedProject, 'asked'> {
  options: ResolvedOptions
  snapshot: Snapshot
  pattern: RegExp | null
}

/** A file of the run. */
interface RunFile {
  test: Test
  /** As the catalog calls it. */
  file: string
  project: RunProject
  startedAt: number
}

const log = (text: string): void => void process.stderr.write(`${text}\n`)

/** One run of Jest over all projects of ours. */
export class EvalsRun {
  private readonly startedAt = new Date()
  private isCancelled = false

  constructor(private readonly config: GlobalConfig, private readonly watcher: TestWatcher, private readonly emit: Emit) {}

  /** @returns whether the run is to fail whatever its tests say. */
  async run(tests: readonly Test[]): Promise<boolean> {
    const projects: RunProject[] = []
    const files: RunFile[] = []
    // in the order of the config, as the report has them; Jest sorts the tests by their size and time
    const inOrder = tests.toSorted((a, b) => globalsOf(a).of - globalsOf(b).of)
    for (const [name, ofProject] of groupBy(inOrder, test => globalsOf(test).options.name)) {
      const project = this.projectOf(name, ofProject, projects)
      projects.push(project)
      const known = new Map(listTestFiles(project.snapshot, project.options).map(file => [forwardSlashes(realpathSync(file)), file]))
      for (const test of ofProject) {
        const file = known.get(forwardSlashes(test.path))
        if (file === undefined)
          await this.emit('test-file-failure', [test, { message: 'The catalog does not hold this file any more. Start Jest anew.', stack: null }])
        else
          files.push({ test, file, project, startedAt: 0 })
      }
    }
    const own = projects.map(project => ({ ...project, tests: [] as EndedProject['tests'][number][], files: files.filter(one => one.project === project).map(one => one.file) }))
    const cleanUp = await this.share(projects, files)
    try {
      await this.runThread(projects, files, (file, ended) => own.find(one => one.project === file.project.project)?.tests.push(...ended))
    }
    finally {
      await cleanUp()
    }
    return this.publish(own.map(one => ({ ...one, asked: askedOf(one.files.map(moduleId => ({ moduleId })), one.snapshot, one.options, this.filtersOf(one)) })))
  }

  private projectOf(name: string, tests: readonly Test[], others: readonly RunProject[]): RunProject {
    const [first] = tests
    if (!first)
      throw new Error(`The project ${name} has no tests; please report this.`)
    const given = globalsOf(first).options
    const isWatching = this.watcher.isWatchMode()
    const options = { ...given, cache: given.cache === 'watch' ? isWatching : given.cache }
    // the agents of one catalog read the same files
    const snapshot = others.find(one => one.options.lead === options.lead)?.snapshot ?? new CatalogIndex(options).current()
    return { options, snapshot, project: name, pattern: patternOf(this.config.testNamePattern, snapshot), tests: [], files: [] }
  }

  /** Makes what the thread shares with this one, over all projects. */
  private async share(projects: readonly RunProject[], files: readonly RunFile[]): Promise<() => Promise<void>> {
    const jobs = Math.max(1, ...projects.map(({ options }) => options.jobs))
    const disposals: (() => Promise<void>)[] = []
    for (const { options, snapshot, pattern, project } of projects) {
      const chosen = files.filter(one => one.project.project === project).map(one => ({ moduleId: one.file }))
      await sayEstimate(this, { files: chosen, snapshot, options, filters: this.filtersOf({ pattern }), isOne: projects.length === 1 }, log)
      const { shared, dispose } = await createShared(this, options, jobs)
      disposals.push(dispose)
      setEnvironmentData(sharedKey(options.name), shared as never)
    }
    return async () => {
      // in the order that each has changed the environment, backwards
      for (const dispose of disposals.reverse())
        await dispose()
    }
  }

  private async runThread(projects: readonly RunProject[], files: readonly RunFile[], onEnd: (file: RunFile, tests: ReturnType<typeof endedTest>[]) => void): Promise<void> {
    const work: FileWork[] = []
    for (const { file, project: { options, snapshot, pattern } } of files)
      work.push({ options, pattern, tests: testsOfFile(await sourceOf(file, snapshot, options)) })
    const hear = async (message: Exclude<ThreadMessage, { kind: 'done' }>): Promise<void> => {
      const file = files[message.file]
      if (!file)
        return
      const { test } = file
      if (message.kind === 'file-start') {
        file.startedAt = Date.now()
        await this.emit('test-file-start', [test])
      }
      else if (message.kind === 'test-end') {
        await this.emit('test-case-result', [test.path, assertionResult(message.test)])
      }
      else {
        onEnd(file, message.tests.map(one => endedTest(one, file.file)))
        const result = testResult(test, message, file.startedAt)
        // with `--verbose`, Jest expects such texts to have been printed by then
        if (this.config.verbose && !this.config.silent)
          result.console?.forEach(one => log(`${one.message}\n${one.origin}`))
        await this.emit('test-file-success', [test, result])
      }
    }
    const thread = startThread({ files: work, filesAtOnce: this.config.maxWorkers, updates: this.updates }, projects.map(({ options }) => options), hear)
    const cancel = (): void => {
      this.isCancelled = true
      thread.cancel()
    }
    const stop = this.watcher.on('change', (state) => {
      if (state.interrupted)
        cancel()
    })
    const restore = this.watcher.isWatchMode() ? null : cancelOnSignal(cancel, log)
    try {
      await thread.ended
    }
    finally {
      stop()
      restore?.()
    }
  }

  private async publish(projects: readonly EndedProject[]): Promise<boolean> {
    const { shard } = this.config
    const outcomes = await publishReports({
      startedAt: this.startedAt,
      endedAt: new Date(),
      partial: this.isCancelled,
      shard: shard && { index: shard.shardIndex, count: shard.shardCount },
      runner: { name: 'jest', version: jestVersion(this.config.rootDir) },
      isWatching: this.watcher.isWatchMode(),
      log,
      error: log,
    }, projects)
    const tests = projects.flatMap(one => one.tests)
    const pattern = this.config.testNamePattern
    const nothing = pattern ? nothingChosen(new RegExp(isPattern(pattern) ? pattern : escapePattern(pattern), 'i'), tests, projects.map(one => one.snapshot)) : null
    // of a run that has other tests too, nobody here knows whether one of them was meant
    const isOurs = this.config.projects.length <= projects.length
    if (nothing && isOurs)
      log(nothing)
    return (nothing !== null && isOurs) || mustFail(tests.map(test => test.meta), outcomes)
  }

  private filtersOf({ pattern }: Pick<RunProject, 'pattern'>): RunFilters {
    return { pattern: pattern ?? undefined, tags: undefined, updates: this.updates }
  }

  /** Jest was called with `-u`. */
  private get updates(): boolean {
    return this.config.updateSnapshot === 'all'
  }
}

function globalsOf({ context: { config } }: Test): ProjectGlobals {
  const { skillEvals } = config.globals as { skillEvals?: ProjectGlobals }
  if (!skillEvals)
    throw new Error(`The project ${config.rootDir} has the runner of vitest-skill-evals and none of its options. Make it with \`skillEvalsProject({ … })\` of vitest-skill-evals/jest.`)
  return skillEvals
}

/** As Jest reads it, but for the id of an evaluation, which is taken literally. */
function patternOf(pattern: string | undefined, snapshot: Snapshot): RegExp | null {
  if (!pattern)
    return null
  return literalPattern(pattern, snapshot) ?? new RegExp(isPattern(pattern) ? pattern : escapePattern(pattern), 'i')
}

function jestVersion(root: string): string | null {
  try {
    return (createRequire(path.join(root, 'package.json'))('jest/package.json') as { version: string }).version
  }
  catch {
    return null
  }
}
