import type { TierComparison } from './compare.ts'
import type { ReportedEvaluation } from './read-report.ts'
import { describe, expect, it } from 'vitest'
import { compareReports } from './compare.ts'
import { reportedRun, routed, several } from './comparison.fixture.ts'

function routing(before: ReportedEvaluation[], after: ReportedEvaluation[]): TierComparison {
  const [tier] = compareReports(reportedRun(before), reportedRun(after)).tiers
  if (tier === undefined)
    throw new Error('There is no tier.')
  return tier
}

const same = several(20, 'same')

describe('compareReports', () => {
  it.each([
    ['five of one way may be chance', 5, 0, 'cannot tell', 0.0625],
    ['six of one way are not', 6, 0, 'better', 0.03125],
    ['six of the other way', 0, 6, 'worse', 0.03125],
    ['as many both ways', 6, 6, 'cannot tell', 1],
  ] as const)('%s', (_, better, worse, answer, chance) => {
    const before = [...same, ...several(better, 'up', 'missed_trigger'), ...several(worse, 'down')]
    const after = [...same, ...several(better, 'up'), ...several(worse, 'down', 'wrong_skill')]
    const tier = routing(before, after)
    expect(tier.answer).toBe(answer)
    expect(tier.figures?.chance).toBeCloseTo(chance, 12)
    expect(tier.figures?.difference).toBeCloseTo((better - worse) / (20 + better + worse), 12)
    expect(tier.changed.map(one => one.direction)).toEqual([...Array.from({ length: worse }).fill('worse'), ...Array.from({ length: better }).fill('better')])
  })

  it('counts only what was graded in both, and lists the rest', () => {
    const tier = routing(
      [routed('a'), routed('gone'), routed('broke'), routed('mended', 'error'), routed('never', 'error')],
      [routed('a', 'missed_trigger'), routed('broke', 'error'), routed('mended'), routed('never', 'error'), routed('new')],
    )
    expect(tier).toMatchObject({ evaluations: 1, added: ['new'], removed: ['gone'], answer: 'cannot tell' })
    expect(tier.notGraded.map(pair => pair.before.id)).toEqual(['broke', 'mended', 'never'])
    expect(tier.figures?.before).toMatchObject({ rate: 1, passed: 1, graded: 1, costUsd: 0.25, elapsedMs: 1000 })
    expect(tier.figures?.after).toMatchObject({ rate: 0, passed: 0, graded: 1 })
    expect(tier.changed.map(one => one.id)).toEqual(['a'])
  })

  it('takes an evaluation with several runs for one observation', () => {
    const [all, none] = [Array.from<string>({ length: 20 }).fill('correct_trigger'), Array.from<string>({ length: 20 }).fill('missed_trigger')]
    expect(routing([routed('a', none)], [routed('a', all)])).toMatchObject({ answer: 'cannot tell', figures: { chance: 1, before: { rate: 0, graded: 20 }, after: { rate: 1, passed: 20 } } })
    expect(routing(several(6, 'a', ['correct_trigger', 'missed_trigger']), several(6, 'a', ['correct_trigger', 'correct_trigger', 'error']))).toMatchObject({ answer: 'better', figures: { difference: 0.5 } })
  })

  it('tells verdicts that are wrong in another way from those that are the same', () => {
    const tier = routing([routed('a', 'missed_trigger'), routed('b', ['missed_trigger', 'correct_trigger'])], [routed('a', 'wrong_skill'), routed('b', ['correct_trigger', 'missed_trigger'])])
    expect(tier.changed).toMatchObject([{ id: 'a', direction: 'other' }])
    expect(tier.figures).toMatchObject({ difference: 0, chance: 1 })
  })

  it('does not know a sum of which a part is unknown', () => {
    expect(routing([routed('a'), routed('b', 'correct_trigger', { costUsd: null })], [routed('a'), routed('b')]).figures).toMatchObject({ before: { costUsd: null }, after: { costUsd: 0.5 } })
  })

  it('keeps the tiers apart', () => {
    const behaved = routed('a', 'passed', { tier: 'behavior', passed: 1, judge: 'claude, haiku' })
    const { tiers } = compareReports(reportedRun([routed('a'), behaved]), reportedRun([routed('a', 'wrong_skill'), behaved]))
    expect(tiers.map(({ tier, evaluations, changed }) => [tier, evaluations, changed.length])).toEqual([['routing', 1, 1], ['behavior', 1, 0]])
  })
})

describe('what is not comparable', () => {
  const run = reportedRun([routed('a'), routed('b')])
  const asks = (asked: Partial<ReportedEvaluation['asked']>): ReportedEvaluation => routed('a', 'correct_trigger', { asked: { prompt: 'a', expected: 'a', expectations: [], ...asked } })

  it.each([
    ['another agent', { agent: 'codex' }, 'Another agent: claude before, codex after.'],
    ['another model', { model: 'haiku-5' }, 'Another model: opus-5 before, haiku-5 after.'],
    ['another grader', { graders: { routing: 2, behavior: 1 } }, 'Another grader of routing: version 1 before, version 2 after.'],
    ['another judge', { evaluations: [routed('a', 'correct_trigger', { judge: 'claude, haiku-5' })] }, 'Another judge: none before, claude, haiku-5 after.'],
    ['another prompt', { evaluations: [asks({ prompt: 'x' })] }, 'Another dataset: 1 of the evaluations ask something else: a (prompt, in routing).'],
    ['another answer that is right', { evaluations: [asks({ expected: 'b', expectations: ['logs_contain: x'] })] }, 'Another dataset: 1 of the evaluations ask something else: a (expected skill, expectations, in routing).'],
    ['nothing in common', { evaluations: [routed('c')] }, 'The reports have no evaluation in common.'],
  ])('%s', (_, changes, reason) => {
    expect(compareReports(run, reportedRun([routed('a'), routed('b')], changes)).reasons).toEqual([reason])
  })

  it.each([
    ['a grader of a tier that is not compared', { graders: { routing: 1, behavior: 2 } }, []],
    ['a newer agent', { agentVersion: '2.2.0' }, ['Version of the agent: 2.1.332 before, 2.2.0 after.']],
    ['a model that is not known', { model: null }, ['Model: opus-5 before, unknown after.']],
    ['a report that does not say its grader', { graders: { routing: null, behavior: null } }, ['A report does not say by which version of the rules it was graded.']],
    ['another room', { room: ['a', 'd', 'c'] }, ['Joined the room: d.', 'Left the room: b.']],
    ['another budget', { toolCalls: 4 }, ['`limits.toolCalls`: 8 before, 4 after.']],
    ['a run that was cut short', { partial: true }, ['The run after was cut short.']],
    ['recordings', { evaluations: [routed('a', 'correct_trigger', { replayed: true }), routed('b')] }, ['Graded from recordings: 0 before, 1 after. Equal recordings cannot differ.']],
    ['an error that says nothing of what was asked', { evaluations: [routed('a', 'error', { asked: { prompt: '', expected: null, expectations: [] } }), routed('b')] }, []],
  ])('a note and no more: %s', (_, changes, notes) => {
    expect(compareReports(run, reportedRun([routed('a'), routed('b')], changes))).toMatchObject({ reasons: [], notes })
  })
})
