import type { Position } from '../catalog/finding.ts'
import type { SkillFile } from '../catalog/skill-file.ts'

/** Place of a key's value, or of the whole frontmatter where there is no such key. */
export function frontmatterPlace({ frontmatter }: SkillFile, key: string): Position {
  return frontmatter?.entries.get(key)?.place ?? frontmatter?.start ?? { line: 1, column: 1 }
}
