import type { Finding } from '../catalog/finding.ts'
import type { References } from '../structure/references.ts'
import type { ResolvedOptions } from './options.ts'
import { readUtf8 } from '../catalog/decode.ts'
import { docblockDirectives } from '../catalog/docblock.ts'

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
  const pages = options.tiers.includes('structure') ? references.docs() : []
  for (const page of pages) {
    if (docblockDirectives(readUtf8(page.file).text ?? '').some(directive => directive.breaks))
      findings.push(...references.ofDoc(page).map(finding => ({ ...finding, message: `${finding.file}:${finding.line}:${finding.column}: ${finding.message}` })))
    else
      byFile.set(page.file, () => references.ofDoc(page))
  }
  if (options.docs.length > 0 && pages.length === 0 && options.tiers.includes('structure'))
    findings.push({ rule: 'catalog/no-docs', severity: 'error', file: options.root, line: 1, column: 1, message: `No markdown file outside of the skills matches ${options.docs.map(glob => `\`${glob}\``).join(', ')} under ${options.root}. Set \`docs\` to globs of markdown files, such as \`docs/**/*.md\`.`, blocks: false })
  return { byFile, findings }
}
