import process from 'node:process'
import { wantsColor } from '../publish/wants-color.ts'
import { compareAgents, comparedAgentsJson, comparedAgentsMarkdown, comparedAgentsText, reasonAgainst } from '../report/compare-agents.ts'
import { createPaint } from '../report/paint.ts'
import { choice } from './flags.ts'
import { reportFrom } from './report-source.ts'
import { UsageError } from './usage-error.ts'

/** The flags of `skill-evals compare`, as they were parsed. */
export interface CompareFlags {
  anyway?: unknown
  failOn?: unknown
  format?: unknown
}

/**
 * Compares two reports, each agent with itself, and prints what changed. Exit code 0 whatever the answer, or 1 with `--fail-on worse` when a tier is worse.
 * @param before a file, or what {@link reportFrom} takes
 * @param after the same
 * @param flags as they were parsed
 * @throws {UsageError} when a report is not there, or the two are not comparable and `--anyway` is not given
 */
export async function compare(before: string, after: string, flags: CompareFlags): Promise<void> {
  const format = choice('--format', flags.format, ['text', 'markdown', 'json'])
  const failOn = flags.failOn === undefined ? null : choice('--fail-on', flags.failOn, ['worse'])
  const names = { before, after }
  const compared = compareAgents(await reportFrom(before), await reportFrom(after))
  const reason = reasonAgainst(compared)
  if (compared.pairs.length === 0 && reason !== null)
    throw new UsageError(reason)
  if (reason !== null && !flags.anyway)
    throw new UsageError(`The reports are not comparable. ${reason} \`--anyway\` compares them all the same.`)
  const text = format === 'json'
    ? `${JSON.stringify(comparedAgentsJson(compared, names), null, 2)}\n`
    : format === 'markdown' ? comparedAgentsMarkdown(compared, names) : comparedAgentsText(compared, names, createPaint(wantsColor()))
  process.stdout.write(text)
  process.exitCode = failOn !== null && compared.pairs.some(({ comparison }) => comparison.tiers.some(tier => tier.answer === failOn)) ? 1 : 0
}
