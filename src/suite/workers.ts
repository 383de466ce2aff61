/** What of a run says how many workers it takes. */
export interface Load {
  /** Agents at the same time. */
  jobs: number
  /** Runs of agents that are planned, at most. */
  runs: number
  /** Test files that bring them. */
  files: number
  /** Of this machine. */
  cores: number
}

/**
 * How many workers keep all jobs busy. A worker runs one file at a time, and at the end of each file most of its agents' places are
 * idle: the fewer runs a file has, the more other files must be at hand. Each worker costs a second of processor time at its start.
 */
export function workersFor({ jobs, runs, files, cores }: Load): number {
  if (runs === 0)
    return Math.min(jobs, Math.max(cores, 2))
  const runsPerFile = runs / files
  return Math.min(jobs, Math.ceil(1 + 2 * jobs / runsPerFile))
}
