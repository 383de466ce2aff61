/** A path-shaped text, and where it starts. */
export interface Mention {
  path: string
  offset: number
}

/**
 * The folders that the Agent Skills standard gives a skill. Whatever else looks like a path mostly lies in the project that
 * the agent works on.
 */
const PATH = /(?<![\w./\\*~%@:+-])(?:\.\/)?(?:(?:\$\{?[A-Z_]*SKILL[A-Z_]*\}?|\{baseDir\})\/)?((?:scripts|references|assets)\/(?:[\w@+-][\w.@+-]*\/)*[\w@+-][\w.@+-]*\.[a-z]\w{0,9})(?![\w*{<[(/\\-]|[.:]\w)/gi

/** Paths of `scripts/`, `references/` and `assets/` that a text names. */
export function mentionsIn(text: string): Mention[] {
  if (!text.includes('/'))
    return []
  return [...text.matchAll(PATH)].map((match) => {
    const path = match[1] ?? ''
    return { path, offset: match.index + match[0].length - path.length }
  })
}

/** A line that says so gives an example, and promises no file. */
export function isExample(text: string, offset: number): boolean {
  const end = text.indexOf('\n', offset)
  return /\be\.g\.|\bexamples?\b|\bsuch as\b|\bwould\b/i.test(text.slice(text.lastIndexOf('\n', offset) + 1, end === -1 ? text.length : end))
}
