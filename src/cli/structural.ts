import type { Finding } from '../catalog/finding.ts'
import type { ExternalLink } from '../structure/external-links.ts'
import type { FlagOptions } from './catalog-options.ts'
import type { CheckedCatalog } from './check-catalog.ts'
import type { StructuralReport } from './structural-report.ts'
import process from 'node:process'
import { repositoryRoot } from '../catalog/repository.ts'
import { wantsColor } from '../publish/wants-color.ts'
import { createPaint } from '../report/paint.ts'
import { applyRuleSettings } from '../structure/rule-settings.ts'
import { shortened } from '../suite/catalog-index.ts'
import { catalogOptions } from './catalog-options.ts'
import { checkCatalog, distinct, externalLinksOf } from './check-catalog.ts'
import { choice, list, repeated, single } from './flags.ts'
import { formatGithub } from './format-github.ts'
import { formatJson } from './format-json.ts'
import { formatSarif } from './format-sarif.ts'
import { formatText } from './format-text.ts'
import { countsOf } from './structural-report.ts'
import { UsageError } from './usage-error.ts'

/** The flags of `skill-evals structural`, as they were parsed. */
export interface StructuralFlags {
  skills?: unknown
  docs?: unknown
  skillFiles?: unknown
  skillSections?: unknown
  external?: unknown
  excludeUrl?: unknown
  format?: unknown
  root?: unknown
  config?: unknown
}

const formats = ['text', 'json', 'sarif', 'github'] as const

/**
 * Prints all findings of the structure tier. Exit code 1 when one of them is an error.
 * @throws {UsageError} when a flag or an option cannot be meant
 */
export async function structural(flags: StructuralFlags): Promise<void> {
  const format = choice('--format', flags.format, formats)
  const exclude = repeated(flags.excludeUrl)
  if (exclude && !flags.external)
    throw new UsageError('`--exclude-url` leaves URLs out of `--external`, which is not given.')
  const projects = await catalogOptions({ root: single('--root', flags.root), config: single('--config', flags.config) }, flagOptions(flags))
  const catalogs = await Promise.all(projects.map(checkCatalog))
  const external = flags.external ? await askTheWeb(catalogs, exclude ?? []) : null
  const report = reportOf(catalogs, external)
  const text = format === 'json' ? formatJson(report) : format === 'sarif' ? formatSarif(report) : format === 'github' ? formatGithub(report) : formatText(report, createPaint(wantsColor()))
  process.stdout.write(text)
  process.exitCode = countsOf(report).errors > 0 ? 1 : 0
}

/** The options that flags say. One that is not given is not there, so that it takes nothing from the config. */
export function flagOptions({ skills, docs, skillFiles, skillSections }: Pick<StructuralFlags, 'skills' | 'docs' | 'skillFiles' | 'skillSections'>): FlagOptions {
  const given = { skills: repeated(skills), docs: repeated(docs), skillFiles: list('--skill-files', skillFiles), skillSections: list('--skill-sections', skillSections) }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
}

interface Asked {
  findings: Finding[]
  asked: number
  excluded: number
}

async function askTheWeb(catalogs: CheckedCatalog[], exclude: string[]): Promise<Asked> {
  const [{ checkExternal }, { tellProgress }] = await Promise.all([import('./check-external.ts'), import('./progress.ts')])
  const links = new Map<string, ExternalLink>()
  for (const catalog of catalogs)
    externalLinksOf(catalog).forEach(link => links.set(`${link.file}:${link.line}:${link.column} ${link.url}`, link))
  return checkExternal([...links.values()], { exclude, onProgress: tellProgress(process.stderr) })
}

function reportOf(catalogs: CheckedCatalog[], external: Asked | null): StructuralReport {
  const root = catalogs[0]?.root ?? ''
  const ofTheWeb = applyRuleSettings(external?.findings ?? [], catalogs[0]?.options.rules ?? {}).map(finding => shortened(finding, root))
  const entries = new Map(catalogs.flatMap(({ snapshot }) => snapshot.skills.map(entry => [entry.skill.file, entry])))
  const datasets = [...entries.values()].flatMap(entry => entry.datasets)
  return {
    root,
    repository: repositoryRoot(root, new Map()) ?? root,
    findings: distinct([...catalogs.flatMap(catalog => catalog.findings), ...ofTheWeb]),
    skills: entries.size,
    datasets: datasets.length,
    evaluations: datasets.reduce((sum, { dataset }) => sum + dataset.evaluations.length, 0),
    external: external && { asked: external.asked, excluded: external.excluded },
    overlap: catalogs.flatMap(catalog => catalog.overlap ?? []),
  }
}
