import type { Skill } from '../catalog/find-skills.ts'
import type { Finding } from '../catalog/finding.ts'
import type { ResolvedOptions } from '../options/resolved-options.ts'
import type { ExternalLink } from '../structure/external-links.ts'
import type { OverlapEstimate } from '../structure/overlap.ts'
import type { Snapshot } from '../suite/catalog-index.ts'
import { availableParallelism } from 'node:os'
import { compareText } from '../catalog/compare-text.ts'
import { SkillGlobError } from '../catalog/find-skills.ts'
import { References } from '../structure/references.ts'
import { applyRuleSettings } from '../structure/rule-settings.ts'
import { CatalogIndex, shortened } from '../suite/catalog-index.ts'
import { belowFloor, overlapOf } from '../suite/overlap.ts'
import { referencesElsewhere, worthwhile } from './references-elsewhere.ts'
import { UsageError } from './usage-error.ts'

/** What the structure tier knows of a catalog. */
export interface CheckedCatalog {
  /** Absolute, with forward slashes. */
  root: string
  options: ResolvedOptions
  snapshot: Snapshot
  findings: Finding[]
  overlap: OverlapEstimate | null
}

/**
 * All findings of the structure tier, those of no test included.
 * @throws {UsageError} when a glob of `skills` cannot be meant
 */
export async function checkCatalog(options: ResolvedOptions): Promise<CheckedCatalog> {
  const elsewhere: { references: Promise<Finding[][] | null> | null } = { references: null }
  const snapshot = readCatalog(options, (skills) => {
    if (skills.length >= worthwhile && availableParallelism() > 1)
      elsewhere.references = referencesElsewhere({ root: options.root, skills, docs: options.docs, required: { skillFiles: options.skillFiles, skillSections: options.skillSections } })
  })
  const below = [...await belowFloor(snapshot, options) ?? []].flatMap(([, list]) => list)
  const overlap = await overlapOf(snapshot, options)
  const references = await elsewhere.references
  const findings = [
    ...snapshot.skills.flatMap((entry, at) => [...entry.findings, ...entry.datasets.flatMap(dataset => dataset.findings), ...references?.[at] ?? entry.references()]),
    ...snapshot.pools.flatMap(pool => pool.findings),
    ...[...snapshot.byDocFile.values()].flatMap(page => page()),
    ...below,
  ]
  const set = applyRuleSettings(findings, options.rules).map(finding => shortened(finding, options.root))
  return { root: options.root, options, snapshot, overlap, findings: distinct([...set, ...snapshot.findings.map(withoutPlace(options.root))]) }
}

/** Reads the catalog; `onSkills` hears which skills there are before they are read. @throws {UsageError} when a glob of `skills` cannot be meant */
export function readCatalog(options: ResolvedOptions, onSkills?: (skills: Skill[]) => void): Snapshot {
  try {
    return new CatalogIndex(options, onSkills).current()
  }
  catch (error) {
    throw error instanceof SkillGlobError ? new UsageError(error.message) : error
  }
}

/** Every link to the web that the catalog holds. */
export function externalLinksOf({ options, snapshot }: CheckedCatalog): ExternalLink[] {
  const skills: Skill[] = snapshot.skills.map(entry => entry.skill)
  return new References({ root: options.root, skills, docs: options.docs }).external()
}

/** Errors first, then by place. A finding that several projects or parts of a catalog share is one. */
export function distinct(findings: Finding[]): Finding[] {
  const byKey = new Map(findings.map(finding => [JSON.stringify([finding.rule, finding.file, finding.line, finding.column, finding.message]), finding]))
  return [...byKey.values()].sort((a, b) => compareText(a.severity, b.severity) || compareText(a.file, b.file) || a.line - b.line || a.column - b.column || compareText(a.rule, b.rule))
}

/** What no test can show says its place in its message, since Vitest's own lines cannot; here it has a place like all others. */
function withoutPlace(root: string): (finding: Finding) => Finding {
  return (finding) => {
    const place = `${finding.file.replace(`${root}/`, '')}:${finding.line}:${finding.column}: `
    return finding.message.startsWith(place) ? { ...finding, message: finding.message.slice(place.length) } : finding
  }
}
