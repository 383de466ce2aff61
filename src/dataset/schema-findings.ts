import type { ErrorObject } from 'ajv/dist/2020.js'
import type { JsonNode } from '../catalog/json.ts'
import type { Entry } from './entry.ts'
import { groupBy } from '../catalog/group-by.ts'
import { explainEntryKeys, explainTopLevelKeys } from './key-findings.ts'
import { explainValue } from './value-findings.ts'

/** A mistake with the offset it stands at. */
export interface Mistake {
  rule: string
  offset: number
  entry: Entry | null
  message: string
  /** Whether the evaluation can still be understood: its test exists and is held back. */
  harmless: boolean
}

/** Turns what the schema reports into one mistake per thing to correct, at the place to correct it. */
export function schemaMistakes(root: JsonNode, entries: Entry[], errors: ErrorObject[]): Mistake[] {
  const mistakes: Mistake[] = []
  for (const [path, group] of byObject(errors)) {
    const [, list, index, key] = path
    if (list === undefined) {
      mistakes.push(...explainTopLevelKeys(root, group))
      continue
    }
    const entry = list !== 'evaluations' || index === undefined ? null : entries[Number(index)] ?? null
    if (entry && key === undefined && group.some(isKeyError))
      mistakes.push(...explainEntryKeys(entry, group.filter(isKeyError)))
    else
      mistakes.push(explainValue(root, entry, path.slice(1), group))
  }
  return mistakes.sort((a, b) => a.offset - b.offset)
}

/**
 * Errors about one object or value belong together: a mistyped key is at once an unknown key and a missing one, and a key
 * of the wrong kind of evaluation may also have a wrong value.
 */
function byObject(errors: ErrorObject[]): Map<string[], ErrorObject[]> {
  const groups = groupBy(errors.filter(error => error.keyword !== 'if'), ({ keyword, instancePath }) =>
    keyword === 'false schema' ? instancePath.slice(0, instancePath.lastIndexOf('/')) : instancePath)
  const misplaced = new Set(errors.filter(error => error.keyword === 'false schema').map(error => error.instancePath))
  return new Map([...groups]
    .filter(([path]) => ![...pathsAbove(path)].some(above => misplaced.has(above)))
    .map(([path, group]) => [path.split('/'), group]))
}

function* pathsAbove(path: string): Generator<string> {
  for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1))
    yield path.slice(0, end)
}

function isKeyError(error: ErrorObject): boolean {
  return error.keyword === 'required' || error.keyword === 'additionalProperties' || error.keyword === 'false schema'
}
