import type { Comparison } from './compare.ts'
import type { Paint } from './paint.ts'
import type { ReportedRun } from './read-report.ts'
import { compareReports } from './compare.ts'
import { comparisonJson } from './comparison-json.ts'
import { comparisonMarkdown } from './comparison-markdown.ts'
import { comparisonText } from './comparison-text.ts'
import { escaped } from './markdown-text.ts'
import { oneLine } from './plain-text.ts'

/** What the two reports are called. */
interface Names {
  before: string
  after: string
}

/** Two reports compared agent by agent: figures of two agents are never in one. */
export interface ComparedAgents {
  /** `name`: of the agent; `null` where both reports have one, so that it need not be said. */
  pairs: { name: string | null, comparison: Comparison }[]
  /** Agents that only one of the reports has. */
  onlyBefore: string[]
  onlyAfter: string[]
}

/**
 * Compares the agents of two reports, each with itself, by their names. Where both reports have one agent, it is those two: whether they
 * are the same is among the reasons of the comparison.
 *
 * @param before of each agent of the earlier report
 * @param after of each agent of the later one
 */
export function compareAgents(before: readonly ReportedRun[], after: readonly ReportedRun[]): ComparedAgents {
  const [first, firstAfter] = [before[0], after[0]]
  if (before.length === 1 && after.length === 1 && first && firstAfter)
    return { pairs: [{ name: null, comparison: compareReports(first, firstAfter) }], onlyBefore: [], onlyAfter: [] }
  const only = (these: readonly ReportedRun[], those: readonly ReportedRun[]): string[] => these.map(one => one.name).filter(name => !those.some(other => other.name === name))
  return {
    pairs: after.flatMap((one) => {
      const earlier = before.find(other => other.name === one.name)
      return earlier ? [{ name: one.name, comparison: compareReports(earlier, one) }] : []
    }),
    onlyBefore: only(before, after),
    onlyAfter: only(after, before),
  }
}

/** Why nothing can be said of two reports; `null` when something can. */
export function reasonAgainst({ pairs, onlyBefore, onlyAfter }: ComparedAgents): string | null {
  if (pairs.length === 0)
    return `The reports have no agent in common: ${onlyBefore.join(', ')} before, ${onlyAfter.join(', ')} after.`
  const reasons = pairs.flatMap(({ name, comparison }) => comparison.reasons.map(reason => name === null ? reason : `${name}: ${reason}`))
  return reasons.length === 0 ? null : reasons.join(' ')
}

/** The comparisons for a terminal. Ends with a line break. */
export function comparedAgentsText(all: ComparedAgents, names: Names, paint: Paint): string {
  const parts = all.pairs.map(({ name, comparison }) => comparisonText(comparison, namesOf(name, names), paint))
  const lines = remarks(all).map(line => `${paint.yellow('!')} ${oneLine(line)}\n`)
  return [...parts, ...lines.length > 0 ? [lines.join('')] : []].join('\n')
}

/** The comparisons as GitHub markdown. Ends with a line break. */
export function comparedAgentsMarkdown(all: ComparedAgents, names: Names): string {
  const parts = all.pairs.map(({ name, comparison }) => comparisonMarkdown(comparison, namesOf(name, names)))
  const lines = remarks(all).map(line => `- ${escaped(line)}\n`)
  return [...parts, ...lines.length > 0 ? [lines.join('')] : []].join('\n')
}

/** The comparisons for other programs: one alone as it is, several by the names of their agents. */
export function comparedAgentsJson({ pairs, onlyBefore, onlyAfter }: ComparedAgents, names: Names): Record<string, unknown> {
  const [first] = pairs
  if (first?.name === null)
    return comparisonJson(first.comparison, names)
  return {
    schemaVersion: 1,
    agents: Object.fromEntries(pairs.map(({ name, comparison }) => [name, comparisonJson(comparison, names)])),
    only_before: onlyBefore,
    only_after: onlyAfter,
  }
}

function namesOf(agent: string | null, { before, after }: Names): Names {
  return agent === null ? { before, after } : { before: `${agent} in ${before}`, after: `${agent} in ${after}` }
}

function remarks({ pairs, onlyBefore, onlyAfter }: ComparedAgents): string[] {
  return [
    ...pairs.length === 0 ? ['The reports have no agent in common.'] : [],
    ...onlyBefore.length > 0 ? [`Only the earlier report has ${onlyBefore.join(', ')}.`] : [],
    ...onlyAfter.length > 0 ? [`Only the later report has ${onlyAfter.join(', ')}.`] : [],
  ]
}
