import { isRecord, parseData } from '../agent/json.ts'
import { parseJson } from '../catalog/json.ts'

const KEY = 'answers'
/** Characters looked at before the search is given up: a reply full of open braces would be read once for each of them. */
const MOST_READ = 50_000_000

/**
 * Finds the answer in a reply of the judge: the last whole JSON object with the key `answers`. What stands before it may be the form
 * of the answer that the judge repeated, what stands around it prose or a code fence.
 *
 * A reply that begins another object after that one and does not end it was cut off in its verdict: the one before is not it.
 */
export function lastAnswerIn(reply: string): { value: unknown } | { problem: string } {
  if (reply.trim() === '')
    return { problem: 'It is empty.' }
  let found: { value: unknown, start: number, end: number } | null = null
  let lastOpen = -1
  let hasRead = 0
  for (let at = reply.indexOf('{'); at !== -1;) {
    const end = objectEnd(reply, at)
    hasRead += (end ?? reply.length) - at
    if (hasRead > MOST_READ)
      return { problem: 'It holds too many braces to find the answer among them.' }
    const value = end === null ? undefined : parseData(reply.slice(at, end))
    if (end === null)
      lastOpen = at
    if (end !== null && isRecord(value)) {
      if (KEY in value)
        found = { value, start: at, end }
      at = reply.indexOf('{', end)
    }
    else {
      at = reply.indexOf('{', at + 1)
    }
  }
  if (found === null)
    return { problem: `It holds no whole and valid JSON object with the key \`${KEY}\`.` }
  if (lastOpen >= found.end || reply.slice(found.end).includes(`"${KEY}"`))
    return { problem: 'It holds several answers, and the last one is cut off or no valid JSON.' }
  const source = parseJson(reply.slice(found.start, found.end))
  if ('problem' in source)
    return { problem: source.problem.message }
  // Two `pass` in one entry: `JSON.parse` takes the last one without a word.
  const [doubled] = source.doubled
  return doubled ? { problem: `It has the key ${JSON.stringify(doubled.key)} twice in one object.` } : { value: found.value }
}

/** Where the object that begins at `start` ends, by its braces outside of strings; `null` if it does not. */
function objectEnd(text: string, start: number): number | null {
  let depth = 0
  let inString = false
  for (let at = start; at < text.length; at++) {
    const char = text[at]
    if (inString) {
      if (char === '\\')
        at += 1
      else if (char === '"')
        inString = false
    }
    else if (char === '"') {
      inString = true
    }
    else if (char === '{') {
      depth += 1
    }
    else if (char === '}') {
      depth -= 1
      if (depth === 0)
        return at + 1
    }
  }
  return null
}
