import type { Finding } from '../catalog/finding.ts'
import type { ResolvedOptions } from '../options/resolved-options.ts'
import type { References } from '../structure/references.ts'
import { readUtf8 } from '../catalog/decode.ts'
import { docblockDirectives } from '../catalog/docblock.ts'
import { isUnprintable } from '../catalog/paths.ts'

/** The files of `docs`. */
export interface DocPages {
  /** Test files, each with what is wrong with its links. */
  byFile: Map<string, () => Finding[]>
  /** What no test can show. */
  findings: Finding[]
}

/** Finds the files of `docs`. One that Vitest would stumble over is no test file; what is wrong with it is told all the same. */
export function docPages(references: References, options: ResolvedOptions): DocPages {
  const byFile = new Map<string, () => Finding[]>()
  const findings: Finding[] = []
  if (!options.tiers.includes('structure'))
    return { byFile, findings }
  findings.push(...references.missingDocs())
  for (const page of references.docs()) {
    const { text } = readUtf8(page.file)
    if (text === null || isUnprintable(page.file) || docblockDirectives(text).some(directive => directive.breaks))
      findings.push(...references.ofDoc(page).map(finding => ({ ...finding, message: `${finding.file}:${finding.line}:${finding.column}: ${finding.message}` })))
    else
      byFile.set(page.file, () => references.ofDoc(page))
  }
  return { byFile, findings }
}
