import type { Exported, OurDataset } from '../dataset/dialects/to-anthropic.ts'
import { existsSync, statSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { readUtf8 } from '../catalog/decode.ts'
import { absolutePath, forwardSlashes } from '../catalog/paths.ts'
import { workspaceSeed } from '../catalog/workspace.ts'
import { toSkillCreator, toTriggerList } from '../dataset/dialects/to-anthropic.ts'
import { readDataset } from '../dataset/read-dataset.ts'
import { count } from '../report/figures.ts'
import { oneLine } from '../report/plain-text.ts'
import { choice, single } from './flags.ts'
import { UsageError } from './usage-error.ts'
import { writeWhole } from './write-whole.ts'

/** The flags of `skill-evals export`, as they were parsed. */
export interface ExportFlags {
  to?: unknown
  output?: unknown
  force?: unknown
}

/**
 * Prints a dataset of ours in a format of Anthropic's skill-creator. What cannot be said in it is on stderr.
 * @param named a dataset, or the folder of its skill
 * @param flags as on the command line
 * @throws {UsageError} when there is no such dataset, it is malformed, or the output is there already
 */
export function exportDataset(named: string, flags: ExportFlags): void {
  const to = choice('--to', flags.to, ['evals', 'triggers'])
  const output = single('--output', flags.output)
  const file = datasetAt(named)
  const dir = path.posix.dirname(path.posix.dirname(file))
  const skill = { name: path.posix.basename(dir), dir, realDir: dir, file: `${dir}/SKILL.md`, aliases: [] }
  const { text } = readUtf8(file)
  const fault = readDataset({ file, kind: 'evals', skill }).findings.find(finding => finding.blocks && !/workspace/.test(finding.rule))
  if (text === null || fault)
    throw new UsageError(`${file}${fault ? `:${fault.line}:${fault.column}` : ''} cannot be exported: ${fault?.message ?? 'it cannot be read.'}`)
  // its schema was just checked
  const dataset: OurDataset = JSON.parse(text)
  const exported = to === 'triggers' ? toTriggerList(dataset) : toSkillCreator(dataset, { skill: skill.name, filesOf: workspace => filesOf(workspaceSeed(skill, workspace), workspace) })
  const written = `${JSON.stringify(exported.value, null, 2)}\n`
  if (output === undefined)
    process.stdout.write(written)
  else if (existsSync(output) && !flags.force)
    throw new UsageError(`${output} is there already. Nothing was written. To replace it: \`--force\`.`)
  else
    writeWhole(absolutePath(output), written)
  process.stderr.write(exportText(exported, output))
}

function exportText({ ids, notes }: Exported, output: string | undefined): string {
  const head = `${count(ids.length, 'evaluation')} exported${output === undefined ? '' : ` to ${output}`}.`
  return `${[head, ...notes.map(({ id, what }) => ` ! ${oneLine(id)}: ${what}`)].join('\n')}\n`
}

function filesOf(seed: ReturnType<typeof workspaceSeed>, workspace: string): string[] {
  return seed.dir === null ? [] : seed.files.map(file => path.posix.join(workspace, file))
}

function datasetAt(named: string): string {
  const given = absolutePath(named)
  const file = existsSync(given) && statSync(given).isDirectory() ? forwardSlashes(path.join(given, 'evals/evals.json')) : given
  if (!existsSync(file))
    throw new UsageError(`There is no ${file}. Name a dataset, or the folder of its skill.`)
  return file
}
