import type { AgentEvent } from '../agent/events.ts'
import type { Evaluation } from '../dataset/evaluation.ts'
import type { Check } from './result.ts'
import { findLiteral } from './evidence.ts'
import { passagesOf } from './passages.ts'
import { expandPlaceholders } from './placeholders.ts'

/** Grades `logs_contain`: each literal, its placeholders filled in, has to be in what the agent did or said. */
export function gradeLiterals(evaluation: Evaluation, values: Record<string, string>, events: readonly AgentEvent[]): Check[] {
  const passages = passagesOf(events)
  return evaluation.logsContain.map((text, index) => {
    const literal = expandPlaceholders(text, values)
    const check = {
      kind: 'logs_contain' as const,
      text,
      ...literal === text ? {} : { expanded: literal },
      expected: `the agent does or says "${literal}"`,
      ...evaluation.positions.logsContain[index] ?? evaluation.positions.start,
    }
    // Every run contains nothing.
    if (literal.trim() === '')
      return { ...check, passed: null, observed: 'nothing to look for', evidence: 'The hooks gave an empty text for its placeholders.' }
    const { found, nearest } = findLiteral(passages, literal)
    return found === null
      ? { ...check, passed: false, observed: 'it did not', evidence: nearest === null ? 'Nothing like it was seen.' : `The nearest thing: ${nearest}` }
      : { ...check, passed: true, observed: 'it did', evidence: found }
  })
}
