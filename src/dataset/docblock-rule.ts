import type { Finding, Position } from '../catalog/finding.ts'
import type { Entry } from './entry.ts'
import { docblockDirectives } from '../catalog/docblock.ts'

/** Text that Vitest takes for a directive. In JSON an escape hides it from Vitest and leaves the prompt the same. */
export function docblockRule(file: string, text: string, entries: Entry[], position: (offset: number) => Position): Finding[] {
  return docblockDirectives(text).map((directive) => {
    const entry = entries.find(({ node }) => node.start <= directive.offset && directive.offset < node.end)
    const id = entry?.id
    return {
      rule: 'dataset/docblock',
      severity: directive.breaks ? 'error' : 'warning',
      file,
      ...(id == null ? {} : { id }),
      ...position(directive.offset),
      message: `${entry ? `${entry.label}: ` : ''}Vitest reads \`${directive.name}\` here as a directive and ${directive.effect}. Write \`\\u0040${directive.name.slice(1)}\`: in JSON it is the same text.`,
      blocks: directive.breaks,
    }
  })
}
