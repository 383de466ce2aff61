import type { ReportedRun } from '../report/read-report.ts'
import type { ReportJson } from '../report/report-json.ts'
import { readFile } from 'node:fs/promises'
import process from 'node:process'
import { NoReport, reportText } from '../publish/report-source.ts'
import { NotAReport, readAgents } from '../report/read-report.ts'
import { UsageError } from './usage-error.ts'

/** The run of each agent of a report. */
export type Runs = [ReportedRun, ...ReportedRun[]]

/**
 * Reads a report that is named by the path of a file, of its folder, by `REF:PATH` as git takes it, or by a git ref alone, which stands for
 * `.skill-evals/report.json` of it.
 * @throws {UsageError} when there is no such report, or it is none of ours
 */
export async function reportFrom(named: string): Promise<Runs> {
  return read(named, await textOf(named))
}

/**
 * The same, with all that is in it.
 * @throws {UsageError} when there is no such report, or it does not fit `report.schema.json`
 */
export async function wholeReportFrom(named: string): Promise<{ json: ReportJson, runs: Runs }> {
  const text = await textOf(named)
  const runs = read(named, text)
  const json: unknown = JSON.parse(text)
  const { Ajv2020 } = await import('ajv/dist/2020.js')
  const schema: unknown = JSON.parse(await readFile(new URL('../../schema/report.schema.json', import.meta.url), 'utf8'))
  const ajv = new Ajv2020({ allowUnionTypes: true })
  const fits = ajv.compile<ReportJson>(schema as object)
  if (!fits(json))
    throw new UsageError(`${named} is no report of vitest-skill-evals. ${ajv.errorsText(fits.errors, { dataVar: 'It' })}.`)
  return { json, runs }
}

function read(named: string, text: string): Runs {
  try {
    return readAgents(text)
  }
  catch (error) {
    throw error instanceof NotAReport ? new UsageError(`${named} is no report of vitest-skill-evals. ${error.message}`) : error
  }
}

async function textOf(named: string): Promise<string> {
  try {
    return await reportText(named, process.cwd())
  }
  catch (error) {
    throw error instanceof NoReport ? new UsageError(error.message) : error
  }
}
