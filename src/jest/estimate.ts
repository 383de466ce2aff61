import type { ResolvedOptions } from '../options/resolved-options.ts'
import type { Snapshot } from '../suite/catalog-index.ts'
import type { ChosenFile, RunFilters } from '../suite/planned-runs.ts'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { earlierRun } from '../report/earlier-run.ts'
import { estimateInWords, expectedOf } from '../report/estimate.ts'
import { findAgentOf } from '../suite/found-agents.ts'
import { plannedRuns } from '../suite/planned-runs.ts'

/** What a project is about to run. */
interface Chosen {
  files: readonly ChosenFile[]
  snapshot: Snapshot
  options: ResolvedOptions
  filters: RunFilters
  /** It is the only project of the run. */
  isOne: boolean
}

/**
 * Says what a project will take before its first agent starts. Nothing is said where no agent is called.
 * @param run what is one and the same for all projects of a run
 */
export async function sayEstimate(run: object, { files, snapshot, options, filters, isOne }: Chosen, log: (text: string) => void): Promise<void> {
  const { runs } = plannedRuns(files, snapshot, options, filters)
  if (runs.routing + runs.behavior === 0 || await findAgentOf(run, options) === null)
    return
  const earlier = earlierRun(await readFile(path.join(options.reportDir, 'report.json'), 'utf8').catch(() => ''), options.name)
  log(`${isOne ? 'Evals' : `Evals of ${options.name}`}: ${estimateInWords(runs, expectedOf(runs, earlier))}`)
}
