import type { PageMoney } from '../page-data.ts'
import { dollars, percent } from '../../figures.ts'

/** Verdicts, outcomes and states as people say them. */
const verdicts: Record<string, string> = {
  correct_trigger: 'Correct trigger',
  true_negative: 'True negative',
  missed_trigger: 'Missed trigger',
  wrong_skill: 'Wrong skill',
  false_trigger: 'False trigger',
  error: 'Not measured',
  passed: 'Passed',
  failed: 'Failed',
  agent_error: 'Agent error',
  judge_error: 'Judge error',
  hook_error: 'Hook error',
  timeout: 'Timeout',
  over_budget: 'Over budget',
}

const stops: Record<string, string> = {
  decision: 'a skill of the room was loaded',
  end: 'the agent ended by itself',
  tool_budget: 'the budget of tool calls ran out',
  inspection_budget: 'the budget of looks at the skills tree ran out',
  timeout: 'the time ran out',
  crash: 'the agent crashed',
  api_error: 'the agent’s provider failed',
  cut: 'the output was cut off',
  cancelled: 'it was cancelled',
  not_run: 'it did not run',
}

const categories: Record<string, string> = { positive: 'Positive', near_miss: 'Near miss', unrelated: 'Unrelated' }

const kinds: Record<string, string> = {
  expected_behavior: 'Expected behavior',
  unexpected_behavior: 'Unexpected behavior',
  logs_contain: 'Logs contain',
  files_exist: 'Files exist',
  hook: 'Hook',
}

const own = (words: Record<string, string>, name: string): string => Object.hasOwn(words, name) ? words[name] ?? name : name

export const verdictName = (verdict: string): string => own(verdicts, verdict)
export const stopName = (stop: string): string => own(stops, stop)
export const categoryName = (category: string): string => own(categories, category)
export const kindName = (kind: string): string => own(kinds, kind)
export const skillName = (skill: string | null): string => skill ?? 'no skill'

/** `1 evaluation`, `12,000 evaluations`. */
export function counted(number: number, noun: string): string {
  return `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`
}

/** `19 of 22`, with its ratio. */
export function ratioOf(part: number, whole: number): string {
  return whole === 0 ? '–' : percent(part / whole).replace('%', '\u202F%')
}

/** `81 B`, `1.5 MB`. */
export function bytes(count: number): string {
  return count < 1000 ? `${count} B` : count < 999_500 ? `${Math.round(count / 1000)} kB` : `${(count / 1_000_000).toFixed(1)} MB`
}

/** What was paid; what is not known is said, and never taken for 0. */
export function paid({ usd, unknown }: Pick<PageMoney, 'usd' | 'unknown'>): string {
  return usd === null ? 'unknown' : unknown > 0 ? `at least ${dollars(usd)}` : dollars(usd)
}

/** A moment in the reader's own words; the text itself when it is none. */
export function moment(iso: string): string {
  const date = new Date(iso)
  return Number.isNaN(date.getTime()) ? iso : date.toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })
}
