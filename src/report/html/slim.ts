import type { PageEvaluation } from './page-evaluation.ts'
import { keyOf } from './page-evaluation.ts'

/** An evaluation without what goes without saying: ten thousand of them are read before the page can paint. */
export type SlimEvaluation = Partial<Omit<PageEvaluation, 'run'>> & { run?: Partial<PageEvaluation['run']> }

/** What most evaluations have. */
function ordinary({ tier = 'routing', id = '', ...known }: SlimEvaluation): PageEvaluation {
  const { skill = null, category = 'positive', state = 'passed', verdict = '', fired = null } = known
  return {
    key: keyOf(tier, id),
    tier,
    id,
    skill,
    category,
    extended: false,
    prompt: '',
    state,
    verdict,
    expected: category === 'positive' ? skill : null,
    fired,
    place: '',
    notes: [],
    unknownNames: [],
    room: { missing: [], extra: [] },
    judge: null,
    run: { state, verdict, fired, stop: 'end', error: null, checks: [], activations: fired === null ? [] : [{ skill: fired, ok: true, reason: null, subagent: false }], toolCalls: 0, seconds: 0, usd: null, tokens: { in: null, out: null }, agent: '', replayed: false, cached: false, record: null },
    trials: null,
    baseline: null,
  }
}

/** Leaves out what {@link whole} puts back. */
export function slim(one: PageEvaluation): SlimEvaluation {
  const usual = ordinary({ tier: one.tier, id: one.id, skill: one.skill, category: one.category, state: one.state, verdict: one.verdict, fired: one.fired })
  const { run: _, ...evaluation } = without(one, usual)
  const run = without(one.run, usual.run)
  // what the ordinary is made of
  return { tier: one.tier, id: one.id, skill: one.skill, category: one.category, state: one.state, verdict: one.verdict, fired: one.fired, ...evaluation, ...Object.keys(run).length > 0 && { run } }
}

/** The evaluation as it was. */
export function whole(one: SlimEvaluation): PageEvaluation {
  const usual = ordinary(one)
  return { ...usual, ...one, run: { ...usual.run, ...one.run } }
}

function without<T extends object>(one: T, usual: T): Partial<T> {
  const left: Partial<T> = {}
  for (const key in one) {
    if (one[key] !== usual[key] && (typeof one[key] !== 'object' || JSON.stringify(one[key]) !== JSON.stringify(usual[key])))
      left[key] = one[key]
  }
  return left
}
