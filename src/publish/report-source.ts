import { execFile } from 'node:child_process'
import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'

/** Where a report is when only a folder or a git ref is named. */
const USUAL = { folder: 'report.json', ref: '.skill-evals/report.json' }
/** A report of thousands of evaluations is some megabytes. */
const MOST_BYTES = 512 * 1024 * 1024

/** There is no such report. The message says what was looked for, and what to write. */
export class NoReport extends Error {
  override name = 'NoReport'
}

/**
 * The text of a report that is named by the path of a file, of its folder, by `REF:PATH` as git takes it, or by a git ref alone, which
 * stands for `.skill-evals/report.json` of it.
 * @param named as above
 * @param from folder that paths start at
 * @throws {NoReport}
 */
export async function reportText(named: string, from: string): Promise<string> {
  const file = await fileOf(named, from)
  if (file !== null)
    return readFile(file, 'utf8')
  // git would take it for a flag
  if (named.startsWith('-'))
    throw new NoReport(`There is no file ${named}.`)
  const object = named.includes(':') ? named : `${named}:./${USUAL.ref}`
  try {
    const { stdout } = await promisify(execFile)('git', ['show', object], { encoding: 'utf8', cwd: from, maxBuffer: MOST_BYTES, windowsHide: true })
    return stdout
  }
  catch (error) {
    throw new NoReport(`There is no file ${named}, and git has no ${object}: ${reasonOf(error)}. Name a file, or a commit that holds one, such as main:${USUAL.ref}.`)
  }
}

async function fileOf(named: string, from: string): Promise<string | null> {
  const file = path.resolve(from, named)
  const found = await stat(file).catch(() => null)
  if (!found?.isDirectory())
    return found === null ? null : file
  const inside = path.join(file, USUAL.folder)
  if (await stat(inside).catch(() => null) === null)
    throw new NoReport(`There is no ${USUAL.folder} in the folder ${named}.`)
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
