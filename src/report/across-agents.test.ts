import type { ReportJson } from './report-json.ts'
import { describe, expect, it } from 'vitest'
import { acrossAgents } from './across-agents.ts'
import { outcomeOfAll } from './each-agent.ts'
import { fromReportJson } from './from-json.ts'
import { pageReport } from './html/page-data.ts'
import { toReportJson } from './json.ts'
import { renderMarkdown } from './markdown.ts'
import { first, second, third, two } from './several-agents.fixture.ts'
import { renderTerminal } from './terminal.ts'

const written = (report: typeof two): ReportJson => JSON.parse(JSON.stringify(toReportJson(report))) as ReportJson

describe('acrossAgents', () => {
  it('is nothing for one agent', () => {
    expect(acrossAgents(first)).toBeNull()
  })

  it('counts agreement over what was measured under both, and names the rest', () => {
    expect(acrossAgents(two)?.agreement).toEqual([
      // pdf-merge could not be measured under one of them: it says nothing of either
      { tier: 'routing', agents: ['claude', 'codex'], measured: 3, agreed: 1, differing: ['sql-plan', 'sql-joke'] },
      { tier: 'behavior', agents: ['claude', 'codex'], measured: 2, agreed: 1, differing: ['export-churn'] },
    ])
  })

  it('of three agents says how far all agree, and each two of them', () => {
    const agreement = acrossAgents({ ...first, others: [second, third] })?.agreement.filter(one => one.tier === 'routing')
    expect(agreement?.map(one => [one.agents.join(' '), one.agreed, one.measured])).toEqual([['claude codex gemini', 0, 1], ['claude codex', 1, 3], ['claude gemini', 0, 1], ['codex gemini', 0, 1]])
  })

  it('has each skill under each agent, with the figures of that agent alone', () => {
    const rows = acrossAgents({ ...first, others: [second, third] })?.skills.map(({ skill, routing }) => [skill, ...routing.map(one => one && `${one.correct}/${one.expected} ${one.correct}/${one.firedTotal}`)])
    expect(rows).toEqual([['backup-restore', null, null, null], ['data-export', null, null, null], ['pdf-tools', '1/1 1/1', '0/0 0/0', '0/0 0/1'], ['sql-review', '2/2 2/2', '1/2 1/2', '0/1 0/0']])
  })

  it('has no answer where an agent was not asked, and no difference from an error', () => {
    const rows = acrossAgents({ ...first, others: [second, third] })?.evaluations ?? []
    const said = (id: string): unknown => rows.find(row => row.one.id === id && row.one.tier === 'routing')
    expect(said('sql-index')).toMatchObject({ answers: [{ fired: 'sql-review' }, { fired: 'sql-review' }, null], differs: false })
    expect(said('pdf-merge')).toMatchObject({ answers: [{ passed: true }, { isError: true }, null], differs: false })
    expect(said('sql-plan')).toMatchObject({ answers: [{ fired: 'sql-review' }, { fired: null }, { fired: 'pdf-tools' }], differs: true })
  })
})

describe('a run of several agents', () => {
  it('passes when each of them does, and says whose the reasons are', () => {
    const good = { ...first, behavior: [] }
    const { behavior: _, ...poor } = { ...second, minAccuracy: 0.5, behavior: [] }
    expect(outcomeOfAll({ ...good, others: [{ ...good, agentName: 'other' }] })).toEqual({ ok: true, reasons: [] })
    // together they would reach the bar: 5 of 7
    expect(outcomeOfAll({ ...good, minAccuracy: 0.5, others: [{ ...poor, behavior: [] }] })).toEqual({ ok: false, reasons: ['codex: 1 of 4 could not be measured.', 'codex: 1 of 3 right is below the bar of 50%.'] })
  })

  it('shows in a terminal what they are beside each other, then each by itself, and the outcome last', () => {
    const text = renderTerminal(two, { color: false, width: 100 })
    expect(text.split('\n').filter(line => line.startsWith('⎯⎯⎯')).map(line => line.replaceAll('⎯', '').trim())).toEqual(['Skill evals', 'claude', 'codex', 'All agents'])
    const [top = ''] = text.split('⎯⎯⎯ claude')
    expect(top.split('\n').slice(2)).toEqual([
      ' Agent                     routing                 behavior',
      ' claude                   4/4 100%  1/2 50%, 1 not measured',
      ' codex   1/3 33.3%, 1 not measured                 2/2 100%',
      '',
      ' Fires: recall · precision               claude              codex',
      ' pdf-tools                  1/1 100% · 1/1 100%              - · -',
      ' sql-review                 2/2 100% · 2/2 100%  1/2 50% · 1/2 50%',
      '',
      '  Agreement  claude and codex: the same skill in 1 of 3 (33.3%) that were measured under both',
      '             claude and codex: the same outcome in 1 of 2 (50%) that were measured under both, in',
      '             behavior',
      '',
      ' Differ 3',
      ' ≠ sql-plan  routing expected sql-review',
      '     claude: sql-review, right | codex: no skill, wrong',
      '     skills/sql-review/evals/evals.json:12:13',
      ' ≠ sql-joke  routing expected no skill',
      '     claude: no skill, right | codex: sql-review, wrong',
      '     skills/sql-review/evals/evals.json:12:13',
      ' ≠ export-churn  behavior',
      '     claude: failed | codex: passed',
      expect.stringMatching(/^ {5}skills\/data-export\/evals\/evals\.json:\d+:\d+$/),
      '',
      '',
    ])
    expect(text.match(/report\.json/g)).toHaveLength(1)
    expect(text.split('⎯⎯⎯ All agents')[1]).toContain('codex: Routing: 1 of 4 could not be measured.')
  })

  it('puts columns that do not fit below each other', () => {
    const many = Array.from({ length: 5 }, (_, i) => ({ ...second, agentName: `claude-with-a-long-name-${i}` }))
    const lines = renderTerminal({ ...first, others: many }, { color: false, width: 60 }).split('\n')
    expect(lines.filter(line => line.startsWith(' Fires')).length).toBeGreaterThan(2)
    expect(lines.filter(line => line.startsWith(' sql-review')).length).toBeGreaterThan(2)
  })

  it('has a column for each agent in GitHub\'s summary', () => {
    const text = renderMarkdown(two)
    expect(text.split('\n')[0]).toBe('## ❌ Skill evals: claude routing 4/4 100%, behavior 1/2 50%; codex routing 1/3 33.3%, behavior 2/2 100%')
    expect(text).toContain('| Skill | <code>claude</code> recall | <code>claude</code> precision | <code>codex</code> recall | <code>codex</code> precision |')
    expect(text).toContain('| <code>sql-review</code> | 2/2 100% | 2/2 100% | 1/2 50% | 1/2 50% |')
    expect(text).toContain('### Where agents differ: 3')
    expect(text).toMatch(/\| <code>sql-plan<\/code> \| routing \| <code>sql-review<\/code> \| sql-review, right \| no skill, wrong \|/)
    expect(text.match(/^## (?:claude|codex)$/gm)).toEqual(['## claude', '## codex'])
  })

  it('keeps the first agent\'s report where it was, and shows of the file what was shown of the run', () => {
    const json = written(two)
    const alone = written(first)
    expect({ ...json, agents: null, other_agents: [], outcome: alone.outcome }).toEqual(alone)
    expect(json.outcome.reasons).toContain('codex: Routing: 1 of 3 right is below the bar of 100%.')
    expect(json.agents?.columns.map(one => [one.name, one.project, one.routing?.ratio, one.behavior?.graded])).toEqual([['claude', 'evals', 1, 2], ['codex', 'evals:codex', 1 / 3, 2]])
    expect(json.other_agents?.map(one => [one.meta.agent_name, one.totals.passed])).toEqual([['codex', 1]])
    const read = fromReportJson(json)
    for (const shown of [renderMarkdown, (report: typeof two) => renderTerminal(report, { color: false, width: 100 })])
      expect(shown(read)).toBe(shown(two))
    expect(written(read)).toEqual(json)
  })

  it('is a page with the data of each agent', () => {
    const { reports, agents } = pageReport(written(two))
    expect(reports.map(one => [one.agentName, one.routing?.passed, one.outcome.ok])).toEqual([['claude', 4, false], ['codex', 1, false]])
    expect(reports[0].outcome.reasons.join(' ')).not.toContain('codex')
    expect(agents?.evaluations.filter(row => row.differs).map(row => row.id)).toEqual(['sql-plan', 'sql-joke', 'export-churn'])
    expect(pageReport(written(first))).toMatchObject({ agents: null, reports: [{ agentName: 'claude' }] })
  })
})
