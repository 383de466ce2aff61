import type { ComparedAgents } from '../report/compare-agents.ts'
import type { ReportJson } from '../report/report-json.ts'
import type { Report } from '../report/report.ts'
import type { Runs } from './report-source.ts'
import { existsSync } from 'node:fs'
import { mkdir, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import process from 'node:process'
import { readHistory } from '../publish/history.ts'
import { writeHtmlReport } from '../publish/html-report.ts'
import { wantsColor } from '../publish/wants-color.ts'
import { compareAgents, comparedAgentsJson, comparedAgentsMarkdown, comparedAgentsText } from '../report/compare-agents.ts'
import { fromReportJson } from '../report/from-json.ts'
import { pageComparisons } from '../report/html/page-comparison.ts'
import { eachAgentJson } from '../report/json-agents.ts'
import { renderMarkdown } from '../report/markdown.ts'
import { createPaint } from '../report/paint.ts'
import { renderTerminal } from '../report/terminal.ts'
import { safeName } from '../run/safe-name.ts'
import { choice, single } from './flags.ts'
import { benchmarkFiles } from './report-benchmark.ts'
import { wholeReportFrom } from './report-source.ts'
import { UsageError } from './usage-error.ts'

/** The flags of `skill-evals report`, as they were parsed. */
export interface ReportFlags {
  agent?: unknown
  format?: unknown
  output?: unknown
  embed?: unknown
}

/** A report, and how it differs from an earlier one, where that is asked for. */
interface Shown {
  json: ReportJson
  report: Report
  difference: { compared: ComparedAgents, names: { before: string, after: string } } | null
}

/** Formats that are one text. */
const texts = {
  text: ({ report, difference }, isFile) => {
    const color = !isFile && wantsColor()
    const shown = renderTerminal(report, { color, width: isFile ? 100 : process.stdout.columns ?? 100 }) || 'Nothing was measured, and nothing failed.'
    return `${[shown, ...difference ? [comparedAgentsText(difference.compared, difference.names, createPaint(color)).trimEnd()] : []].join('\n\n')}\n`
  },
  markdown: ({ report, difference }) => [renderMarkdown(report), ...difference ? [comparedAgentsMarkdown(difference.compared, difference.names)] : []].filter(part => part !== '').join('\n'),
  json: ({ json, difference }) => `${JSON.stringify({ ...json, ...difference && { comparison: comparedAgentsJson(difference.compared, difference.names) } }, null, 2)}\n`,
} satisfies Record<string, (shown: Shown, isFile: boolean) => string>

/**
 * Shows a report, from its file alone.
 * @param named what {@link wholeReportFrom} takes
 * @param before the same, of an earlier run: the difference is shown below
 * @param flags as they were parsed
 * @throws {UsageError} when there is no such report, or nothing to export
 */
export async function report(named: string, before: string | undefined, flags: ReportFlags): Promise<void> {
  const format = choice('--format', flags.format, ['text', 'markdown', 'json', 'html', 'grading', 'benchmark'])
  const output = single('--output', flags.output)
  if (flags.embed === true && format !== 'html')
    throw new UsageError('`--embed` puts transcripts into a page, so it goes with `--format html`.')
  const agent = flags.agent === undefined ? undefined : single('--agent', flags.agent)
  const whole = await wholeReportFrom(named)
  const { json, runs } = ofAgent(whole, named, agent)
  if (format === 'grading' || format === 'benchmark') {
    if (before !== undefined)
      throw new UsageError(`\`--format ${format}\` holds no difference to another report. Leave ${before} out.`)
    if (runs.length > 1)
      throw new UsageError(`\`--format ${format}\` is of one agent, and the report has ${runs.map(run => run.name).join(', ')}. Choose one with \`--agent\`.`)
    return print(benchmarkFiles(fromReportJson(json), format), output)
  }
  const difference = before === undefined ? null : { compared: compareAgents(ofAgent(await wholeReportFrom(before), before, agent).runs, runs), names: { before, after: named } }
  if (format === 'html') {
    if (output === undefined)
      throw new UsageError('Say with `--output` where the page goes, such as `--output report.html`.')
    return writePage(named, { json, runs, difference, first: whole.runs[0].name }, output, flags.embed === true)
  }
  const text = texts[format]({ json, report: fromReportJson(json), difference }, output !== undefined)
  if (output === undefined)
    process.stdout.write(text)
  else
    await write(output, text)
}

/** What a report has of one agent, as if it had been alone. @throws {UsageError} when the report does not have it */
function ofAgent({ json, runs }: { json: ReportJson, runs: Runs }, named: string, agent: string | undefined): { json: ReportJson, runs: Runs } {
  if (agent === undefined)
    return { json, runs }
  const at = runs.findIndex(run => run.name === agent)
  const [one, run] = [eachAgentJson(json)[at], runs[at]]
  if (!one || !run)
    throw new UsageError(`${named} has no agent ${agent}; it has ${runs.map(run => run.name).join(', ')}.`)
  return { json: { ...one, outcome: json.agents?.columns[at]?.outcome ?? one.outcome }, runs: [run] }
}

/** Run records are looked for where `report.json` says, from here; the trend, beside the report. */
async function writePage(named: string, { json, runs, difference, first }: Pick<Shown, 'json' | 'difference'> & { runs: Runs, first: string }, output: string, embed: boolean): Promise<void> {
  const file = path.resolve(output)
  const isFolder = await stat(named).then(info => info.isDirectory(), () => false)
  const folder = isFolder ? named : path.dirname(named)
  const comparisons = difference ? pageComparisons(difference.compared, runs.map(run => run.name), difference.names) : []
  await writeHtmlReport({
    report: json,
    root: process.cwd(),
    file,
    embed,
    earlier: runs.map((run, at) => ({ history: readHistory(historyOf(folder, run.name, run.name === first)), comparison: comparisons[at] ?? null })),
  })
}

/** Further agents have a folder of their own; that of the whole is the first agent's, unless it has been a further one. */
function historyOf(folder: string, agent: string, isFirst: boolean): string {
  const own = path.join(folder, 'agents', safeName(agent))
  return isFirst && !existsSync(own) ? folder : own
}

/** One file goes to the terminal where no folder is named. */
async function print(files: { file: string, json: unknown }[], folder: string | undefined): Promise<void> {
  if (folder === undefined) {
    const [first, ...more] = files.filter(one => path.basename(one.file) !== 'eval_metadata.json')
    if (more.length > 0)
      throw new UsageError(`These are ${files.length} files. Say with \`--output\` into which folder they go.`)
    process.stdout.write(`${JSON.stringify(first?.json, null, 2)}\n`)
    return
  }
  for (const { file, json } of files)
    await write(path.join(folder, file), `${JSON.stringify(json, null, 2)}\n`)
}

async function write(file: string, text: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, text)
}
