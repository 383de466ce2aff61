import type { ResolvedOptions } from '../options/resolved-options.ts'
import type { PlannedRuns } from '../report/estimate.ts'
import type { Snapshot } from './catalog-index.ts'
import type { Placed } from './paid-tests.ts'
import process from 'node:process'
import { reasonForAnotherMachine } from '../catalog/machine.ts'
import { UNFINISHED_RULE } from '../dataset/unfinished-rule.ts'
import { applyRuleSettings } from '../structure/rule-settings.ts'
import { isInRoom, paidTests } from './paid-tests.ts'
import { readTagsFilter } from './tags-filter.ts'
import { tagsOf } from './tags.ts'

/** A file that Vitest is about to run, and what of it. */
export interface ChosenFile {
  moduleId: string
  testLines?: number[] | undefined
  /** Of an editor or the UI: names that only Vitest can make. */
  testIds?: string[] | undefined
}

/** What narrows a run beside its files. */
export interface RunFilters {
  pattern: RegExp | undefined
  tags: string[] | undefined
  /** Vitest was called with `-u`. */
  updates: boolean
}

/** The evaluations that are about to be measured, and the runs that they take. */
export interface Plan {
  evaluations: { routing: number, behavior: number }
  runs: PlannedRuns
  /** Files that hold them. */
  files: number
}

/**
 * What a run will call agents for, from the files alone: tests are known only once their files run, and by then the first agents do too.
 * @returns nothing but zeros where no agent is called: everything is graded from records.
 */
export function plannedRuns(files: readonly ChosenFile[], snapshot: Snapshot, options: ResolvedOptions, filters: RunFilters): Plan {
  const { grade, recordings, cache, trials, judge, jobs, limits } = options
  const calls = grade === null && (recordings === null || filters.updates)
  const tags = filters.tags && readTagsFilter(filters.tags)
  const chosenOf = chosenTests(calls ? files : [], snapshot, options, filters)
  const chosen = chosenOf.flat()
  const of = (tier: 'routing' | 'behavior'): Test[] => chosen.filter(one => one.tier === tier)
  const evaluations = { routing: of('routing').length, behavior: of('behavior').length }
  // an evaluation has one recording
  const times = recordings === null ? trials : { routing: 1, behavior: 1, stopEarly: false }
  const stopsEarly = times.stopEarly && ((times.routing > 1 && evaluations.routing > 0) || (times.behavior > 1 && evaluations.behavior > 0))
  return {
    evaluations,
    files: chosenOf.filter(tests => tests.length > 0).length,
    runs: {
      routing: evaluations.routing * times.routing,
      behavior: evaluations.behavior * times.behavior,
      judge: of('behavior').filter(one => one.isJudged).length * times.behavior * judge.votes,
      isMost: stopsEarly || (cache === true && recordings === null) || tags === null || files.some(file => file.testIds !== undefined && file.testIds.length > 0),
      jobs,
      usdPerRun: limits.usdPerRun,
    },
  }
}

/** How many evaluations of both tiers a run is asked for, whether agents are called for them or not. What is held back for its files' sake is not among them. */
export function askedOf(files: readonly ChosenFile[], snapshot: Snapshot, options: ResolvedOptions, filters: RunFilters): number {
  return chosenTests(files, snapshot, options, filters).flat().length
}

function chosenTests(files: readonly ChosenFile[], snapshot: Snapshot, options: ResolvedOptions, filters: RunFilters): Test[][] {
  const tags = filters.tags && readTagsFilter(filters.tags)
  return files.map(file => testsOf(file, snapshot, options, ({ tier, id }, itsTags) =>
    (filters.pattern === undefined || filters.pattern.test(`${tier} ${id}`)) && (!tags || tags(itsTags))))
}

interface Test {
  tier: 'routing' | 'behavior'
  id: string
  isJudged: boolean
}

function testsOf({ moduleId, testLines }: ChosenFile, snapshot: Snapshot, options: ResolvedOptions, isChosen: (test: Test, tags: string[]) => boolean): Test[] {
  const owned = snapshot.byDatasetFile.get(moduleId)
  if (!owned || (owned.owner ?? owned.entry).heldBack || snapshot.roomFault)
    return []
  const { entry, owner } = owned
  const unfinished = new Set(applyRuleSettings(entry.findings, options.rules).filter(finding => finding.rule === UNFINISHED_RULE).map(finding => finding.id))
  const tests = paidTests(entry, isInRoom(owned, snapshot), options)
  const isElsewhere = owner !== null && reasonForAnotherMachine(owner.machine, process.platform) !== null
  const choose = (tier: Test['tier'], placed: Placed[]): Test[] => placed.flatMap(([, evaluation]) => {
    const { id, category, skill, extended, positions } = evaluation
    const test = { tier, id, isJudged: evaluation.expectedBehavior.length + evaluation.unexpectedBehavior.length > 0 }
    const isAsked = !testLines?.length || testLines.includes(positions.id.line)
    const tags = tagsOf({ tier, id, category, skill, extended }, owner?.machine.labels ?? [])
    return isAsked && !unfinished.has(id) && isChosen(test, tags) ? [test] : []
  })
  return [...choose('routing', tests.routing), ...choose('behavior', isElsewhere ? [] : tests.behavior)]
}
