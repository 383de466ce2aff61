import type { RoutingCase } from '../routing/result.ts'
import path from 'node:path'
import { recordCommand } from '../run/recordings.ts'
import { bounded, failureRows, quoted, trialsRow } from './failure-text.ts'
import { failure } from './failure.ts'

/** What a wrong or failed routing test says: the prompt, what was expected, what happened, and where the record lies. */
export function routingFailure(graded: RoutingCase, at: { line: number, column: number }, { root, name, runner }: { root: string, name: string, runner?: 'vitest' | 'jest' }): Error {
  const rows: [string, string | null][] = [
    ['prompt', quoted(graded.prompt)],
    ['expected', graded.expected ?? 'no skill'],
    ['observed', graded.verdict === 'error' ? null : graded.observed ?? 'no skill'],
    ['stopped', graded.stop === 'not_run' ? null : stopped(graded)],
    ['trials', trialsRow(graded)],
    ...graded.notes.map((note): [string, string] => ['note', note]),
    ['command', graded.stop === 'not_run' ? recordCommand(graded.id, name, runner) : null],
    ['record', graded.record && path.relative(root, graded.record)],
  ]
  return failure(graded.verdict, `${headline(graded)}\n\n${failureRows(rows)}\n`, graded.file, at)
}

function headline({ verdict, expected, observed, error }: RoutingCase): string {
  switch (verdict) {
    case 'missed_trigger': return `${expected} should have fired, and no skill did.`
    case 'wrong_skill': return `${expected} should have fired, and ${observed} did.`
    case 'false_trigger': return `No skill should have fired, and ${observed ?? 'one was called'} did.`
    default: return `Could not be measured: ${bounded(error ?? 'the reason is not known')}`
  }
}

function stopped({ stop, toolCalls, inspections, elapsedMs }: RoutingCase): string {
  const calls = `after ${toolCalls} tool ${toolCalls === 1 ? 'call' : 'calls'} and ${inspections} ${inspections === 1 ? 'look' : 'looks'} at the skills, ${(elapsedMs / 1000).toFixed(1)} s`
  return `${stop.replaceAll('_', ' ')}, ${calls}`
}
