import type { AgentEvent } from '../agent/events.ts'
import type { RunEnd } from '../routing/ending.ts'
import type { ObservedRun, ObserveOptions } from './observe.ts'
import { describe, expect, it } from 'vitest'
import { observeRun } from './observe.ts'

const options: ObserveOptions = {
  skill: 'pdf-tools',
  room: [{ name: 'pdf-tools', alias: 'PDF Toolbox' }],
  agent: { skillsFolder: '.claude/skills', skillTools: ['Skill'], bookkeepingTools: ['TodoWrite'] },
}
const exit: RunEnd = { reason: 'exit', exitCode: 0, signal: null, error: null, stderr: '' }
const start: AgentEvent = { type: 'start', skills: ['pdf-tools'], tools: ['Skill', 'Bash'], model: 'opus-5', version: '2.1.332' }
const end: AgentEvent = { type: 'end', text: 'Done.', isError: false, reason: 'completed', usage: { inputTokens: 10 }, costUsd: 0.5 }
let calls = 0

function call(name: string, input: unknown = {}): AgentEvent {
  return { type: 'tool_call', id: `call-${++calls}`, name, input }
}

function load(skill: string, more: { ok?: boolean, reason?: string, parent?: string } = {}): AgentEvent[] {
  const { ok = true, ...rest } = more
  const made = { ...call('Skill', { skill }), ...rest.parent === undefined ? {} : { parent: rest.parent } } as Extract<AgentEvent, { type: 'tool_call' }>
  return [made, { type: 'tool_result', id: made.id, isError: !ok, text: '' }, { type: 'activation', skill, ok, via: 'tool', call: made.id, ...rest }]
}

function observe(events: AgentEvent[], how: Partial<RunEnd> = {}): ObservedRun {
  return observeRun(events, { ...exit, ...how }, options)
}

describe('a run that ended properly', () => {
  it('shows all it did, also after its skill fired and beyond any budget of routing', () => {
    const work = Array.from({ length: 40 }, (_, index) => call('Bash', { command: `step ${index}` }))
    const looks = [call('Bash', { command: 'ls .claude/skills/pdf-tools/scripts' }), call('TodoWrite')]
    const run = observe([start, ...load('/pdf-tools'), ...work, ...looks, ...load('PDF Toolbox', { parent: 'task' }), end])
    expect(run).toEqual({
      stop: 'end',
      failure: null,
      error: null,
      activations: [{ skill: 'pdf-tools', ok: true, subagent: false }, { skill: 'pdf-tools', ok: true, subagent: true }],
      toolCalls: 43,
      room: { observed: true, missing: [], extra: [] },
      model: 'opus-5',
      agentVersion: '2.1.332',
      usage: { inputTokens: 10 },
      costUsd: 0.5,
      apiStatus: null,
      resultText: 'Done.',
      notes: [],
    })
  })

  it('is told apart by what the reader should know of its skills', () => {
    const other: AgentEvent = { ...start, skills: ['house-rules'] } as AgentEvent
    expect(observe([other, ...load('house-rules'), ...load('pdf', { ok: false }), end])).toMatchObject({
      failure: null,
      room: { missing: ['pdf-tools'], extra: ['house-rules'] },
      notes: [
        'Contaminated room: by its own words the agent loaded house-rules, which is not in the room.',
        'Room not as asked: the agent did not list pdf-tools, and listed house-rules besides.',
        'The agent called pdf, which no installed skill is named.',
        'The agent never loaded pdf-tools: what it did, it did without the skill.',
      ],
    })
    expect(observe([start, ...load('pdf-tools', { ok: false, reason: 'no such file' }), end]).notes).toEqual(['The agent called pdf-tools, but it did not load: no such file.'])
  })

  it('counts the last end', () => {
    expect(observe([start, end, call('Bash'), { ...end, text: 'Really done.', costUsd: 0.7 } as AgentEvent])).toMatchObject({ failure: null, resultText: 'Really done.', costUsd: 0.7 })
  })
})

describe('a run that grades nothing', () => {
  const broken: AgentEvent = { type: 'end', text: 'API Error: 529 overloaded', isError: true, reason: 'api_error', usage: {}, status: 529 }

  it.each<[string, AgentEvent[], Partial<RunEnd>, ObservedRun['failure'], string, string]>([
    ['API error', [start, broken], { exitCode: 1 }, 'agent_error', 'api_error', 'The agent ended with an API error (status 529). API Error: 529 overloaded.'],
    ['money limit', [start, { ...broken, reason: 'budget', text: '' } as AgentEvent], {}, 'over_budget', 'end', 'The agent ended at its own money limit.'],
    ['a limit of ours', [start, call('Bash')], { reason: 'stopped', error: 'More than 200000 tokens were used.' }, 'over_budget', 'cut', 'The run was stopped at one of its limits. More than 200000 tokens were used. Last seen: a call of Bash.'],
    ['turn limit', [start, { ...broken, isError: false, reason: 'max_turns', text: '' } as AgentEvent], {}, 'agent_error', 'end', 'The agent ended at its own turn limit.'],
    ['wall clock', [start, ...load('pdf-tools')], { reason: 'timeout', error: 'after 1800 s' }, 'timeout', 'timeout', 'The agent was stopped by the wall clock before it was done. after 1800 s. Last seen: the load of the skill pdf-tools.'],
    ['wall clock after an end', [start, end], { reason: 'timeout' }, 'timeout', 'timeout', 'The agent was stopped by the wall clock before it was done. Last seen: the agent started.'],
    ['crash', [], { exitCode: 1, stderr: 'Invalid API key' }, 'agent_error', 'crash', 'The agent ended with exit code 1 and without a result. Last seen: nothing. stderr: Invalid API key.'],
    ['no process', [], { reason: 'spawn', exitCode: null, error: 'ENOENT' }, 'agent_error', 'crash', 'The agent did not start. ENOENT.'],
    ['cut stream', [start, end, call('Bash')], {}, 'agent_error', 'cut', 'The agent\'s output stopped without a result. Last seen: a call of Bash.'],
    ['cancelled', [start], { reason: 'aborted' }, 'agent_error', 'cancelled', 'The run was cancelled before the agent was done.'],
  ])('%s', (_, events, how, failure, stop, error) => {
    expect(observe(events, how)).toMatchObject({ failure, stop, error })
  })

  it('has the tokens of the replies it printed, and no cost that nobody said', () => {
    const run = observeRun([start, { type: 'message', text: 'I begin.' }], { ...exit, reason: 'timeout' }, { ...options, usage: { outputTokens: 7 } })
    expect(run).toMatchObject({ usage: { outputTokens: 7 }, costUsd: null, resultText: 'I begin.' })
  })
})
