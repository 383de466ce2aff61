import { isRecord, parseData } from '../agent/json.ts'
import { parseJson } from '../catalog/json.ts'

/** A code fence around the whole reply: models put one there unasked. Its language may be named. */
const fenced = /^```[a-z]*[^\S\n]*\n([\s\S]*)\n[^\S\n]*```$/i

/**
 * The answer in a reply of the judge: the one JSON object that the reply is, alone or in one code fence.
 *
 * It is not looked for among other words. A judge quotes: the form it was given, a draft that it then gives up, an answer that the
 * candidate wrote in order to be found. Which of several objects is meant, and whether the one that stands in a sentence is meant at all,
 * only the judge knows, and it is asked again.
 */
export function answerIn(reply: string): { value: unknown } | { problem: string } {
  const text = reply.trim()
  if (text === '')
    return { problem: 'It is empty.' }
  const alone = (fenced.exec(text)?.[1] ?? text).trim()
  const value = parseData(alone)
  if (!isRecord(value))
    return { problem: 'It is not one whole and valid JSON object alone: there is text around it, there are several, or it is cut off.' }
  const source = parseJson(alone)
  if ('problem' in source)
    return { problem: source.problem.message }
  // Two `pass` in one entry: `JSON.parse` takes the last one without a word.
  const [doubled] = source.doubled
  return doubled ? { problem: `It has the key ${JSON.stringify(doubled.key)} twice in one object.` } : { value }
}
