import type { AcrossAgents, AgentColumn, EvaluationRow } from './across-agents.ts'
import type { Screen } from './paint.ts'
import { agreementInWords, answerInWords } from './agents-wording.ts'
import { cut, fill, widthOf } from './columns.ts'
import { share } from './figures.ts'
import { labelled } from './labels.ts'
import { indented, placeOf } from './places.ts'
import { oneLine } from './plain-text.ts'
import { skillName } from './wording.ts'

const MOST_SKILLS = 40
const MOST_DIFFERING = 40
const MOST_AGREEMENTS = 7

/** The agents beside each other: their figures, for which of them each skill fires, and how far they agree. */
export function acrossLines(across: AcrossAgents, screen: Screen): string[] {
  const blocks = [
    tableLines(['Agent', 'routing', 'behavior'], across.columns.map(agentRow), screen),
    skillTable(across, screen),
    across.agreement.slice(0, MOST_AGREEMENTS).flatMap((one, i) => labelled(i === 0 ? 'Agreement' : '', oneLine(agreementInWords(one)), screen)),
  ]
  return blocks.filter(lines => lines.length > 0).flatMap((lines, i) => i === 0 ? lines : ['', ...lines])
}

/** Each evaluation that two agents did not answer the same. */
export function differingLines({ columns, evaluations }: AcrossAgents, screen: Screen): string[] {
  const { paint, width } = screen
  const differing = evaluations.filter(row => row.differs)
  if (differing.length === 0)
    return []
  const lines = differing.slice(0, MOST_DIFFERING).flatMap(row => entryOf(row, columns, screen))
  const more = differing.length - MOST_DIFFERING
  return [` ${paint.bold(`Differ ${differing.length}`)}`, ...lines, ...more > 0 ? [paint.dim(cut(`   and ${more} more`, width))] : []]
}

function entryOf(row: EvaluationRow, columns: AgentColumn[], { paint, width }: Screen): string[] {
  const { one, answers } = row
  const expected = one.tier === 'routing' ? ` expected ${skillName(one.expected)}` : ''
  const [first] = columns
  const said = columns.map(({ name }, at) => `${name}: ${answerInWords(answers[at] ?? null, one.tier)}`).join(' | ')
  return [
    ` ${paint.yellow('≠')} ${paint.bold(cut(oneLine(one.id), width - 4))}${paint.dim(`  ${oneLine(`${one.tier}${expected}`)}`)}`,
    ...indented(oneLine(said), width),
    ...first ? [`     ${paint.cyan(placeOf(first.report, one))}`] : [],
  ]
}

function agentRow({ name, routing, behavior }: AgentColumn): string[] {
  return [oneLine(name), ...[routing, behavior].map(tier => `${share(tier.passed, tier.graded)}${tier.errors > 0 ? `, ${tier.errors} not measured` : ''}`)]
}

/** Recall and precision of each skill, agent by agent. Skills that all agents have right are counted. */
function skillTable({ columns, skills }: AcrossAgents, screen: Screen): string[] {
  const routed = skills.filter(row => row.routing.some(one => one !== null))
  if (routed.length === 0)
    return []
  const rows = routed.slice(0, MOST_SKILLS).map(row => [oneLine(row.skill), ...row.routing.map(one => one === null ? '-' : `${share(one.correct, one.expected)} · ${share(one.correct, one.firedTotal)}`)])
  const more = routed.length - rows.length
  return [...tableLines(['Fires: recall · precision', ...columns.map(one => oneLine(one.name))], rows, screen), ...more > 0 ? [screen.paint.dim(` and ${more} more`)] : []]
}

/** A table with a name first. Columns that do not fit go below, with the names again: a wide table broken by the terminal cannot be read. */
function tableLines(head: string[], rows: string[][], { paint, width }: Screen): string[] {
  const widths = head.map((title, at) => Math.max(...[title, ...rows.map(row => row[at] ?? '')].map(widthOf)))
  const first = Math.min(widths[0] ?? 0, 40)
  const blocks: number[][] = []
  let used = Infinity
  for (let at = 1; at < head.length; at++) {
    const needed = (widths[at] ?? 0) + 2
    if (used + needed > width - 1) {
      blocks.push([])
      used = first
    }
    blocks.at(-1)?.push(at)
    used += needed
  }
  const line = (cells: string[], block: number[]): string => [fill(cut(cells[0] ?? '', first), first), ...block.map(at => fill(cells[at] ?? '', widths[at] ?? 0, 'left'))].join('  ')
  return blocks.flatMap(block => [` ${paint.bold(line(head, block))}`, ...rows.map(row => ` ${line(row, block)}`)])
}
