import { describe, expect, it } from 'vitest'
import { compareAgents, comparedAgentsJson, comparedAgentsMarkdown, comparedAgentsText, reasonAgainst } from './compare-agents.ts'
import { reportedRun, routed } from './comparison.fixture.ts'
import { toReportJson } from './json.ts'
import { createPaint } from './paint.ts'
import { readAgents } from './read-report.ts'
import { two } from './several-agents.fixture.ts'

const names = { before: 'main', after: 'here' }
const claude = reportedRun([routed('a'), routed('b')])
const worse = reportedRun([routed('a'), routed('b', 'missed_trigger')])
const codex = reportedRun([routed('a', 'missed_trigger'), routed('b')], { agent: 'codex' })

describe('compareAgents', () => {
  it('compares each agent with itself, and says who has no counterpart', () => {
    const compared = compareAgents([claude, codex], [codex, worse, reportedRun([], { agent: 'gemini' })])
    expect(compared.pairs.map(({ name, comparison }) => [name, comparison.tiers[0]?.changed.map(one => one.id)])).toEqual([['codex', []], ['claude', ['b']]])
    expect(compared).toMatchObject({ onlyBefore: [], onlyAfter: ['gemini'] })
    expect(reasonAgainst(compared)).toBeNull()
    const text = comparedAgentsText(compared, names, createPaint(false))
    expect(text).toContain('before  claude in main: claude 2.1.332')
    expect(text).toContain('! Only the later report has gemini.')
    expect(comparedAgentsMarkdown(compared, names)).toContain('<code>codex in here</code>')
    expect(comparedAgentsJson(compared, names)).toMatchObject({ agents: { claude: { tiers: { routing: { changed: [{ id: 'b', direction: 'worse' }] } } }, codex: { comparable: true } }, only_before: [], only_after: ['gemini'] })
  })

  it('finds the agent of a report of one among several', () => {
    expect(compareAgents([claude], [worse, codex])).toMatchObject({ pairs: [{ name: 'claude' }], onlyAfter: ['codex'] })
  })

  it('takes the agents of two reports of one for the same, and says when they are not', () => {
    const compared = compareAgents([claude], [codex])
    expect(compared.pairs).toMatchObject([{ name: null }])
    expect(reasonAgainst(compared)).toBe('Another agent: claude before, codex after.')
    expect(comparedAgentsJson(compared, names)).toMatchObject({ comparable: false, before: { report: 'main' } })
  })

  it('says when there is nothing to compare, and whose figures cannot be compared', () => {
    expect(reasonAgainst(compareAgents([claude, reportedRun([], { agent: 'gemini' })], [codex]))).toBe('The reports have no agent in common: claude, gemini before, codex after.')
    expect(reasonAgainst(compareAgents([claude, codex], [worse, { ...codex, model: 'other' }]))).toBe('codex: Another model: opus-5 before, other after.')
  })

  it('reads all agents of a report', () => {
    expect(readAgents(JSON.stringify(toReportJson(two))).map(run => [run.name, run.agent, run.evaluations.length])).toEqual([['claude', 'claude', 7], ['codex', 'codex', 6]])
  })
})
