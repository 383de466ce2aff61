/** What one run of an agent or a judge took in the middle of many. */
export interface Typical {
  /** Milliseconds. */
  ms: number
  /** US dollars; `null` is unknown, not free. */
  usd: number | null
}

/** What an earlier `report.json` tells of the time and money that runs take; `null` for what it has no run of. */
export interface EarlierRun {
  routing: Typical | null
  behavior: Typical | null
  /** One call of the judge. */
  judge: Typical | null
}

/**
 * Medians of an earlier `report.json`: one run that hung says nothing of the others. Evaluations that were graded from recordings are left
 * out, since those were made at another time.
 *
 * @param text of the report
 * @param project whose runs, where the report has several agents. Default, and where it does not have it: the first
 * @returns what there is, also of a text that is no report at all: an estimate is no reason to end a run.
 */
export function earlierRun(text: string, project?: string): EarlierRun {
  const first = objectOf(parsed(text))
  const others = Array.isArray(first.other_agents) ? first.other_agents.map(objectOf) : []
  const report = others.find(one => project !== undefined && objectOf(one.meta).project === project) ?? first
  const behavior = measured(objectOf(report.behavior).cases)
  const judged = behavior.map(one => objectOf(one.judge)).filter(judge => typeof judge.calls === 'number' && judge.calls > 0)
  return {
    routing: typical(measured(report.cases).map(one => [one, runsOf(one)])),
    behavior: typical(behavior.map(one => [one, runsOf(one)])),
    judge: typical(judged.map(judge => [judge, Number(judge.calls)])),
  }
}

type Fields = Record<string, unknown>

function measured(cases: unknown): Fields[] {
  const all = Array.isArray(cases) ? cases.map(objectOf) : []
  return all.filter(one => one.stop_reason !== 'not_run' && (one.replayed !== true || one.cached === true))
}

/** Trials of one evaluation are added up in it. */
function runsOf(one: Fields): number {
  const { runs } = objectOf(one.trials)
  return Array.isArray(runs) ? Math.max(1, runs.length) : 1
}

function typical(took: [one: Fields, runs: number][]): Typical | null {
  const ms = median(took.flatMap(([one, runs]) => typeof one.elapsed_s === 'number' ? [one.elapsed_s * 1000 / runs] : []).filter(Number.isFinite))
  const costs = took.flatMap(([one, runs]) => {
    const cost = one.cost_usd ?? one.cost_estimated_usd
    return typeof cost === 'number' ? [cost / runs] : []
  })
  return ms === null ? null : { ms, usd: median(costs) }
}

function median(numbers: number[]): number | null {
  const ordered = numbers.sort((a, b) => a - b)
  const [low, high] = [ordered[Math.ceil(ordered.length / 2) - 1], ordered[Math.floor(ordered.length / 2)]]
  return low === undefined || high === undefined ? null : (low + high) / 2
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  }
  catch {
    return null
  }
}

function objectOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? value as Fields : {}
}
