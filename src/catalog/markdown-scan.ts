import { linesOutsideFences } from './markdown-fences.ts'
import { isExample, mentionsIn } from './markdown-mentions.ts'
import { startOfBody } from './markdown.ts'

/** Every text of a markdown file that may be a target or a named path; `null` where only a parser can tell. */
export interface MarkdownScan {
  targets: string[] | null
  mentions: string[]
}

/**
 * Collects without a parser what a markdown file may point at: more than it does, some code and comments included, and never less.
 * A file of which all of that is there needs no parser, which takes some hundred times as long.
 */
export function scanMarkdown(source: string): MarkdownScan {
  // a lone CR ends a line, too, and NUL is a character that nobody knows; a frontmatter ends where the parser thinks so
  const text = source.slice(startOfBody(source)).replace(/\r(?!\n)/g, '\n').replaceAll('\0', '\uFFFD')
  const mentions = [...readings(text)].flatMap(reading => mentionsIn(reading)).filter(({ offset }) => !isExample(text, offset)).map(({ path }) => path)
  return { targets: targetsIn(withoutFences(text)), mentions: [...new Set(mentions)] }
}

/** What may stand directly beside a path, or be a part of it. */
const DOUBTFUL = [/\W(?=https?:\/\/|www\.)/gi, /\b_+(?=(?:scripts|references|assets)\/)|(?<!_)_+(?![\w./-])/gi]

/** The text without what stands beside a path and is none of it: bold, italic, crossed out, a tag, a link, a label. Once more for each doubt. Offsets stay. */
function readings(text: string): Set<string> {
  const without = (one: string, marks: RegExp): string => one.replace(marks, found => ' '.repeat(found.length))
  return new Set(DOUBTFUL.reduce((all, marks) => all.flatMap(one => [one, without(one, marks)]), [without(text, /[*~<[]+|\]:/g)]))
}

/** No link begins in a fence or reaches over one. */
function withoutFences(text: string): string {
  const lines = /^(?:```|~~~)/m.test(text) ? linesOutsideFences(text) : null
  return lines ? lines.map(line => line.text).join('\n') : text
}

const MARK = /\]\(|\]:|\b(?:href|src)\s*=\s*/gi

function targetsIn(text: string): string[] | null {
  const targets = new Set<string>()
  for (const match of text.matchAll(MARK)) {
    const at = match.index + match[0].length
    if (match[0] === ']:' && !maybeDefinition(text, match.index))
      continue
    const target = match[0].startsWith(']') ? destination(text, at) : attribute(text, match.index, at)
    if (target === null)
      return null
    if (target === '')
      continue
    // an address needs no decoding to be known as one
    if (!/^(?:https?:|mailto:|\/\/)/i.test(target) && /[\\&\n]/.test(target))
      return null
    targets.add(target)
  }
  return [...targets]
}

/** A definition starts its line, but for what opens quotes and lists. Its label may have started on an earlier line. */
function maybeDefinition(text: string, at: number): boolean {
  const line = text.slice(text.lastIndexOf('\n', at) + 1, at)
  return !line.includes('[') || /^[\s>*+\-\d.)]*\[/.test(line)
}

/** What may stand on the line after a destination: the end of the link, or its title. */
const AFTER = /[ \t]*(?:$|[\r\n)"'(])/y

/** Empty where there is none. */
function destination(text: string, start: number): string | null {
  let at = start
  // other white space belongs to the destination
  while (/[ \t\n\r]/.test(text.charAt(at)))
    at++
  if (text.charAt(at) === '<') {
    const end = text.indexOf('>', at)
    return end === -1 ? null : text.slice(at + 1, end)
  }
  let depth = 0
  const from = at
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code <= 32 || (code === 41 && depth-- === 0))
      break
    if (code === 40)
      depth++
  }
  AFTER.lastIndex = at
  return AFTER.test(text) || /\n/.test(text.slice(start, from)) ? text.slice(from, at) : ''
}

const LONGEST_TAG = 2000

function attribute(text: string, mark: number, at: number): string | null {
  // an assignment in code is none
  if (!/<[a-z]/i.test(text.slice(Math.max(0, mark - LONGEST_TAG), mark)))
    return ''
  const quote = text.charAt(at)
  if (quote === '"' || quote === '\'') {
    const end = text.indexOf(quote, at + 1)
    return end === -1 ? null : text.slice(at + 1, end).trim()
  }
  return /^[^\s"'=<>`]*/.exec(text.slice(at, at + LONGEST_TAG))?.[0] ?? ''
}
