import type { JudgedLine } from './judge-record.ts'
import { isRecord } from '../agent/json.ts'
import { answerIn } from './judge-reply.ts'

/** The judge's word on one line. */
export interface LineAnswer {
  id: string
  /** Whether the expectation is met. */
  pass: boolean
  reason: string
}

/** A reason that begins with a verdict of its own, and not with a sentence such as "Failed logins are counted". */
const notMet = /^\W*(not met|unmet|not satisfied|fail(?:s|ed|ure)?)\s*(?:[.:;,\u2013\u2014*`]|- |$)/i
const met = /^\W*(met|satisfied|pass(?:es|ed)?)\s*(?:[.:;,\u2013\u2014*`]|- |$)/i

/** JSON schema of the answer to these lines. */
export function answerSchema(lines: readonly JudgedLine[]): object {
  return {
    type: 'object',
    properties: {
      answers: {
        type: 'array',
        minItems: lines.length,
        maxItems: lines.length,
        items: {
          type: 'object',
          properties: {
            // In this order a model writes them, so that it decides after it has said why, and not the other way round.
            id: { type: 'string', enum: lines.map(line => line.id) },
            reason: { type: 'string', minLength: 1 },
            pass: { type: 'boolean' },
          },
          required: ['id', 'reason', 'pass'],
          additionalProperties: false,
        },
      },
    },
    required: ['answers'],
    additionalProperties: false,
  }
}

/**
 * Reads the judge's answer to these lines, from the structured output where there is one, else from its text. Nothing is guessed and
 * nothing filled in: an answer that is not whole and plain is a problem, in words that can be put to the judge. What a reason says is not
 * weighed against its `pass`.
 *
 * @returns the answers in the order of the lines, or what is wrong.
 */
export function readJudgeAnswer(output: { structured?: unknown, text: string }, lines: readonly JudgedLine[]): { answers: LineAnswer[] } | { problem: string } {
  if (output.structured !== undefined)
    return readAnswers(output.structured, lines)
  const found = answerIn(output.text)
  return 'problem' in found ? found : readAnswers(found.value, lines)
}

function readAnswers(value: unknown, lines: readonly JudgedLine[]): { answers: LineAnswer[] } | { problem: string } {
  if (!isRecord(value) || !Array.isArray(value.answers))
    return { problem: 'It is not an object with a list `answers`.' }
  const entries: unknown[] = value.answers
  const known = new Set(lines.map(line => line.id))
  const answers = new Map<string, LineAnswer | null>()
  const problems: string[] = []
  for (const [index, entry] of entries.entries()) {
    if (!isRecord(entry) || typeof entry.id !== 'string')
      problems.push(`Entry ${index + 1} of \`answers\` has no \`id\` that is a text.`)
    else if (!known.has(entry.id))
      problems.push(`There is no line ${shown(entry.id)}.`)
    else if (answers.has(entry.id))
      problems.push(`Line ${shown(entry.id)} is answered more than once.`)
    else
      answers.set(entry.id, readEntry(entry.id, entry, problems))
  }
  for (const { id } of lines) {
    if (!answers.has(id))
      problems.push(`Line ${shown(id)} has no answer.`)
  }
  if (problems.length > 0)
    return { problem: problems.slice(0, 10).join(' ') }
  return { answers: lines.flatMap(({ id }) => answers.get(id) ?? []) }
}

function readEntry(id: string, { pass, reason }: Record<string, unknown>, problems: string[]): LineAnswer | null {
  if (typeof pass !== 'boolean')
    problems.push(`\`pass\` of line ${shown(id)} is ${pass === undefined ? 'missing' : shown(pass)}; it must be true or false, without quotes.`)
  if (typeof reason !== 'string' || reason.trim() === '')
    problems.push(`\`reason\` of line ${shown(id)} is ${reason === undefined ? 'missing' : 'not a text that says something'}.`)
  if (typeof pass !== 'boolean' || typeof reason !== 'string' || reason.trim() === '')
    return null
  const opposite = (pass ? notMet : met).exec(reason)?.[1]
  // One of the two is a slip, and only the judge knows which.
  if (opposite !== undefined)
    problems.push(`Line ${shown(id)} has \`pass: ${pass}\`, and its reason begins with "${opposite}". \`pass\` says whether the expectation is met; begin the reason with what you saw.`)
  return { id, pass, reason: reason.trim() }
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value)
  return text.length > 60 ? `${text.slice(0, 60)}...` : text
}
