import type { AcrossAgents, AgentColumn } from './across-agents.ts'
import type { Extent } from './markdown-parts.ts'
import type { Report } from './report.ts'
import { agreementInWords, answerInWords } from './agents-wording.ts'
import { outcomeOfAll } from './each-agent.ts'
import { share } from './figures.ts'
import { more, place } from './markdown-parts.ts'
import { code, details, escaped, table } from './markdown-text.ts'
import { skillName } from './wording.ts'

/** A run of several agents: the headline, and what they are beside each other. Each by itself comes below. */
export function agentsSections(report: Report, across: AcrossAgents, extent: Extent): string[] {
  const { ok, reasons } = outcomeOfAll(report)
  const { columns, agreement } = across
  const shard = report.shard === undefined ? '' : `, shard ${escaped(report.shard)}`
  return [
    `## ${ok ? '✅' : '❌'} Skill evals${shard}: ${columns.map(one => escaped(`${one.name} ${figuresOf(one)}`)).join('; ')}`,
    reasons.map(reason => `- ${escaped(reason)}`).join('\n'),
    table(['Agent', 'Model', 'Routing', 'Behavior', 'Not measured'], columns.map(one => [code(one.name), escaped(one.report.agent.model ?? 'unknown'), share(one.routing.passed, one.routing.graded), share(one.behavior.passed, one.behavior.graded), String(one.routing.errors + one.behavior.errors)]), [2, 3, 4]),
    ...skillSections(across, extent),
    ...agreement.length === 0 ? [] : ['### Agreement', agreement.map(one => `- ${escaped(agreementInWords(one))}`).join('\n')],
    ...differing(across, extent),
    evaluations(across, extent),
  ]
}

function figuresOf({ routing, behavior }: AgentColumn): string {
  const parts = [...routing.cases > 0 ? [`routing ${share(routing.passed, routing.graded)}`] : [], ...behavior.cases > 0 ? [`behavior ${share(behavior.passed, behavior.graded)}`] : []]
  return parts.join(', ') || 'nothing measured'
}

/** For which agents each skill fires, and for which it does its job. */
function skillSections({ columns, skills }: AcrossAgents, extent: Extent): string[] {
  const names = columns.map(one => code(one.name))
  const routed = skills.filter(row => row.routing.some(one => one !== null))
  const behaved = skills.filter(row => row.behavior.some(one => one !== null))
  return [
    ...titled('### For which agents each skill fires', routed.length, [
      table(['Skill', ...names.flatMap(name => [`${name} recall`, `${name} precision`])], routed.slice(0, extent.entries).map(row => [code(row.skill), ...row.routing.flatMap(one => one === null ? ['', ''] : [share(one.correct, one.expected), share(one.correct, one.firedTotal)])]), columns.flatMap((_, i) => [2 * i + 1, 2 * i + 2])),
      more(routed.length - extent.entries),
    ]),
    ...titled('### For which agents each skill does its job', behaved.length, [
      table(['Skill', ...names], behaved.slice(0, extent.entries).map(row => [code(row.skill), ...row.behavior.map(one => one === null ? '' : share(one.passed, one.graded))]), columns.map((_, i) => i + 1)),
      more(behaved.length - extent.entries),
    ]),
  ]
}

function titled(title: string, rows: number, sections: string[]): string[] {
  return rows === 0 ? [] : [title, ...sections]
}

function differing(across: AcrossAgents, extent: Extent): string[] {
  const rows = across.evaluations.filter(row => row.differs)
  return rows.length === 0 ? [] : [`### Where agents differ: ${rows.length}`, evaluationTable(across, rows.slice(0, extent.entries)), more(rows.length - extent.entries)]
}

/** Closed until it is asked for: most rows say the same for all. */
function evaluations(across: AcrossAgents, extent: Extent): string {
  const rows = across.evaluations.slice(0, extent.entries)
  return rows.length === 0 ? '' : details('Each evaluation under each agent', [evaluationTable(across, rows), more(across.evaluations.length - rows.length)].filter(part => part !== '').join('\n\n'))
}

function evaluationTable({ columns }: AcrossAgents, rows: AcrossAgents['evaluations']): string {
  const [first] = columns
  return table(['Evaluation', 'Tier', 'Expected', ...columns.map(one => code(one.name)), 'Place'], rows.map(({ one, answers }) => [
    code(one.id),
    one.tier,
    one.tier === 'routing' ? code(skillName(one.expected)) : '',
    ...answers.map(answer => escaped(answerInWords(answer, one.tier))),
    first ? place(first.report, one) : '',
  ]))
}
