/** A text cut into YAML head and body, or why it has no head. */
export type FrontmatterSplit
  = | { yaml: string, yamlOffset: number, body: string, bodyOffset: number }
    | { problem: string, offset: number }

const FENCE = /^---[ \t]*(?:\r?\n|$)/

/** Cuts at the `---` lines. The first one has to be the first line, since that is where agents look for it. */
export function splitFrontmatter(text: string): FrontmatterSplit {
  const open = FENCE.exec(text)
  if (!open)
    return missing(text)

  const yamlOffset = open[0].length
  for (let at = yamlOffset; at < text.length;) {
    const next = text.indexOf('\n', at)
    const end = next === -1 ? text.length : next + 1
    if (FENCE.test(text.slice(at, end)))
      return { yaml: text.slice(yamlOffset, at), yamlOffset, body: text.slice(end), bodyOffset: end }
    at = end
  }
  return { problem: 'The frontmatter is never closed. Put a line `---` after its last key.', offset: 0 }
}

function missing(text: string): FrontmatterSplit {
  if (text.trim() === '')
    return { problem: 'The file is empty. Start it with a frontmatter: `---`, `name:`, `description:`, `---`.', offset: 0 }
  if (text.includes('\r') && !text.includes('\n'))
    return { problem: 'The lines end in a lone CR, which agents do not read as line ends. Save the file with LF.', offset: 0 }
  const later = /^---[ \t]*\r?\n[\w-]+:/m.exec(text)
  const first = text.trimStart().split(/\r?\n/)[0] ?? ''
  if (later && /^\s*(?:<!--|#|\/\/|\/\*)/.test(text))
    return { problem: `The frontmatter has to come first, but a comment stands before it. Move \`${first.slice(0, 40)}\` below the closing \`---\`.`, offset: 0 }
  if (later && text.slice(0, later.index).trim() === '')
    return { problem: 'The frontmatter has to come first, but blank lines stand before it. Delete them.', offset: 0 }
  return { problem: 'There is no frontmatter. Start the file with `---`, `name:`, `description:`, `---`.', offset: 0 }
}
