import type { ReportedRun } from '../report/read-report.ts'
import type { ReportJson } from '../report/report-json.ts'
import { execFile } from 'node:child_process'
import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { NotAReport, readReport } from '../report/read-report.ts'
import { UsageError } from './usage-error.ts'

/** Where a report is when only a folder or a git ref is named. */
const USUAL = { folder: 'report.json', ref: '.skill-evals/report.json' }
/** A report of thousands of evaluations is some megabytes. */
const MOST_BYTES = 512 * 1024 * 1024

/**
 * Reads a report that is named by the path of a file, of its folder, by `REF:PATH` as git takes it, or by a git ref alone, which stands for
 * `.skill-evals/report.json` of it.
 * @throws {UsageError} when there is no such report, or it is none of ours
 */
export async function reportFrom(named: string): Promise<ReportedRun> {
  return read(named, await textFrom(named))
}

/**
 * The same, with all that is in it.
 * @throws {UsageError} when there is no such report, or it does not fit `report.schema.json`
 */
export async function wholeReportFrom(named: string): Promise<{ json: ReportJson, run: ReportedRun }> {
  const text = await textFrom(named)
  const run = read(named, text)
  const json: unknown = JSON.parse(text)
  const { Ajv2020 } = await import('ajv/dist/2020.js')
  const schema: unknown = JSON.parse(await readFile(new URL('../../schema/report.schema.json', import.meta.url), 'utf8'))
  const ajv = new Ajv2020({ allowUnionTypes: true })
  const fits = ajv.compile<ReportJson>(schema as object)
  if (!fits(json))
    throw new UsageError(`${named} is no report of vitest-skill-evals. ${ajv.errorsText(fits.errors, { dataVar: 'It' })}.`)
  return { json, run }
}

function read(named: string, text: string): ReportedRun {
  try {
    return readReport(text)
  }
  catch (error) {
    throw error instanceof NotAReport ? new UsageError(`${named} is no report of vitest-skill-evals. ${error.message}`) : error
  }
}

async function textFrom(named: string): Promise<string> {
  const file = await fileOf(named)
  if (file !== null)
    return readFile(file, 'utf8')
  // git would take it for a flag
  if (named.startsWith('-'))
    throw new UsageError(`There is no file ${named}.`)
  const object = named.includes(':') ? named : `${named}:./${USUAL.ref}`
  try {
    const { stdout } = await promisify(execFile)('git', ['show', object], { encoding: 'utf8', maxBuffer: MOST_BYTES, windowsHide: true })
    return stdout
  }
  catch (error) {
    throw new UsageError(`There is no file ${named}, and git has no ${object}: ${reasonOf(error)}. Name a file, or a commit that holds one, such as main:${USUAL.ref}.`)
  }
}

async function fileOf(named: string): Promise<string | null> {
  const found = await stat(named).catch(() => null)
  if (!found?.isDirectory())
    return found === null ? null : named
  const inside = path.join(named, USUAL.folder)
  if (await stat(inside).catch(() => null) === null)
    throw new UsageError(`There is no ${USUAL.folder} in the folder ${named}.`)
  return inside
}

/** What git says, without its own `fatal:`. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error))
    return String(error)
  if ('code' in error && error.code === 'ENOENT')
    return 'git is not installed'
  const said = 'stderr' in error ? String(error.stderr).trim() : ''
  return (said.split('\n')[0] || error.message).replace(/^fatal: /, '').replace(/\.$/, '')
}
