import type { Comparison } from '../report/compare.ts'
import type { ReportJson } from '../report/report-json.ts'
import type { Report } from '../report/report.ts'
import { mkdir, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import process from 'node:process'
import { compareReports } from '../report/compare.ts'
import { comparisonJson } from '../report/comparison-json.ts'
import { comparisonMarkdown } from '../report/comparison-markdown.ts'
import { comparisonText } from '../report/comparison-text.ts'
import { fromReportJson } from '../report/from-json.ts'
import { pageComparison } from '../report/html/page-comparison.ts'
import { renderMarkdown } from '../report/markdown.ts'
import { createPaint } from '../report/paint.ts'
import { renderTerminal } from '../report/terminal.ts'
import { readHistory } from '../vitest/history.ts'
import { writeHtmlReport } from '../vitest/html-report.ts'
import { wantsColor } from '../vitest/wants-color.ts'
import { choice, single } from './flags.ts'
import { benchmarkFiles } from './report-benchmark.ts'
import { wholeReportFrom } from './report-source.ts'
import { UsageError } from './usage-error.ts'

/** The flags of `skill-evals report`, as they were parsed. */
export interface ReportFlags {
  format?: unknown
  output?: unknown
  embed?: unknown
}

/** A report, and how it differs from an earlier one, where that is asked for. */
interface Shown {
  json: ReportJson
  report: Report
  difference: { comparison: Comparison, names: { before: string, after: string } } | null
}

/** Formats that are one text. */
const texts = {
  text: ({ report, difference }, isFile) => {
    const color = !isFile && wantsColor()
    const shown = renderTerminal(report, { color, width: isFile ? 100 : process.stdout.columns ?? 100 }) || 'Nothing was measured, and nothing failed.'
    return `${[shown, ...difference ? [comparisonText(difference.comparison, difference.names, createPaint(color)).trimEnd()] : []].join('\n\n')}\n`
  },
  markdown: ({ report, difference }) => [renderMarkdown(report), ...difference ? [comparisonMarkdown(difference.comparison, difference.names)] : []].filter(part => part !== '').join('\n'),
  json: ({ json, difference }) => `${JSON.stringify({ ...json, ...difference && { comparison: comparisonJson(difference.comparison, difference.names) } }, null, 2)}\n`,
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
  const { json, run } = await wholeReportFrom(named)
  if (format === 'grading' || format === 'benchmark') {
    if (before !== undefined)
      throw new UsageError(`\`--format ${format}\` holds no difference to another report. Leave ${before} out.`)
    return print(benchmarkFiles(fromReportJson(json), format), output)
  }
  const difference = before === undefined ? null : { comparison: compareReports((await wholeReportFrom(before)).run, run), names: { before, after: named } }
  if (format === 'html') {
    if (output === undefined)
      throw new UsageError('Say with `--output` where the page goes, such as `--output report.html`.')
    return writePage(named, { json, difference }, output, flags.embed === true)
  }
  const text = texts[format]({ json, report: fromReportJson(json), difference }, output !== undefined)
  if (output === undefined)
    process.stdout.write(text)
  else
    await write(output, text)
}

/** Run records are looked for where `report.json` says, from here; the trend, beside the report. */
async function writePage(named: string, { json, difference }: Pick<Shown, 'json' | 'difference'>, output: string, embed: boolean): Promise<void> {
  const file = path.resolve(output)
  const isFolder = await stat(named).then(info => info.isDirectory(), () => false)
  await writeHtmlReport({
    report: json,
    root: process.cwd(),
    file,
    embed,
    history: readHistory(isFolder ? named : path.dirname(named)),
    comparison: difference && pageComparison(difference.comparison, difference.names),
  })
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
