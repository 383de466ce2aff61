import type { AgentEvent } from '../agent/events.ts'
import type { Evaluation } from '../dataset/evaluation.ts'
import { expect, it } from 'vitest'
import { transcriptEvents } from '../agent/transcripts.fixture.ts'
import { hookEvaluation, hookRun } from './hook-run.ts'

const events: AgentEvent[] = [
  { type: 'message', text: 'I look.' },
  { type: 'tool_call', id: 'a', name: 'Bash', input: { command: 'ls' } },
  { type: 'tool_call', id: 'b', name: 'Write', input: { file_path: 'x' } },
  { type: 'tool_result', id: 'a', isError: true, text: 'no' },
]
const judge = async (): Promise<{ pass: boolean, reason: string }> => ({ pass: true, reason: '' })
const run = hookRun({ workspace: '/w', files: ['out/report.csv'], events, resultText: 'Done.', contains: (given, text) => given === events && text === 'ls', judge })

it('puts each call together with what came back', () => {
  expect(run.toolCalls).toEqual([
    { name: 'Bash', input: { command: 'ls' }, result: { text: 'no', isError: true } },
    { name: 'Write', input: { file_path: 'x' }, result: null },
  ])
  expect(run).toMatchObject({ workspace: '/w', files: ['out/report.csv'], resultText: 'Done.', transcript: events, judge })
})

it('shows whether the skill was loaded, as docs/reference/outcomes.md asks for it', () => {
  const loaded = expect.objectContaining({ type: 'activation', skill: 'changelog-writer', ok: true })
  const { transcript } = hookRun({ workspace: '/w', files: [], events: transcriptEvents('claude-2.1.332', 'skill'), resultText: '', contains: () => true, judge })
  expect(transcript).toContainEqual(loaded)
  for (const scenario of ['none', 'skillmissing', 'skillwrong'])
    expect(hookRun({ workspace: '/w', files: [], events: transcriptEvents('claude-2.1.332', scenario), resultText: '', contains: () => true, judge }).transcript).not.toContainEqual(loaded)
})

it('asks the caller about literals, of the whole run', () => {
  expect([run.contains('ls'), run.contains('cd')]).toEqual([true, false])
})

it('gives hooks copies, so that they cannot change what is graded', () => {
  const call: AgentEvent = { type: 'tool_call', id: 'a', name: 'Bash', input: { command: 'ls' } }
  const { transcript, toolCalls } = hookRun({ workspace: '/w', files: [], events: [call], resultText: '', contains: () => true, judge })
  Object.assign(toolCalls[0]?.input as object, { command: 'rm' })
  Object.assign(transcript[0] ?? {}, { name: 'Write' })
  expect(call).toEqual({ type: 'tool_call', id: 'a', name: 'Bash', input: { command: 'ls' } })
})

it('finds files as `files_exist` does', () => {
  expect(['report.csv', './out/report.csv', 'out\\report.csv', 'port.csv', 'out', '/w/out/report.csv', '/w/report.txt'].map(run.hasFile)).toEqual([true, true, true, false, false, true, false])
})

it('does not call a file missing that could never be there', () => {
  for (const path of ['/etc/passwd', '../x', '*.csv'])
    expect(() => run.hasFile(path), path).toThrow(`run.hasFile: \`${path}\` `)
})

it('gives hooks what the dataset says', () => {
  const at = { line: 1, column: 1 }
  const evaluation: Evaluation = {
    id: 'one',
    prompt: 'Do {what}.',
    shouldTrigger: true,
    category: 'positive',
    skill: 'demo',
    expected: 'demo',
    expectedBehavior: ['e'],
    unexpectedBehavior: ['u'],
    logsContain: ['l'],
    filesExist: ['f'],
    workspace: 'evals/files',
    extended: true,
    hasBehavior: true,
    positions: { start: at, end: at, id: at, prompt: at, shouldTrigger: at, workspace: at, expectedBehavior: [], unexpectedBehavior: [], logsContain: [], filesExist: [] },
  }
  expect(hookEvaluation(evaluation)).toEqual({
    id: 'one',
    prompt: 'Do {what}.',
    skill: 'demo',
    expectedBehavior: ['e'],
    unexpectedBehavior: ['u'],
    logsContain: ['l'],
    filesExist: ['f'],
    workspace: 'evals/files',
    note: undefined,
    extended: true,
  })
})
