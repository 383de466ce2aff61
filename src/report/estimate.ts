import type { EarlierRun, Typical } from './earlier-run.ts'
import { count, dollars } from './figures.ts'

/** What is about to be run, as far as it can be known before. */
export interface PlannedRuns {
  /** Runs of an agent in each tier, trials included. */
  routing: number
  behavior: number
  /** Calls of the judge. */
  judge: number
  /** Something may make it fewer: a cache, trials that stop early, a filter that is not known before the tests are. */
  isMost: boolean
  /** Agents at the same time. */
  jobs: number
  /** Ceiling in US dollars; `null` is none. */
  usdPerRun: number | null
}

/** What planned runs will take, as earlier ones did. */
export interface Expected {
  /** Wall time in milliseconds; `null` where no earlier run tells. */
  ms: number | null
  /** US dollars of what is known; `null` where nothing is. */
  usd: number | null
  /** What nobody knows the cost of: `routing`, `behavior`, `judge`. */
  unknown: string[]
}

const parts = ['routing', 'behavior', 'judge'] as const

/** What planned runs will take if they take what earlier ones did. */
export function expectedOf(planned: PlannedRuns, earlier: EarlierRun): Expected {
  const needed = parts.filter(part => planned[part] > 0).map(part => ({ part, runs: planned[part], one: earlier[part] }))
  const costs = needed.flatMap(({ runs, one }) => one === null || one.usd === null ? [] : [runs * one.usd])
  return {
    ms: wallTime(planned, earlier),
    usd: costs.length === 0 ? null : costs.reduce((sum, cost) => sum + cost, 0),
    unknown: needed.filter(({ one }) => one === null || one.usd === null).map(({ part }) => part),
  }
}

/** Milliseconds that runs take side by side, at least as long as the longest; `null` where nobody knows how long one takes. */
export function wallTime({ routing, behavior, judge, jobs }: Pick<PlannedRuns, 'routing' | 'behavior' | 'judge' | 'jobs'>, typical: Record<'routing' | 'behavior' | 'judge', Pick<Typical, 'ms'> | null>): number | null {
  const tiers = [{ runs: routing, one: typical.routing }, { runs: behavior, one: typical.behavior }, { runs: judge, one: typical.judge }].filter(({ runs }) => runs > 0)
  let all = 0
  let longest = 0
  for (const { runs, one } of tiers) {
    if (one === null)
      return null
    all += runs * one.ms
    longest = Math.max(longest, one.ms)
  }
  return Math.max(all / jobs, longest)
}

/** The estimate in one line, before anything is paid: `73 agent runs and 18 judge calls (routing 55, behavior 18), 4 at a time · about 6 min and $2.10, as in the last run`. */
export function estimateInWords(planned: PlannedRuns, expected: Expected): string {
  const { routing, behavior, judge, isMost, jobs, usdPerRun } = planned
  const runs = [
    count(routing + behavior, 'agent run'),
    ...judge > 0 ? [count(judge, 'judge call')] : [],
  ].join(' and ')
  const tiers = [...routing > 0 ? [`routing ${routing}`] : [], ...behavior > 0 ? [`behavior ${behavior}`] : []].join(', ')
  return [
    `${isMost ? 'at most ' : ''}${runs} (${tiers}), ${jobs} at a time`,
    takes(expected, isMost),
    ...usdPerRun === null ? [] : [`ceiling ${dollars(usdPerRun)}`],
  ].join(' · ')
}

function takes({ ms, usd, unknown }: Expected, isMost: boolean): string {
  if (ms === null && usd === null)
    return 'time and cost unknown: no earlier run tells'
  const about = isMost ? 'up to about' : 'about'
  const known = [...ms === null ? [] : [roughly(ms)], ...usd === null ? [] : [dollars(usd)]].join(' and ')
  const missing = [...ms === null ? ['time unknown'] : [], ...unknown.length === 0 ? [] : [usd === null ? 'cost unknown' : `cost of ${unknown.join(' and ')} unknown`]]
  return [`${about} ${known}, as in the last run`, ...missing].join(', ')
}

/** A time that is not known better than this: `40 s`, `6 min`, `2.5 h`. */
export function roughly(ms: number): string {
  if (ms < 90_000)
    return `${Math.max(5, Math.round(ms / 5000) * 5)} s`
  if (ms < 90 * 60_000)
    return `${Math.round(ms / 60_000)} min`
  return `${Math.round(ms / 1_800_000) / 2} h`
}
