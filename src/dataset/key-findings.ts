import type { ErrorObject } from 'ajv/dist/2020.js'
import type { JsonNode } from '../catalog/json.ts'
import type { Entry } from './entry.ts'
import type { Mistake } from './schema-findings.ts'
import { didYouMean, nearest } from '../catalog/did-you-mean.ts'
import { memberOf } from './entry.ts'
import { DATASET_KEYS, EVALUATION_KEYS, FOREIGN_KEYS, TOP_LEVEL_ADVICE } from './keys.ts'
import { named } from './value-findings.ts'

const MISSING_ADVICE: Record<string, string> = {
  id: 'Add a short name that no other evaluation of the catalog has.',
  prompt: 'Add what the user says.',
  skill_should_trigger: 'Add `true` if this skill should fire for the prompt, `false` if no skill should.',
}

/** What is wrong with the top level: its kind, and its keys. */
export function explainTopLevelKeys(root: JsonNode, errors: ErrorObject[]): Mistake[] {
  if (root.kind !== 'object') {
    const around = root.kind === 'array' ? ' Write `{ "evaluations": [..] }` around the list.' : ''
    return [{ rule: 'dataset/top-level', offset: root.start, entry: null, message: `The top level has to be an object with a list \`evaluations\`, but it is ${named(root)}.${around}`, harmless: false }]
  }
  const unknown = unknownKeys(errors)
  const mistakes = unknown.map((key): Mistake => {
    const advice = TOP_LEVEL_ADVICE.get(key) ?? (didYouMean(key, DATASET_KEYS).trim() || 'Delete it, or put it into `comment`.')
    return { rule: 'dataset/unknown-key', offset: keyOffset(root, key), entry: null, message: `Unknown top-level key \`${key}\`: a dataset has \`evaluations\` and \`comment\`. ${advice}`, harmless: true }
  })
  // A mistyped key is one mistake, not an unknown key and a missing one.
  if (errors.some(error => error.keyword === 'required') && !unknown.some(key => nearest(key, DATASET_KEYS) === 'evaluations'))
    mistakes.push({ rule: 'dataset/missing-key', offset: root.start, entry: null, message: 'The list `evaluations` is missing.', harmless: false })
  return mistakes
}

/** What is wrong with the keys of one evaluation: unknown, missing, or of no use for this kind of evaluation. */
export function explainEntryKeys(entry: Entry, errors: ErrorObject[]): Mistake[] {
  const mistakes: Mistake[] = []
  const missing = new Set(errors.flatMap(error => error.keyword === 'required' ? [String(error.params.missingProperty)] : []))
  for (const key of unknownKeys(errors)) {
    const guess = FOREIGN_KEYS.get(key) ?? nearest(key, EVALUATION_KEYS)
    const meant = guess !== null && memberOf(entry.node, guess) === undefined ? guess : null
    const dropped = meant !== null && missing.delete(meant)
    const hint = meant === null ? ` Known are ${EVALUATION_KEYS.map(name => `\`${name}\``).join(', ')}.` : ` Did you mean \`${meant}\`?`
    mistakes.push({ rule: 'dataset/unknown-key', offset: keyOffset(entry.node, key), entry, message: `${entry.label} has the unknown key \`${key}\`.${hint}`, harmless: !dropped })
  }
  for (const key of missing)
    mistakes.push({ rule: 'dataset/missing-key', offset: entry.node.start, entry, message: `${entry.label} has no \`${key}\`. ${MISSING_ADVICE[key] ?? 'Add it.'}`, harmless: false })
  for (const error of errors.filter(other => other.keyword === 'false schema')) {
    const key = error.instancePath.slice(error.instancePath.lastIndexOf('/') + 1)
    const advice = 'With `"skill_should_trigger": false` nothing runs to its end, so there is nothing to expect. Delete the key.'
    mistakes.push({ rule: 'dataset/misplaced-key', offset: keyOffset(entry.node, key), entry, message: `${entry.label} has \`${key}\`, which is only for evaluations that should trigger. ${advice}`, harmless: true })
  }
  return mistakes
}

function unknownKeys(errors: ErrorObject[]): string[] {
  return errors.flatMap(error => error.keyword === 'additionalProperties' ? [String(error.params.additionalProperty)] : [])
}

function keyOffset(node: JsonNode, key: string): number {
  return memberOf(node, key)?.keyStart ?? node.start
}
