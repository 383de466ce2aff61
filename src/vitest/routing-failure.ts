import type { RoutingCase } from '../routing/result.ts'
import path from 'node:path'
import { recordCommand } from '../run/recordings.ts'
import { failure } from './failure.ts'

/** A prompt is shown whole up to here; the frame shows where the rest is. */
const promptLimit = 600

/** What a wrong or failed routing test says: the prompt, what was expected, what happened, and where the record lies. */
export function routingFailure(graded: RoutingCase, at: { line: number, column: number }, { root, name }: { root: string, name: string }): Error {
  const rows: [string, string | null][] = [
    ['prompt', quoted(graded.prompt)],
    ['expected', graded.expected ?? 'no skill'],
    ['observed', graded.verdict === 'error' ? null : graded.observed ?? 'no skill'],
    ['stopped', graded.stop === 'not_run' ? null : stopped(graded)],
    ...graded.notes.map((note): [string, string] => ['note', note]),
    ['command', graded.stop === 'not_run' ? recordCommand(graded.id, name) : null],
    ['record', graded.record && path.relative(root, graded.record)],
  ]
  const shown = rows.filter((row): row is [string, string] => row[1] !== null)
  const message = `${headline(graded)}\n\n${shown.map(([name, text]) => `  ${name.padEnd(9)}${text.replaceAll('\n', `\n${' '.repeat(11)}`)}`).join('\n')}\n`
  return failure(graded.verdict, message, graded.file, at)
}

function headline({ verdict, expected, observed, error }: RoutingCase): string {
  switch (verdict) {
    case 'missed_trigger': return `${expected} should have fired, and no skill did.`
    case 'wrong_skill': return `${expected} should have fired, and ${observed} did.`
    case 'false_trigger': return `No skill should have fired, and ${observed ?? 'one was called'} did.`
    default: return `Could not be measured: ${error ?? 'the reason is not known'}`
  }
}

function stopped({ stop, toolCalls, inspections, elapsedMs }: RoutingCase): string {
  const calls = `after ${toolCalls} tool ${toolCalls === 1 ? 'call' : 'calls'} and ${inspections} ${inspections === 1 ? 'look' : 'looks'} at the skills, ${(elapsedMs / 1000).toFixed(1)} s`
  return `${stop.replaceAll('_', ' ')}, ${calls}`
}

function quoted(prompt: string): string {
  return prompt.length > promptLimit ? `${prompt.slice(0, promptLimit)}… (${prompt.length} characters)` : prompt
}
