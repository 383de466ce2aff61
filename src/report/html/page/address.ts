import { visible } from '../visible.ts'

/** What the part after `#` says: filters, the evaluation that is open, and which of its runs. */
export interface Address {
  /** Whose report is shown, of several agents; `''` is the first. */
  agent: string
  /** Text that the id, prompt or a skill's name holds. */
  q: string
  tier: string
  skill: string
  category: string
  /** `passed`, `failed` or `error` for any of that kind, or one verdict or outcome. */
  verdict: string
  /** Routing: skill names, or {@link noSkill}. */
  expected: string
  fired: string
  /** Key of an evaluation. */
  open: string
  /** Index of the run to show. */
  run: string
}

/** Stands for "no skill" in an address. */
export const noSkill = '(none)'

/** A skill as an address names it. An address cannot hold every text, halves of a pair for one. */
export function skillIn(name: string | null): string {
  return name === null ? noSkill : visible(name)
}

const names = ['agent', 'q', 'tier', 'skill', 'category', 'verdict', 'expected', 'fired', 'open', 'run'] as const

/** Which of them choose evaluations. */
export const filterNames = ['q', 'tier', 'skill', 'category', 'verdict', 'expected', 'fired'] as const

/** No filters, and nothing open. */
export const nowhere: Address = { agent: '', q: '', tier: '', skill: '', category: '', verdict: '', expected: '', fired: '', open: '', run: '' }

/** Reads `location.hash`. What it does not know is passed over. */
export function readAddress(hash: string): Address {
  const given = new URLSearchParams(hash.replace(/^#/, ''))
  return Object.fromEntries(names.map(name => [name, given.get(name) ?? ''])) as unknown as Address
}

let kept = ''

/** Links that name no agent lead to this one from now on. */
export function keepAgent(agent: string): void {
  kept = agent
}

/** The address as a link: `#` and what is not empty. */
export function linkTo(given: Partial<Address>): string {
  const address: Partial<Address> = { agent: kept, ...given }
  return `#${new URLSearchParams(names.flatMap(name => address[name] ? [[name, address[name]]] : []))}`
}
