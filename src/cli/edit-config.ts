import type { File } from '@babel/types'
import type { UnsureShape } from './config-shape.ts'
import type { Insertion } from './insert-text.ts'
import { configShape } from './config-shape.ts'
import { insertFirst, insertInto, lineBreakOf } from './insert-text.ts'

const PACKAGE = 'vitest-skill-evals'

/** The config of somebody who has none. */
export function newConfig(skills: string[]): string {
  return `import { defineConfig } from 'vitest/config'
import { claude, skillEvals } from '${PACKAGE}'

export default defineConfig({
  plugins: [skillEvals({ skills: ${listOf(skills, '\'')}, agent: claude() })],
})
`
}

/**
 * Adds the plugin to a config, by insertions alone: what stands there is not printed anew.
 * @param name of the file, for its language
 * @param source its text
 * @param skills globs of the skills
 * @returns the new text, or why it cannot be done surely
 */
export function addPlugin(name: string, source: string, skills: string[]): { text: string } | UnsureShape {
  const shape = configShape(name, source)
  if ('reason' in shape)
    return shape
  const { file, config, plugins } = shape
  const { quote, end } = styleOf(file, source)
  const call = `skillEvals({ skills: ${listOf(skills, quote)} })`
  const member = plugins
    ? insertFirst(source, plugins.start ?? 0, plugins.elements[0]?.start ?? null, call)
    : insertFirst(source, config.start ?? 0, config.properties[0]?.start ?? null, `plugins: [${call}]`)
  return { text: insertInto(source, [importOf(file, source, `import { skillEvals } from ${quote}${PACKAGE}${quote}${end}`), member]) }
}

/** What to add to a config by hand: each line, and where. */
export function linesToAdd(shape: UnsureShape, skills: string[]): string[] {
  const options = `{ skills: ${listOf(skills, '\'')} }`
  return shape.projects
    ? [`import { skillEvalsProject } from '${PACKAGE}'`, `projects: [skillEvalsProject(${options}), /* yours */]`]
    : [`import { skillEvals } from '${PACKAGE}'`, `plugins: [skillEvals(${options}), /* yours */]`]
}

function importOf({ program }: File, source: string, line: string): Insertion {
  const last = program.body.findLast(statement => statement.type === 'ImportDeclaration')
  const eol = lineBreakOf(source)
  if (last) {
    const end = last.end ?? 0
    const comment = /^[ \t]*\/\/[^\r\n]*/.exec(source.slice(end))?.[0] ?? ''
    return { at: end + comment.length, text: eol + line }
  }
  // below a comment at the top of the file: a licence, or a directive for a tool
  const first = program.body[0]
  return { at: first?.start ?? source.length, text: `${line}${eol}${eol}` }
}

function styleOf({ program }: File, source: string): { quote: string, end: string } {
  const first = program.body.find(statement => statement.type === 'ImportDeclaration')
  const raw = first ? source.slice(first.source.start ?? 0, first.end ?? 0) : '\'\''
  return { quote: raw.startsWith('"') ? '"' : '\'', end: raw.endsWith(';') ? ';' : '' }
}

function listOf(skills: string[], quote: string): string {
  const texts = skills.map(glob => quote + glob.replaceAll('\\', '\\\\').replaceAll(quote, `\\${quote}`) + quote)
  return texts.length === 1 ? texts.join('') : `[${texts.join(', ')}]`
}
