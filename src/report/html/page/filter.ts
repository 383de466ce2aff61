import type { PageEvaluation } from '../page-evaluation.ts'
import type { Address } from './address.ts'
import { skillIn } from './address.ts'

/** What a text filter looks through, each evaluation's once. */
const texts = new Map<PageEvaluation, string>()
/** Milliseconds of a slice of {@link prepareTexts}: nobody sees a frame come that much later. */
const slice = 8

/** The evaluations that the filters of an address leave. */
export function chosen(evaluations: readonly PageEvaluation[], address: Address): PageEvaluation[] {
  const words = address.q.toLowerCase().split(/\s+/).filter(Boolean)
  return evaluations.filter(one => isChosen(one, address) && words.every(word => textOf(one).includes(word)))
}

/** Makes what a text filter looks through while nobody waits: ten thousand texts take longer than a letter may. */
export function prepareTexts(evaluations: readonly PageEvaluation[]): void {
  let at = 0
  const some = (): void => {
    const end = performance.now() + slice
    while (at < evaluations.length && performance.now() < end)
      evaluations.slice(at, at += 100).forEach(textOf)
    if (at < evaluations.length)
      whenIdle(some)
  }
  whenIdle(some)
}

/** Safari has no word for it. */
function whenIdle(act: () => void): void {
  if ('requestIdleCallback' in globalThis)
    requestIdleCallback(act)
  else
    setTimeout(act)
}

function isChosen(one: PageEvaluation, { tier, skill, category, verdict, expected, fired }: Address): boolean {
  return (tier === '' || one.tier === tier)
    && (skill === '' || skillIn(one.skill) === skill)
    && (category === '' || one.category === category)
    && (verdict === '' || one.state === verdict || one.verdict === verdict)
    && (expected === '' || skillIn(one.expected) === expected)
    && (fired === '' || skillIn(one.fired) === fired)
}

function textOf(one: PageEvaluation): string {
  const known = texts.get(one)
  if (known !== undefined)
    return known
  const text = [one.id, one.prompt, one.skill, one.expected, one.fired, one.verdict].join('\n').toLowerCase()
  texts.set(one, text)
  return text
}
