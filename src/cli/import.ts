import type { Skill } from '../catalog/find-skills.ts'
import type { ImportPlan, ReadFile } from './import-plan.ts'
import type { Candidate } from './import-sources.ts'
import type { ImportReport } from './import-text.ts'
import { cpSync, existsSync, mkdirSync, realpathSync, rmSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { readUtf8 } from '../catalog/decode.ts'
import { Folders } from '../catalog/folders.ts'
import { parseJson } from '../catalog/json.ts'
import { lineIndex } from '../catalog/line-index.ts'
import { absolutePath, forwardSlashes } from '../catalog/paths.ts'
import { otherDialect } from '../dataset/dialect.ts'
import { isPluginCase, readForeign } from '../dataset/dialects/read-foreign.ts'
import { wantsColor } from '../publish/wants-color.ts'
import { createPaint } from '../report/paint.ts'
import { catalogOptions } from './catalog-options.ts'
import { choice, single } from './flags.ts'
import { inTheWay, planImport } from './import-plan.ts'
import { candidatesAt } from './import-sources.ts'
import { importJson, importText } from './import-text.ts'
import { skillsAt, usualPlaces } from './init-datasets.ts'
import { UsageError } from './usage-error.ts'
import { writeWhole } from './write-whole.ts'

/** The flags of `skill-evals import`, as they were parsed. */
export interface ImportFlags {
  skill?: unknown
  dryRun?: unknown
  force?: unknown
  format?: unknown
  root?: unknown
  config?: unknown
}

/**
 * Writes datasets of ours from files of other eval tools, and says field by field what became of them. Exit code 1 when an evaluation
 * or a file was refused, or nothing was written since something is there already.
 * @throws {UsageError} when a flag or a path cannot be meant
 */
export async function importDatasets(first: string, more: string[], flags: ImportFlags): Promise<void> {
  const format = choice('--format', flags.format, ['text', 'json'])
  const place = { root: single('--root', flags.root), config: single('--config', flags.config) }
  const projects = await catalogOptions(place, {})
  const root = projects[0]?.root ?? absolutePath('.')
  const skills = projects.flatMap(({ root, skills }) => skillsAt(root, skills.length === 1 && skills[0] === 'skills/*' ? usualPlaces : skills).skills)
  const named = single('--skill', flags.skill)
  const only = named === undefined ? null : namedSkill(named, skills)
  const candidates = candidatesAt([first, ...more])
  const known = [...skills, ...only ? [only] : [], ...candidates.flatMap(({ file }) => skillsNear(file))]
  const { read, unread } = readAll(candidates, known, only)
  const plan = planImport(read, known, root)
  const report: ImportReport = { ...plan, root, unread, dryRun: Boolean(flags.dryRun) }
  const taken = inTheWay(plan)
  const lost = plan.files.filter(({ file, refused }) => refused.length > 0 && taken.includes(file))
  const problem = lost.length > 0 ? lostText(lost) : taken.length > 0 && !flags.force ? takenText(taken, read) : null
  if (problem !== null && !flags.dryRun)
    report.datasets = []
  if (!flags.dryRun)
    report.datasets.forEach(write)
  process.stdout.write(format === 'json' ? importJson(report) : importText(report, createPaint(wantsColor())))
  if (problem !== null)
    console.error(`${flags.dryRun ? '' : 'Nothing was written. '}${problem}`)
  const refused = plan.files.some(file => file.refused.length > 0)
  process.exitCode = problem !== null || refused || unread.length > 0 || plan.datasets.length === 0 ? 1 : 0
}

function readAll(candidates: Candidate[], skills: readonly Skill[], only: Skill | null): Pick<ImportReport, 'unread'> & { read: ReadFile[] } {
  const folders = new Folders()
  const read: ReadFile[] = []
  const unread: ImportReport['unread'] = []
  for (const { file, isNamed } of candidates) {
    const decoded = readUtf8(file)
    const owner = only ?? ownerOf(file)
    const names = [...owner ? [owner.name] : [], ...skills.map(skill => skill.name)]
    const foreign = decoded.text === null ? { problem: { message: decoded.message, offset: 0 } } : readForeign(file, decoded.text, { folders, skills: names })
    if (foreign === null) {
      const reason = reasonFor(file, decoded.text ?? '', folders)
      if (isNamed || reason.isLikely)
        unread.push({ file, reason: reason.text })
    }
    else if ('problem' in foreign) {
      unread.push({ file, reason: foreign.problem.message })
    }
    else {
      const byName = foreign.skill && skills.find(skill => skill.name === foreign.skill?.text)
      read.push({ file, foreign, owner: owner ?? byName ?? onlyOne(skillsNear(file)), position: lineIndex(decoded.text ?? '') })
    }
  }
  return { read, unread }
}

/** Why a file is not read, and whether it holds evaluations all the same. */
function reasonFor(file: string, text: string, folders: Folders): { text: string, isLikely: boolean } {
  const beside = file.endsWith('/case.yaml') && !isPluginCase(file, folders)
  if (beside)
    return { text: 'it is read with the prompt.md beside it', isLikely: false }
  const json = file.endsWith('.json') ? parseJson(text) : null
  if (json && 'problem' in json)
    return { text: `${json.problem.position.line}:${json.problem.position.column}: ${json.problem.message}`, isLikely: true }
  if (json && json.root.kind === 'object' && json.root.members.has('evaluations'))
    return { text: 'it is a dataset of this format already; there is nothing to import', isLikely: true }
  const dialect = json && otherDialect(json.root)
  return dialect ? { text: `it is not imported. ${dialect.message}`, isLikely: true } : { text: 'it is of no format that is known here', isLikely: false }
}

/** The skill whose folder a file lies in. */
function ownerOf(file: string): Skill | null {
  for (let dir = path.posix.dirname(file); ; dir = path.posix.dirname(dir)) {
    if (existsSync(`${dir}/SKILL.md`))
      return skillAt(dir)
    if (dir === path.posix.dirname(dir))
      return null
  }
}

/** The skills of the plugin or repository that a file lies in: those in the nearest folder `skills` above it. */
function skillsNear(file: string): Skill[] {
  for (let dir = path.posix.dirname(file); dir !== path.posix.dirname(dir); dir = path.posix.dirname(dir)) {
    if (existsSync(`${dir}/skills`))
      return skillsAt(dir, ['skills/*']).skills
  }
  return []
}

function onlyOne(skills: Skill[]): Skill | null {
  return skills.length === 1 ? skills[0] ?? null : null
}

function skillAt(dir: string): Skill {
  return { name: path.posix.basename(dir), dir, realDir: forwardSlashes(realpathSync(dir)), file: `${dir}/SKILL.md`, aliases: [] }
}

function namedSkill(named: string, skills: readonly Skill[]): Skill {
  const known = skills.find(skill => skill.name === named)
  if (known)
    return known
  const dir = absolutePath(named)
  if (!existsSync(`${dir}/SKILL.md`))
    throw new UsageError(`\`--skill\` is ${JSON.stringify(named)}, which is no skill of the catalog and no folder with a SKILL.md.${skills.length > 0 ? ` There are ${skills.map(skill => skill.name).slice(0, 10).join(', ')}.` : ''}`)
  return skillAt(dir)
}

function write({ file, text, copies, workspaces }: ImportPlan['datasets'][number]): void {
  for (const folder of workspaces)
    rmSync(folder, { recursive: true, force: true })
  for (const { from, to } of copies) {
    mkdirSync(path.dirname(to), { recursive: true })
    cpSync(from, to, { dereference: true })
  }
  // last, so that a dataset never names a workspace that is not there
  writeWhole(file, text)
}

function takenText(taken: string[], read: ReadFile[]): string {
  const what = taken.length === 1 ? `${taken[0]} is there already.` : `${taken.length} files and folders are there already, such as ${taken[0]}.`
  const isSource = taken.some(file => read.some(one => one.file === file))
  return `${what} To replace ${taken.length === 1 ? 'it' : 'them'}: \`--force\`.${isSource ? ' What the imported file held is in the new one, and `skill-evals export` gives it back.' : ''}`
}

/** In its own place, what is refused would be gone. */
function lostText(lost: ImportPlan['files']): string {
  return `${lost.map(({ file }) => file).join(', ')} would be replaced, and holds evaluations that are refused. Move the file elsewhere and import it from there with \`--skill\`, or correct them first.`
}
