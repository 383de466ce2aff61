import type { BehaviorCase } from '../behavior/result.ts'
import type { RoutingCase } from '../routing/result.ts'
import type { Redactor } from '../run/redact.ts'

/** What evaluations and their records are found by must stay what it is, whatever is secret on this machine. */
const FOUND_BY = new Set(['id', 'file', 'record', 'tier', 'category', 'verdict', 'outcome', 'stop', 'kind'])

/**
 * A graded evaluation as all outputs may have it: whatever the agent, its tools, the judge or a hook have put into it goes to logs and
 * artifacts of CI.
 */
export function withoutSecrets<T extends RoutingCase | BehaviorCase>(graded: T, { secrets }: Pick<Redactor, 'secrets'>): T {
  const { skill } = graded
  const clean = cleaned(graded, secrets) as T
  return graded.tier === 'routing' ? { ...clean, skill, expected: graded.expected } : { ...clean, skill }
}

/** The same of an error that no case holds: its message, its stack, and what it was caused by. */
export function errorWithoutSecrets(error: unknown, { secrets }: Pick<Redactor, 'secrets'>): unknown {
  if (!(error instanceof Error))
    return typeof error === 'string' ? secrets(error) : error
  error.message = secrets(error.message)
  if (error.stack !== undefined)
    error.stack = secrets(error.stack)
  if (error.cause !== undefined)
    error.cause = errorWithoutSecrets(error.cause, { secrets })
  return error
}

function cleaned(value: unknown, secrets: (text: string) => string, key?: string): unknown {
  if (typeof value === 'string')
    return key !== undefined && FOUND_BY.has(key) ? value : secrets(value)
  if (Array.isArray(value))
    return value.map(item => cleaned(item, secrets))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, cleaned(item, secrets, name)]))
  return value
}
