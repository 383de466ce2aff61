import { isJson } from './json.ts'

/** A piece of text that Vitest takes for an instruction about the whole test file. */
export interface DocblockDirective {
  offset: number
  /** As written, such as `@vitest-environment`. */
  name: string
  /** Whether the file, or the whole run, fails with it. Otherwise it only changes how the file runs. */
  breaks: boolean
  /** What Vitest makes of it. */
  effect: string
}

/**
 * Finds what Vitest 4 and 5 would read as docblock directives. They look at the raw bytes of every test file, whatever
 * its format, and before any plugin is asked: a prompt about Vitest can change or end the run it stands in.
 */
export function docblockDirectives(text: string): DocblockDirective[] {
  if (!text.includes('-environment') && !text.includes('@module-tag'))
    return []
  return [...environments(text), ...environmentOptions(text), ...moduleTags(text)].sort((a, b) => a.offset - b.offset)
}

function environments(text: string): DocblockDirective[] {
  return [...text.matchAll(/(@(?:vitest|jest)-environment)\s+([\w-]+)\b/g)].map(match => ({
    offset: match.index,
    name: match[1] ?? '',
    breaks: match[2] !== 'node',
    effect: `would run this file in the environment "${match[2]}"`,
  }))
}

function environmentOptions(text: string): DocblockDirective[] {
  return [...text.matchAll(/(@(?:vitest|jest)-environment-options)\s+(.+)/g)].map((match) => {
    const breaks = !isJson((match[2] ?? '').replace(/\*\/$/, ''))
    const effect = breaks ? 'would read the rest of the line as JSON, and the whole run would fail' : 'would take the rest of the line for options'
    return { offset: match.index, name: match[1] ?? '', breaks, effect }
  })
}

function moduleTags(text: string): DocblockDirective[] {
  return [...text.matchAll(/(?:\/\/|\*)\s*(@module-tag)\s+([\w\-/]+)\b/g)].map(match => ({
    offset: match.index + match[0].indexOf('@'),
    name: match[1] ?? '',
    breaks: false,
    effect: `would tag every test of this file "${match[2]}"`,
  }))
}
