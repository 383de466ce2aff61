import type { AgentEvent } from '../agent/events.ts'
import type { Activation, RoutingDecision, StopReason, Verdict } from './result.ts'
import fc from 'fast-check'
import { describe, expect } from 'vitest'
import { property } from '../../fixtures/harness/fuzz.ts'
import { createDecider } from './decide.ts'
import { noDecision } from './result.ts'
import { verdictOf } from './verdict.ts'

const STOPS: StopReason[] = ['decision', 'end', 'tool_budget', 'inspection_budget', 'timeout', 'crash', 'api_error', 'cut', 'cancelled', 'not_run']
const WITH_VERDICT: StopReason[] = ['decision', 'end', 'tool_budget', 'inspection_budget']
const room = ['sql', 'sql-review', 'pdf']
const skill = fc.constantFrom('sql', 'sql-review', 'pdf', 'other:x')
const expected = fc.option(fc.constantFrom(...room))
const activation: fc.Arbitrary<Activation> = fc.record({ skill, ok: fc.boolean(), subagent: fc.boolean() })
const decision: fc.Arbitrary<RoutingDecision> = fc.record({ observed: fc.option(skill), stop: fc.constantFrom(...STOPS), error: fc.option(fc.constant('why')), activations: fc.array(activation, { maxLength: 3 }), unknownNames: fc.array(fc.constantFrom('', 'zzz'), { maxLength: 2 }) })
  .map(parts => ({ ...noDecision(parts.stop, ''), ...parts }))

/** The table of the design, row by row. */
function byTheTable(wanted: string | null, { observed, stop, error, activations }: RoutingDecision): Verdict {
  const failed = activations.filter(one => !one.ok && !one.skill.startsWith('other:')).map(one => one.skill)
  const inRoom = observed !== null && !observed.startsWith('other:')
  if (wanted === null) {
    if (inRoom || activations.some(one => !one.skill.startsWith('other:')))
      return 'false_trigger'
    if (error !== null || !WITH_VERDICT.includes(stop))
      return 'error'
    return observed !== null ? 'false_trigger' : stop === 'decision' ? 'error' : 'true_negative'
  }
  if (inRoom)
    return observed === wanted ? 'correct_trigger' : failed.includes(wanted) ? 'error' : 'wrong_skill'
  if (error !== null || !WITH_VERDICT.includes(stop) || failed.length > 0)
    return 'error'
  return observed !== null ? 'wrong_skill' : stop === 'decision' ? 'error' : 'missed_trigger'
}

describe('verdictOf', () => {
  property('is total, and as the table says', fc.tuple(expected, decision), ([wanted, seen]) => {
    const { verdict, error, notes } = verdictOf(wanted, seen)
    expect(verdict).toBe(byTheTable(wanted, seen))
    expect(error === null).toBe(verdict !== 'error')
    expect(notes.every(note => note.trim() !== '')).toBe(true)
  })

  property('passes nothing without a proof', fc.tuple(expected, decision), ([wanted, seen]) => {
    const { verdict } = verdictOf(wanted, seen)
    if (verdict === 'correct_trigger')
      expect(seen.observed).toBe(wanted)
    if (verdict === 'true_negative') {
      expect(seen).toMatchObject({ observed: null, error: null })
      expect(WITH_VERDICT).toContain(seen.stop)
      expect(seen.activations.filter(one => room.includes(one.skill))).toEqual([])
    }
  })
})

const id = fc.constantFrom('', 'a', 'b', 'c')
const name = fc.constantFrom('sql', 'sql-review', '/pdf', 'plugin:sql', 'zzz', '', 'SQL')
const event: fc.Arbitrary<AgentEvent> = fc.oneof(
  fc.record({ type: fc.constant('start' as const), skills: fc.option(fc.array(name, { maxLength: 4 })), tools: fc.option(fc.constantFrom('Skill', 'Read').map(tool => [tool])), model: fc.option(fc.string()), version: fc.constant(null) }),
  fc.record({ type: fc.constant('message' as const), text: fc.string() }),
  fc.record({ type: fc.constant('tool_call' as const), id, name: fc.constantFrom('Skill', 'Read', 'Bash', 'TodoWrite'), input: fc.oneof(fc.jsonValue(), fc.constantFrom({ file_path: '.claude/skills/sql/SKILL.md' }, { command: 'cat .claude/skills/*/SKILL.md' })) }),
  fc.record({ type: fc.constant('tool_result' as const), id, isError: fc.boolean(), text: fc.string() }),
  fc.record({ type: fc.constant('activation' as const), skill: name, ok: fc.boolean(), via: fc.constantFrom('tool', 'read'), call: id }),
  fc.record({ type: fc.constant('end' as const), text: fc.string(), isError: fc.boolean(), reason: fc.constantFrom('completed', 'api_error', 'budget', 'max_turns', 'refused', 'error'), usage: fc.constant({}) }),
  fc.record({ type: fc.constantFrom('warning' as const), text: fc.string() }),
  fc.record({ type: fc.constantFrom('unknown' as const), line: fc.string() }),
)
const end = fc.record({ reason: fc.constantFrom('exit', 'stopped', 'timeout', 'aborted', 'spawn'), exitCode: fc.option(fc.constantFrom(0, 1)), signal: fc.option(fc.constant('SIGKILL')), error: fc.option(fc.constant('e')), stderr: fc.string() })

describe('createDecider', () => {
  property('comes to a verdict on any events, and to none without an end', fc.record({ events: fc.array(event, { maxLength: 20 }), end, wanted: expected }), ({ events, end, wanted }) => {
    const decider = createDecider({ room: room.map(one => ({ name: one, alias: null })), agent: { skillsFolder: '.claude/skills', skillTools: ['Skill'], bookkeepingTools: ['TodoWrite'] }, limits: { toolCalls: 2, inspections: 3 } })
    const stops = events.map(decider.push)
    const at = stops.findIndex(stop => stop !== null)
    // once it has its answer, it keeps it
    expect(new Set(at === -1 ? [] : stops.slice(at)).size).toBeLessThanOrEqual(1)
    const seen = decider.finish(end)
    expect(seen.toolCalls).toBeGreaterThanOrEqual(0)
    const { verdict } = verdictOf(wanted, seen)
    if (at === -1 && end.reason !== 'exit')
      expect(['error', 'false_trigger']).toContain(verdict)
    if (at === -1 && !events.some(one => one.type === 'end') && !events.some(one => one.type === 'activation'))
      expect(verdict).toBe('error')
  })
})
