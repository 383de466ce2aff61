import type { PageRun, PageTrials } from './page-run.ts'
import { isRecord, numberOf, textOf, textsOf } from '../../agent/json.ts'
import { pageRun, pageTrials } from './page-run.ts'
import { visible } from './visible.ts'

/** How an evaluation counts: an `error` could not be measured. */
export type PageState = 'passed' | 'failed' | 'error'

/** One evaluation of either paid tier, as the page shows it. */
export interface PageEvaluation {
  /** What links to one evaluation name. */
  key: string
  tier: 'routing' | 'behavior'
  id: string
  /** `null` for the shared pool. */
  skill: string | null
  category: string
  extended: boolean
  prompt: string
  state: PageState
  /** Verdict of routing or outcome of behavior. */
  verdict: string
  /** Routing: the skill that should fire, and the one that did. `null` is none. */
  expected: string | null
  fired: string | null
  /** Where it stands: `file:line:column`. */
  place: string
  notes: string[]
  unknownNames: string[]
  room: { missing: string[], extra: string[] }
  judge: PageJudge | null
  /** The run that counts; the first of `trials` when there are several. */
  run: PageRun
  trials: PageTrials | null
  /** The arm without the skill. */
  baseline: PageRun | null
}

/** Who judged, and what it took. */
export interface PageJudge {
  name: string
  calls: number
  seconds: number
  usd: number | null
}

type Json = Record<string, unknown>

/** A routing evaluation of `report.json`. */
export function routingEvaluation(one: Json): PageEvaluation {
  const verdict = textOf(one.verdict) ?? 'error'
  return {
    ...common('routing', one, verdict === 'error'),
    verdict,
    expected: textOf(one.expect) ?? null,
    // a report of an early version has no `fired`
    fired: textOf(one.fired) ?? textOf(one.observed) ?? null,
    unknownNames: textsOf(one.unknown_names) ?? [],
    judge: null,
  }
}

/** A behavior evaluation of `report.json`. */
export function behaviorEvaluation(one: Json): PageEvaluation {
  const outcome = textOf(one.outcome) ?? 'agent_error'
  const judge = isRecord(one.judge) ? one.judge : null
  return {
    ...common('behavior', one, outcome !== 'passed' && outcome !== 'failed'),
    verdict: outcome,
    expected: textOf(one.skill) ?? null,
    fired: null,
    unknownNames: [],
    judge: judge && {
      name: [textOf(judge.agent), textOf(judge.version), textOf(judge.model)].filter(Boolean).join(' '),
      calls: numberOf(judge.calls) ?? 0,
      seconds: numberOf(judge.elapsed_s) ?? 0,
      usd: numberOf(judge.cost_usd) ?? null,
    },
  }
}

function common(tier: PageEvaluation['tier'], one: Json, isError: boolean): Omit<PageEvaluation, 'verdict' | 'expected' | 'fired' | 'unknownNames' | 'judge'> {
  const id = textOf(one.id) ?? ''
  return {
    key: keyOf(tier, id),
    tier,
    id,
    skill: textOf(one.skill) ?? null,
    category: textOf(one.category) ?? '',
    extended: one.extended === true,
    prompt: textOf(one.prompt) ?? '',
    state: isError ? 'error' : one.passed === true ? 'passed' : 'failed',
    place: `${textOf(one.file) ?? ''}:${numberOf(one.line) ?? 1}:${numberOf(one.column) ?? 1}`,
    notes: textsOf(one.notes) ?? [],
    room: { missing: textsOf(one.missing_skills) ?? [], extra: textsOf(one.extra_skills) ?? [] },
    run: pageRun(one),
    trials: isRecord(one.trials) ? pageTrials(one.trials) : null,
    baseline: isRecord(one.baseline) ? pageRun(one.baseline) : null,
  }
}

/** `tier:id` in characters that an address can hold. */
export function keyOf(tier: PageEvaluation['tier'], id: string): string {
  return `${tier}:${visible(id)}`
}

/** All runs of an evaluation that may have a record, each with what it is called on the page. */
export function runsOf(one: PageEvaluation): { name: string, run: PageRun }[] {
  const own = one.trials === null || one.trials.runs.length === 0
    ? [{ name: one.baseline ? 'With the skill' : 'Run', run: one.run }]
    : one.trials.runs.map((run, index) => ({ name: `Trial ${index + 1}`, run }))
  return one.baseline ? [...own, { name: 'Without the skill', run: one.baseline }] : own
}
