import type { PageEvaluation } from '../page-evaluation.ts'
import type { Address } from './address.ts'
import { skillIn } from './address.ts'

/** What a text filter looks through, each evaluation's once. */
const texts = new WeakMap<PageEvaluation, string>()

/** The evaluations that the filters of an address leave. */
export function chosen(evaluations: readonly PageEvaluation[], address: Address): PageEvaluation[] {
  const words = address.q.toLowerCase().split(/\s+/).filter(Boolean)
  return evaluations.filter(one => isChosen(one, address) && words.every(word => textOf(one).includes(word)))
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
