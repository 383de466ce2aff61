import type { Reporter, TestCase, TestModule, TestProject, TestRunEndReason, Vitest } from 'vitest/node'
import type { RoutingSummary } from '../routing/summary.ts'
import type { CatalogIndex } from './catalog-index.ts'
import type { ResolvedOptions } from './options.ts'
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { toReportJson } from '../report/json.ts'
import { renderMarkdown } from '../report/markdown.ts'
import { outcomeOf } from '../report/report.ts'
import { renderTerminal } from '../report/terminal.ts'
import { reportOf } from './collect-report.ts'
import { exitCodeOf } from './exit-code.ts'

/** A project of ours and what it was configured with. */
export interface ReportedProject {
  project: TestProject
  options: ResolvedOptions
  index: CatalogIndex
}

/** Prints the evals' own summary after Vitest's, writes `report.json`, and decides what the run ends with. */
export class EvalsReporter implements Reporter {
  private readonly projects: ReportedProject[] = []
  private vitest: Vitest | null = null
  private startedAt = new Date()

  add(reported: ReportedProject): void {
    this.projects.push(reported)
  }

  onInit(vitest: Vitest): void {
    this.vitest = vitest
  }

  onTestRunStart(): void {
    this.startedAt = new Date()
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly unknown[], reason: TestRunEndReason): void {
    const { vitest } = this
    if (!vitest)
      return
    const outcomes = this.projects.flatMap((reported) => {
      const tests = modules.filter(module => module.project.name === reported.project.name).flatMap(module => [...module.children.allTests()])
      return tests.some(wasSelected) ? this.reportOn(vitest, reported, tests, reason) : []
    })
    const code = exitCodeOf({ modules, unhandled, reason, outcomes, projects: this.projects.map(one => one.project.name), sharded: !!vitest.config.shard })
    if (code !== null)
      process.exitCode = code
  }

  private reportOn(vitest: Vitest, { project, options, index }: ReportedProject, tests: TestCase[], reason: TestRunEndReason): RoutingSummary['outcome'][] {
    const report = reportOf({ tests, options, project, room: [...index.current().room], catalogFindings: index.current().findings, vitestVersion: vitest.version, startedAt: this.startedAt, endedAt: new Date(), partial: reason === 'interrupted', shard: vitest.config.shard })
    const color = process.stdout.isTTY === true && !process.env.NO_COLOR
    vitest.logger.log(`\n${renderTerminal(report, { color, width: process.stdout.columns ?? 100 })}`)
    mkdirSync(options.outputDir, { recursive: true })
    writeFileSync(path.join(options.outputDir, 'report.json'), `${JSON.stringify(toReportJson(report), null, 2)}\n`)
    const summaryFile = process.env.GITHUB_STEP_SUMMARY
    if (summaryFile)
      appendFileSync(summaryFile, `${renderMarkdown(report)}\n`)
    return [outcomeOf(report)]
  }
}

/** Chosen by the filters, and not merely listed beside a chosen one. */
function wasSelected(test: TestCase): boolean {
  return test.result().state !== 'skipped' || test.meta().eval?.heldBack !== undefined
}
