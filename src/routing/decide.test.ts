import type { AgentEvent } from '../agent/events.ts'
import type { DeciderOptions } from './decide.ts'
import type { RunEnd } from './ending.ts'
import type { RoutingDecision } from './result.ts'
import { describe, expect, it } from 'vitest'
import { createDecider } from './decide.ts'
import { verdictOf } from './verdict.ts'

const options: DeciderOptions = {
  room: ['pdf-tools', 'sql', 'sql-review'].map(name => ({ name, alias: null })),
  limits: { toolCalls: 3, inspections: 2 },
  agent: { skillsFolder: '.claude/skills', skillTools: ['Skill'], bookkeepingTools: ['TodoWrite'] },
}
const exit: RunEnd = { reason: 'exit', exitCode: 0, signal: null, error: null, stderr: '' }
const stopped: RunEnd = { ...exit, reason: 'stopped', exitCode: 143 }

const end: AgentEvent = { type: 'end', text: 'Done.', isError: false, reason: 'completed', usage: { inputTokens: 10 }, costUsd: 0.5 }
let calls = 0

function start(skills: string[] | null = ['pdf-tools', 'sql', 'sql-review'], tools: string[] | null = ['Bash', 'Skill']): AgentEvent {
  return { type: 'start', skills, tools, model: 'opus-5', version: '2.1.332' }
}

function call(name: string, input: unknown, id = `call-${++calls}`): AgentEvent {
  return { type: 'tool_call', id, name, input }
}

function bash(count: number): AgentEvent[] {
  return Array.from({ length: count }, (_, index) => call('Bash', { command: `ls ${index}` }))
}

/** The events of a skill call and its answer. */
function load(skill: string, more: { ok?: boolean, reason?: string, parent?: string } = {}): AgentEvent[] {
  const id = `call-${++calls}`
  const { ok = true, ...rest } = more
  return [
    { ...call('Skill', { skill }, id), ...(more.parent === undefined ? {} : { parent: more.parent }) } as AgentEvent,
    { type: 'tool_result', id, isError: !ok, text: '' },
    { type: 'activation', skill, ok, via: 'tool', call: id, ...rest },
  ]
}

function read(file: string, skill: string): AgentEvent[] {
  const id = `call-${++calls}`
  return [call('Read', { file_path: file }, id), { type: 'activation', skill, ok: true, via: 'read', call: id }]
}

/** Pushes all events, as a replay does, and says after which the run was to be stopped. */
function run(events: AgentEvent[], how: { end?: Partial<RunEnd>, options?: Partial<DeciderOptions> } = {}): RoutingDecision & { stoppedAt: number } {
  const decider = createDecider({ ...options, ...how.options })
  const answers = events.map(event => decider.push(event))
  return { ...decider.finish({ ...exit, ...how.end }), stoppedAt: answers.findIndex(answer => answer !== null) }
}

describe('activations', () => {
  it('ends the run at the first skill of the room that loads', () => {
    const events = [start(), ...load('pdf-tools'), ...load('sql')]
    const decision = run(events, { end: stopped })
    expect(decision).toMatchObject({ observed: 'pdf-tools', stop: 'decision', error: null, toolCalls: 0, stoppedAt: 3, model: 'opus-5', agentVersion: '2.1.332' })
    expect(decision.activations).toEqual([{ skill: 'pdf-tools', ok: true, subagent: false }])
  })

  it('is not decided by work before the skill', () => {
    const decision = run([start(), call('Bash', { command: 'ls' }), call('Glob', { pattern: '**/*.pdf' }), ...load('pdf-tools'), end])
    expect(decision).toMatchObject({ observed: 'pdf-tools', toolCalls: 2, inspections: 0 })
  })

  it.each([
    ['/pdf-tools', 'pdf-tools'],
    ['acme:pdf-tools', 'pdf-tools'],
    ['/acme:pdf-tools', 'pdf-tools'],
    ['acme:office:pdf-tools', 'pdf-tools'],
    ['sql-review', 'sql-review'],
    ['sql', 'sql'],
    ['PDF Toolbox', 'pdf-tools'],
  ])('reads %s as %s', (called, skill) => {
    const room = [{ name: 'sql', alias: null }, { name: 'sql-review', alias: 'sql' }, { name: 'pdf-tools', alias: 'PDF Toolbox' }]
    expect(run([start(null), ...load(called)], { options: { room } }).observed).toBe(skill)
  })

  it.each(['sql-rev', 'my-sql', 'SQL', 'pdf-tools-extra', 'sql:', ''])('does not take %j for a skill of the room', (called) => {
    const decision = run([start(), ...load(called, { ok: false }), end])
    expect(decision).toMatchObject({ observed: null, stop: 'end', unknownNames: [called], activations: [] })
  })

  it('takes no activation from prose, calls or results', () => {
    const decision = run([
      start(),
      { type: 'message', text: 'I would use the skill pdf-tools.' },
      call('Bash', { command: 'echo pdf-tools' }, 'a'),
      { type: 'tool_result', id: 'a', isError: false, text: '.claude/skills/pdf-tools/SKILL.md' },
      { type: 'unknown', line: '{"skill":"pdf-tools"}' },
      end,
    ])
    expect(decision).toMatchObject({ observed: null, activations: [], stop: 'end', error: null })
  })

  it('names an installed skill from outside the room, and goes on', () => {
    const events = [start(['pdf-tools', 'sql', 'sql-review', 'house-rules']), ...load('house-rules')]
    const alone = run([...events, end])
    expect(alone).toMatchObject({ observed: 'other:house-rules', stop: 'end', stoppedAt: -1, toolCalls: 1, room: { extra: ['house-rules'] } })
    const followed = run([...events, ...load('pdf-tools'), end])
    expect(followed).toMatchObject({ observed: 'pdf-tools', stop: 'decision' })
    expect(followed.activations.map(one => one.skill)).toEqual(['other:house-rules', 'pdf-tools'])
  })

  it('knows by its load that a skill which nobody listed is installed', () => {
    expect(run([start(null), ...load('house-rules'), end])).toMatchObject({ observed: 'other:house-rules', unknownNames: [] })
  })

  it('does not credit the room with a plugin or bundled skill of the same name', () => {
    const plugin = run([start(['pdf-tools', 'sql', 'sql-review', 'acme:sql']), ...load('acme:sql'), end])
    expect(plugin).toMatchObject({ observed: 'other:acme:sql', room: { extra: ['acme:sql'] } })
    const bundled = run([start(['collide', 'code-review']), ...load('code-review'), end], { options: { room: [{ name: 'collide', alias: 'code-review' }] } })
    expect(bundled).toMatchObject({ observed: 'other:code-review', room: { missing: [], extra: ['code-review'] } })
  })

  it('goes on after a load that failed, and takes the retry', () => {
    const failed = load('sql', { ok: false, reason: 'InputValidationError' })
    const alone = run([start(), ...failed, end])
    expect(alone).toMatchObject({ observed: null, stop: 'end', error: null, toolCalls: 1, stoppedAt: -1 })
    expect(alone.activations).toEqual([{ skill: 'sql', ok: false, reason: 'InputValidationError', subagent: false }])
    expect(run([start(), ...failed, ...load('sql')])).toMatchObject({ observed: 'sql', stop: 'decision', toolCalls: 1 })
  })

  it('bounds an agent that keeps calling a skill that does not load', () => {
    const events = Array.from({ length: 9 }, () => load('sql', { ok: false })).flat()
    expect(run([start(), ...events], { end: stopped })).toMatchObject({ observed: null, stop: 'tool_budget', toolCalls: 4 })
  })

  it('counts skills in subagents, and says so', () => {
    const decision = run([start(), call('Task', { prompt: 'x' }, 'task'), ...load('sql', { parent: 'task' })])
    expect(decision).toMatchObject({ observed: 'sql', activations: [{ subagent: true }] })
  })

  it('takes a skill that a subagent loads after the first end', () => {
    expect(run([start(), end, ...load('sql', { parent: 'task' }), end])).toMatchObject({ observed: 'sql', stop: 'decision' })
  })
})

describe('an agent that opens SKILL.md itself', () => {
  const noSkillTool = start(['pdf-tools'], ['Read', 'Bash'])
  const windows = 'C:\\w\\.claude\\skills\\pdf-tools\\SKILL.md'

  it('has decided when it has no skill tool', () => {
    expect(run([noSkillTool, ...read(windows, 'pdf-tools')])).toMatchObject({ observed: 'pdf-tools', stop: 'decision', inspections: 1 })
    const agent = { ...options.agent, skillTools: [] }
    expect(run([start(null, null), ...read(windows, 'pdf-tools')], { options: { agent } }).observed).toBe('pdf-tools')
  })

  it('has only looked when it has one', () => {
    expect(run([start(), ...read(windows, 'pdf-tools'), end])).toMatchObject({ observed: null, stop: 'end', inspections: 1 })
    expect(run([start(null, null), ...read(windows, 'pdf-tools'), end])).toMatchObject({ observed: null, stop: 'end' })
  })

  it.each([[false], [true]])('has surveyed when it opened several side by side (answers before activations: %s)', (answersFirst) => {
    const files = ['sql', 'pdf-tools'].map(skill => ({ skill, id: `read-${skill}` }))
    const events = [
      noSkillTool,
      ...files.map(({ skill, id }) => call('Read', { file_path: `.claude/skills/${skill}/SKILL.md` }, id)),
      ...files.flatMap(({ skill, id }): AgentEvent[] => {
        const answer: AgentEvent = { type: 'tool_result', id, isError: false, text: '' }
        const activation: AgentEvent = { type: 'activation', skill, ok: true, via: 'read', call: id }
        return answersFirst ? [answer, activation] : [activation, answer]
      }),
    ]
    expect(run([...events, end])).toMatchObject({ observed: null, activations: [], inspections: 2 })
    expect(run([...events, ...read('.claude/skills/sql/SKILL.md', 'sql')], { options: { limits: { toolCalls: 3, inspections: 9 } } }).observed).toBe('sql')
  })
})

describe('budgets', () => {
  it('allows the limit and ends at the next call', () => {
    expect(run([start(), ...bash(3), end])).toMatchObject({ stop: 'end', toolCalls: 3, stoppedAt: -1 })
    expect(run([start(), ...bash(5)], { end: stopped })).toMatchObject({ observed: null, stop: 'tool_budget', error: null, toolCalls: 4, stoppedAt: 4 })
  })

  it('counts looks at the skills tree apart', () => {
    const looks = [1, 2, 3].map(() => call('Bash', { command: 'ls .claude/skills' }))
    expect(run([start(), ...looks.slice(1), ...bash(3), end])).toMatchObject({ stop: 'end', toolCalls: 3, inspections: 2 })
    expect(run([start(), ...looks], { end: stopped })).toMatchObject({ stop: 'inspection_budget', toolCalls: 0, inspections: 3 })
  })

  it('leaves bookkeeping and repeated lines out of both', () => {
    const todos = Array.from({ length: 20 }, () => call('TodoWrite', { todos: ['.claude/skills'] }))
    const same = Array.from({ length: 20 }, () => call('Bash', { command: 'ls' }, 'same'))
    expect(run([start(), ...todos, ...same, end])).toMatchObject({ stop: 'end', toolCalls: 1, inspections: 0 })
  })

  it('takes the skill that the call after the last allowed one loads', () => {
    expect(run([start(), ...bash(3), ...load('sql')])).toMatchObject({ observed: 'sql', stop: 'decision', toolCalls: 3 })
  })

  it('waits for a skill that was called in the same reply before it stops', () => {
    const [skillCall, ...answer] = load('sql')
    const reply = [skillCall, ...bash(9)].filter(event => event !== undefined)
    expect(run([start(), ...reply, ...answer])).toMatchObject({ observed: 'sql', stop: 'decision', stoppedAt: 12 })
    const [failing, ...failure] = load('sql', { ok: false })
    const other = [failing, ...bash(9)].filter(event => event !== undefined)
    expect(run([start(), ...other, ...failure, ...bash(1)])).toMatchObject({ observed: null, stop: 'tool_budget', toolCalls: 10 })
  })

  it('goes on to count when a skill call was answered but names nothing', () => {
    const nameless: AgentEvent[] = [call('Skill', {}, 'odd'), { type: 'tool_result', id: 'odd', isError: true, text: 'no name' }]
    expect(run([start(), ...nameless, ...bash(3)])).toMatchObject({ stop: 'tool_budget', toolCalls: 4 })
  })

  it('keeps one count for each run', () => {
    run([start(), ...bash(3)])
    expect(run([start(), ...bash(3), end]).stop).toBe('end')
  })

  it('gives a replay the figures of the live run, whatever came in while it was stopped', () => {
    const live = run([start(), ...bash(4)], { end: stopped })
    const late = [...bash(5), ...load('sql'), { type: 'message', text: 'late' } satisfies AgentEvent]
    expect(run([start(), ...bash(4), ...late], { end: { reason: 'timeout' } })).toEqual(live)
  })
})

describe('skills that are called side by side', () => {
  const [first, ...firstAnswer] = load('sql')
  const [second, ...secondAnswer] = load('pdf-tools')
  const [, ...firstFailure] = load('sql', { ok: false, reason: 'no' })
  const calls = [start(), first, second].filter(event => event !== undefined)
  const failure = firstFailure.map(event => ({ ...event, ...event.type === 'activation' && first?.type === 'tool_call' && { call: first.id }, ...event.type === 'tool_result' && first?.type === 'tool_call' && { id: first.id } }) as AgentEvent)

  it('are taken in the order of their calls, whichever answer comes first', () => {
    for (const answers of [[...firstAnswer, ...secondAnswer], [...secondAnswer, ...firstAnswer]])
      expect(run([...calls, ...answers, end])).toMatchObject({ observed: 'sql', stop: 'decision' })
    const both = run([...calls, ...secondAnswer, ...firstAnswer], { end: stopped })
    expect(both).toMatchObject({ stoppedAt: 6, toolCalls: 1 })
    expect(both.activations.map(({ skill }) => skill)).toEqual(['sql', 'pdf-tools'])
  })

  it('decide by the second where the first does not load', () => {
    expect(run([...calls, ...secondAnswer, ...failure, end])).toMatchObject({ observed: 'pdf-tools', stop: 'decision', activations: [{ skill: 'sql', ok: false }, { skill: 'pdf-tools', ok: true }] })
    // its answer names nothing
    expect(run([...calls, ...secondAnswer, ...firstAnswer.slice(0, 1), call('Bash', {}), end])).toMatchObject({ observed: 'pdf-tools', stop: 'decision' })
    expect(run([...calls, ...secondAnswer, end])).toMatchObject({ observed: 'pdf-tools', error: null, toolCalls: 1 })
  })

  it('decide nothing where the run breaks before the first is answered', () => {
    const decision = run([...calls, ...secondAnswer], { end: { reason: 'timeout' } })
    expect(decision).toMatchObject({ observed: null, stop: 'timeout', activations: [{ skill: 'pdf-tools', ok: true }] })
    expect([verdictOf('sql', decision).verdict, verdictOf('pdf-tools', decision).verdict, verdictOf(null, decision).verdict]).toEqual(['error', 'error', 'false_trigger'])
  })

  it('do not wait for a call that came later', () => {
    expect(run([...calls, ...firstAnswer])).toMatchObject({ observed: 'sql', stoppedAt: 4 })
  })
})

describe('how a run ends', () => {
  const apiError: AgentEvent = { type: 'end', text: 'API Error: 529 overloaded', isError: true, reason: 'api_error', usage: {}, status: 529 }

  it.each<[string, AgentEvent[], Partial<RunEnd>, string, string]>([
    ['API error', [start(), apiError], { exitCode: 1 }, 'api_error', 'The agent ended with an API error (status 529). API Error: 529 overloaded.'],
    ['own turn limit, said as success', [start(), { ...apiError, isError: false, reason: 'max_turns', text: '' } as AgentEvent], {}, 'end', 'The agent ended at its own turn limit.'],
    ['own money limit', [start(), { ...apiError, reason: 'budget', text: '' } as AgentEvent], { stderr: 'over' }, 'end', 'The agent ended at its own money limit. stderr: over.'],
    ['refusal', [start(), { ...apiError, reason: 'refused', text: 'no' } as AgentEvent], {}, 'end', 'The model refused the prompt. no.'],
    ['success that is none', [start(), { ...apiError, reason: 'completed', text: 'bad key' } as AgentEvent], {}, 'end', 'The agent ended with an error (status 529). bad key.'],
    ['cut stream', [start(), call('Bash', {})], {}, 'cut', 'The agent\'s output stopped without a result. Last seen: a call of Bash.'],
    ['nothing at all', [], {}, 'cut', 'The agent\'s output stopped without a result. Last seen: nothing.'],
    ['crash', [], { exitCode: 1, stderr: 'a\nb\r\n\nc\nInvalid API key\n' }, 'crash', 'The agent ended with exit code 1 and without a result. Last seen: nothing. stderr: b / c / Invalid API key.'],
    ['signal', [start()], { exitCode: null, signal: 'SIGKILL' }, 'crash', 'The agent was ended by SIGKILL. Last seen: the agent started.'],
    ['success and a bad exit', [start(), end], { exitCode: 1, stderr: 'broken pipe\n' }, 'crash', 'The agent said that it was done, and then ended with exit code 1. stderr: broken pipe.'],
    ['success and a signal', [start(), end], { exitCode: null, signal: 'SIGSEGV' }, 'crash', 'The agent said that it was done, and then ended with the signal SIGSEGV.'],
    ['clock', [start(), { type: 'warning', text: 'retry 7 of 10' }], { reason: 'timeout', error: 'after 240 s' }, 'timeout', 'The agent was stopped by the wall clock before it decided. after 240 s. Last seen: the agent started. Last warning: retry 7 of 10.'],
    ['clock after an end', [start(), end], { reason: 'timeout' }, 'timeout', 'The agent was stopped by the wall clock before it decided. Last seen: the agent started.'],
    ['no process', [], { reason: 'spawn', exitCode: null, error: 'spawn claude ENOENT' }, 'crash', 'The agent did not start. spawn claude ENOENT.'],
    ['cancelled', [start()], { reason: 'aborted' }, 'cancelled', 'The run was cancelled before the agent decided.'],
    ['stopped with other limits', [start(), ...bash(3)], stopped, 'cut', 'The run was stopped early, but under these limits nothing in it decides. Last seen: a call of Bash.'],
    ['work after the end', [start(), end, call('Bash', {})], { exitCode: 1 }, 'crash', 'The agent ended with exit code 1 and without a result. Last seen: a call of Bash.'],
  ])('%s is an error', (_, events, how, stop, error) => {
    expect(run(events, { end: how })).toMatchObject({ observed: null, stop, error })
  })

  it('lets a decision stand, whatever went wrong after it', () => {
    for (const reason of ['exit', 'stopped', 'timeout', 'aborted', 'spawn'] as const)
      expect(run([start(), ...load('sql'), apiError], { end: { reason, exitCode: 1 } })).toMatchObject({ observed: 'sql', stop: 'decision', error: null })
  })

  it('counts the last end', () => {
    expect(run([start(), end, { ...end, costUsd: 0.7 } as AgentEvent])).toMatchObject({ stop: 'end', error: null, costUsd: 0.7, usage: { inputTokens: 10 } })
    expect(run([start(), end, apiError])).toMatchObject({ stop: 'api_error' })
  })

  it('leaves an unknown cost unknown', () => {
    expect(run([start(), ...load('sql')])).toMatchObject({ costUsd: null, usage: {} })
    expect(run([start(), ...load('sql'), end])).toMatchObject({ costUsd: 0.5 })
  })
})

describe('the room as the agent saw it', () => {
  it.each<[string, string[] | null, { observed: boolean, missing: string[], extra: string[] }]>([
    ['complete', ['sql', 'sql-review', 'pdf-tools'], { observed: true, missing: [], extra: [] }],
    ['not told', null, { observed: false, missing: [], extra: [] }],
    ['empty', [], { observed: true, missing: ['pdf-tools', 'sql', 'sql-review'], extra: [] }],
    ['more', ['sql', 'sql-review', 'pdf-tools', 'my-global-skill'], { observed: true, missing: [], extra: ['my-global-skill'] }],
    ['under a plugin', ['acme:sql', '/sql-review', 'pdf-tools'], { observed: true, missing: [], extra: [] }],
    ['twice', ['sql', 'acme:sql', 'sql-review', 'pdf-tools'], { observed: true, missing: [], extra: ['acme:sql'] }],
  ])('%s', (_, skills, room) => {
    expect(run([start(skills), end]).room).toEqual(room)
  })

  it('accepts aliases, and adds up what a second start lists', () => {
    const room = [{ name: 'sql', alias: 'SQL Writer' }, { name: 'late', alias: null }]
    expect(run([start(['SQL Writer']), start(['late', 'guest']), end], { options: { room } }).room).toEqual({ observed: true, missing: [], extra: ['guest'] })
  })
})
