import type { Activation, RoutingDecision, StopReason } from './result.ts'
import { describe, expect, it } from 'vitest'
import { verdictOf } from './verdict.ts'

const none: RoutingDecision = {
  observed: null,
  stop: 'end',
  activations: [],
  unknownNames: [],
  toolCalls: 0,
  inspections: 0,
  room: { observed: true, missing: [], extra: [] },
  error: null,
  model: null,
  agentVersion: null,
  usage: {},
  costUsd: null,
  apiStatus: null,
}

function loaded(skill: string): Activation {
  return { skill, ok: true, subagent: false }
}

function failed(skill: string, reason = 'Unknown skill'): Activation {
  return { skill, ok: false, reason, subagent: false }
}

function fired(skill: string, ...before: Activation[]): Partial<RoutingDecision> {
  return { observed: skill, stop: skill.startsWith('other:') ? 'end' : 'decision', activations: [...before, loaded(skill)] }
}

describe('verdictOf', () => {
  it.each<[string, Partial<RoutingDecision>, string, string]>([
    ['the skill fired', fired('sql'), 'correct_trigger', 'false_trigger'],
    ['another skill of the room fired', fired('sql-review'), 'wrong_skill', 'false_trigger'],
    ['a skill from outside the room fired', fired('other:mine'), 'wrong_skill', 'false_trigger'],
    ['nothing fired', {}, 'missed_trigger', 'true_negative'],
    ['nothing fired within the tool budget', { stop: 'tool_budget' }, 'missed_trigger', 'true_negative'],
    ['nothing fired within the looks', { stop: 'inspection_budget' }, 'missed_trigger', 'true_negative'],
    ['a name that nobody has', { unknownNames: ['nope'] }, 'missed_trigger', 'true_negative'],
    ['the skill was called and did not load', { activations: [failed('sql')] }, 'error', 'false_trigger'],
    ['another was called and did not load', { activations: [failed('sql-review')] }, 'error', 'false_trigger'],
    ['it did not load, and then the clock ran out', { stop: 'timeout', error: 'late', activations: [failed('sql')] }, 'error', 'false_trigger'],
    ['it loaded at the second try', fired('sql', failed('sql')), 'correct_trigger', 'false_trigger'],
    ['it did not load, another did', fired('sql-review', failed('sql')), 'error', 'false_trigger'],
    ['another did not load, it did', fired('sql', failed('sql-review')), 'correct_trigger', 'false_trigger'],
    ['a guest did not load', { observed: 'other:mine', activations: [failed('other:mine')] }, 'wrong_skill', 'false_trigger'],
    ['a guest fired, then the run broke', { ...fired('other:mine'), stop: 'crash', error: 'exit 1' }, 'error', 'error'],
    ['the clock ran out', { stop: 'timeout', error: 'late' }, 'error', 'error'],
    ['the agent crashed', { stop: 'crash', error: 'exit 1' }, 'error', 'error'],
    ['the API failed', { stop: 'api_error', error: '529' }, 'error', 'error'],
    ['the stream was cut', { stop: 'cut', error: 'cut' }, 'error', 'error'],
    ['the run was cancelled', { stop: 'cancelled', error: 'cancelled' }, 'error', 'error'],
    ['the agent ended in an error', { stop: 'end', error: 'turn limit' }, 'error', 'error'],
    ['the record says a decision and no skill', { stop: 'decision' }, 'error', 'error'],
  ])('%s', (_, change, whenExpected, whenNot) => {
    expect(verdictOf('sql', { ...none, ...change }).verdict).toBe(whenExpected)
    expect(verdictOf(null, { ...none, ...change }).verdict).toBe(whenNot)
  })

  it('is total, says why for each error and only then, and passes nothing without proof', () => {
    const stops: StopReason[] = ['decision', 'end', 'tool_budget', 'inspection_budget', 'timeout', 'crash', 'api_error', 'cut', 'cancelled']
    const attempts = [[], [failed('sql')], [failed('sql-review')], [failed('other:mine')]]
    let seen = 0
    for (const expected of [null, 'sql', 'sql-review']) {
      for (const observed of [null, 'sql', 'sql-review', 'other:mine']) {
        for (const stop of stops) {
          for (const error of [null, 'reason']) {
            for (const activations of attempts) {
              const { verdict, error: why } = verdictOf(expected, { ...none, observed, stop, error, activations })
              seen++
              expect(verdict === 'error').toBe(why !== null)
              if (verdict === 'correct_trigger')
                expect(observed).toBe(expected)
              if (verdict === 'true_negative') {
                expect({ expected, observed, error }).toEqual({ expected: null, observed: null, error: null })
                expect(['end', 'tool_budget', 'inspection_budget']).toContain(stop)
                expect(activations.filter(one => !one.skill.startsWith('other:'))).toEqual([])
              }
            }
          }
        }
      }
    }
    expect(seen).toBe(3 * 4 * 9 * 2 * 4)
  })

  it('gives the reason of a load that failed', () => {
    expect(verdictOf('sql', { ...none, activations: [failed('sql', 'No such tool:\n Skill')] }).error).toBe('The agent called sql, but it did not load: No such tool: Skill.')
    expect(verdictOf('sql', { ...none, activations: [{ skill: 'sql', ok: false, subagent: true }] }).error).toBe('The agent called sql inside a subagent, but it did not load.')
  })

  it.each<[string, Partial<RoutingDecision>, string[]]>([
    ['nothing to say', fired('sql'), []],
    ['subagent', { observed: 'sql', stop: 'decision', activations: [{ ...loaded('sql'), subagent: true }] }, ['sql fired inside a subagent.']],
    ['contaminated room', fired('sql', loaded('other:a'), loaded('other:b')), ['Contaminated room: by its own words the agent loaded a, b, which are not in the room.']],
    ['retry', fired('sql', failed('sql')), ['The agent called sql, but it did not load: Unknown skill.']],
    ['unknown name', { unknownNames: ['x', 'x', ''] }, ['The agent called x, (no name), which no installed skill is named.']],
    ['tool budget', { stop: 'tool_budget', toolCalls: 9 }, ['Stopped by the budget at tool call 9.']],
    ['looks', { stop: 'inspection_budget', inspections: 17 }, ['Stopped by the budget at look 17 at the skills tree.']],
    ['not listed', { room: { observed: true, missing: ['sql', 'x'], extra: [] } }, ['Room not as asked: the agent did not list sql, x.']],
  ])('notes: %s', (_, change, notes) => {
    expect(verdictOf('sql', { ...none, ...change }).notes).toEqual(notes)
  })
})
