import { roughly } from './estimate.ts'
import { count, dollars } from './figures.ts'

/** How far a run has come. */
export interface Progress {
  /** Evaluations that have their result, and all that were planned. */
  done: number
  planned: number
  /** Agents at this moment. */
  running: number
  /** Of `done`: could not be measured. */
  errors: number
  /** US dollars that are counted so far, and whether some of it is estimated by a price list. */
  usd: number
  isEstimated: boolean
  /** Runs of which nobody knows what they cost. */
  unknownCosts: number
  /** Milliseconds; `null` where nobody knows. */
  leftMs: number | null
}

/** Progress in one line: `34 of 73 done, 4 running, 1 could not be measured · $0.80 spent · about 3 min left`. */
export function progressInWords(progress: Progress): string {
  const { done, planned, running, errors, leftMs } = progress
  return [
    [`${done} of ${planned} done`, `${running} running`, ...errors === 0 ? [] : [`${errors} could not be measured`]].join(', '),
    spent(progress),
    ...leftMs === null ? [] : [`about ${roughly(leftMs)} left`],
  ].join(' · ')
}

function spent({ usd, isEstimated, unknownCosts }: Progress): string {
  if (usd === 0 && unknownCosts > 0)
    return 'cost unknown'
  const sum = `${isEstimated && usd > 0 ? 'about ' : ''}${dollars(usd)} spent`
  return unknownCosts === 0 ? sum : `at least ${sum} (${count(unknownCosts, 'run')} did not say)`
}
