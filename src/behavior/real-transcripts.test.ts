import type { AgentEvent } from '../agent/events.ts'
import type { RunEnd } from '../routing/ending.ts'
import type { ObserveOptions } from './observe.ts'
import type { BehaviorCase } from './result.ts'
import { describe, expect, it } from 'vitest'
import { agentOfTranscripts, transcriptEvents as events, transcriptRows as rows } from '../agent/transcripts.fixture.ts'
import { evaluationOf } from './evaluation.fixture.ts'
import { didText, saidText } from './evidence.ts'
import { gradeRun } from './grade.ts'
import { observeRun } from './observe.ts'
import { behaviorCase } from './outcome.ts'

const exit: RunEnd = { reason: 'exit', exitCode: 0, signal: null, error: null, stderr: '' }

function optionsOf(version: string): ObserveOptions {
  const { skillsFolder, tools } = agentOfTranscripts(version)
  return { skill: 'changelog-writer', room: [{ name: 'changelog-writer', alias: null }], agent: { skillsFolder, skillTools: tools.skill, bookkeepingTools: tools.bookkeeping } }
}

/** Grades a run, with a judge that finds every line met. */
function grade(all: AgentEvent[], keys: { logs_contain?: string[], unexpected_behavior?: string[] }, end: Partial<RunEnd> = {}, version = 'claude-2.1.332'): BehaviorCase {
  const evaluation = evaluationOf(keys)
  const answers = evaluation.unexpectedBehavior.map(statement => ({ kind: 'unexpected_behavior' as const, statement, pass: true, reason: 'r', votes: { pass: 1, of: 1 } }))
  const checks = gradeRun({ evaluation, values: {}, events: all, left: { made: ['out.txt'], untouched: [], cut: false }, answers, judgeError: null, hook: null })
  return behaviorCase({ evaluation, file: '/repo/evals.json', run: observeRun(all, { ...exit, ...end }, optionsOf(version)), checks, judgeError: null, hookError: null, judge: null, elapsedMs: 1, notes: [] })
}

it.each(rows)('%s %s: what was not done by a broken run passes nothing', (version = '', scenario = '', ...row) => {
  const end = row[2]
  const { outcome, checks, error } = grade(events(version, scenario), { unexpected_behavior: ['Drops the table'] }, {}, version)
  expect(outcome).toBe(end === 'completed' ? 'passed' : end === 'budget' ? 'over_budget' : 'agent_error')
  expect(checks).toHaveLength(outcome === 'passed' ? 1 : 0)
  expect(error === null).toBe(outcome === 'passed')
})

describe.each(['claude-2.1.112', 'claude-2.1.332'])('a job that %s has done', (version) => {
  const all = events(version, 'skill')

  it('holds what the agent did and said', () => {
    const done = grade(all, { logs_contain: ['HELLO from skill', 'wc -c out.txt && echo', '17 out.txt\ndone', 'Launching skill', 'Done: wrote out.txt', 'bash'] })
    expect(done.checks.map(check => check.evidence)).toEqual([
      'In the input of Write: hello from skill',
      'In the input of Bash: wc -c out.txt && echo done',
      'In the result of Bash: 17 out.txt done',
      'In the result of Skill: Launching skill: changelog-writer',
      'In a message: Done: wrote out.txt using changelog-writer.',
      'In a call of Bash: Bash',
    ])
    expect(done).toMatchObject({ outcome: 'passed', activations: [{ skill: 'changelog-writer', ok: true }], toolCalls: 3, costUsd: version === 'claude-2.1.332' ? 0.0264 : 0.036 })
  })

  it('does not hold the tools it could have used, the text of the skill, or how its events are written', () => {
    expect(grade(all, { logs_contain: ['WebSearch', 'BODY-MARKER', 'toolu_', 'session_id', '\\n', '"command"', 'bypassPermissions'] }).checks.map(check => check.passed)).toEqual(Array.from({ length: 7 }).fill(false))
  })

  it('reads as calls with their results, and as what was said', () => {
    expect(didText(all)).toMatch(/^1\. Skill\n {3}skill: changelog-writer\n {3}result: Launching skill: changelog-writer\n\n2\. Write\n(?: {3}.*\n)+\n3\. Bash\n {3}command: wc -c out\.txt && echo done\n {3}description: count\n {3}result: 17 out\.txt\n {5}done$/)
    expect(saidText(all)).toBe('I will use the changelog skill.\n\nDone: wrote out.txt using changelog-writer.')
  })
})

it('a run that the clock stopped grades nothing, not even what its first event holds', () => {
  const started = events('claude-2.1.332', 'skill').slice(0, 1)
  for (const keys of [{ logs_contain: ['init'] }, { unexpected_behavior: ['Drops the table'] }]) {
    const { outcome, passed, checks, error } = grade(started, keys, { reason: 'timeout', error: 'It ran for 1800 s.' })
    expect({ outcome, passed, checks }).toEqual({ outcome: 'timeout', passed: false, checks: [] })
    expect(error).toBe('The agent was stopped by the wall clock before it was done. It ran for 1800 s. Last seen: the agent started.')
  }
})

it('what the command line said in the model\'s place is nothing that the agent said, also where the model then went on', () => {
  const broken = events('claude-2.1.332', 'e429').filter(event => event.type !== 'end')
  const { outcome, checks } = grade([...broken, ...events('claude-2.1.332', 'none')], { logs_contain: ['Request rejected'] })
  expect([outcome, checks.map(check => check.passed)]).toEqual(['failed', [false]])
})
